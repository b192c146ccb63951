import { describe, expect, it } from 'vitest'
import { getLogger } from '@logtape/logtape'
import { createLastUse, type Use } from '#server/domain/auth/last-use'

const at = (seconds: number) => new Date(Date.UTC(2026, 4, 1, 12, 0, seconds))
const use = (seconds: number): Use => ({ id: 'one', at: at(seconds), address: '' })

describe('times of last use', () => {
  it('are stored at most once a minute', async () => {
    const saved: Use[] = []
    const noteUse = createLastUse({ log: getLogger('test'), save: async (use) => void saved.push(use) })
    for (const [seconds, last] of [
      [0, null],
      [0, at(-59)],
      [0, at(-60)],
    ] as const) {
      noteUse(use(seconds), last)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(saved).toHaveLength(2)
  })

  it('are stored once for concurrent requests, and again after a failure', async () => {
    const saved: Use[] = []
    const noteUse = createLastUse({
      log: getLogger('test'),
      async save(use) {
        saved.push(use)
        throw new Error('database gone')
      },
    })
    for (let i = 0; i < 5; i++) noteUse(use(0), null)
    await new Promise((resolve) => setImmediate(resolve))
    expect(saved).toHaveLength(1)
    noteUse(use(1), null)
    expect(saved).toHaveLength(2)
  })
})
