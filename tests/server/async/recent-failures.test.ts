import { describe, expect, it } from 'vitest'
import { createRecentFailures } from '#server/async/recent-failures'
import { standingClock } from '#tests/support/records'

function setUp(limit?: number) {
  const clock = standingClock()
  const unlessFailed = createRecentFailures({
    clock: clock.read,
    keptMs: 1000,
    ...(limit === undefined ? {} : { limit }),
  })
  const attempted: string[] = []
  const fail = (key: string) =>
    expect(
      unlessFailed(key, async () => {
        attempted.push(key)
        throw new Error(`no ${key}`)
      }),
    ).rejects.toThrow(`no ${key}`)
  return { clock, fail, attempted, unlessFailed }
}

describe('a recent failure', () => {
  it('is repeated without another attempt, until its time is over', async () => {
    const { clock, fail, attempted, unlessFailed } = setUp()
    await fail('a')
    clock.advance(999)
    await fail('a')
    expect(attempted).toEqual(['a'])
    clock.advance(1)
    await expect(unlessFailed('a', async () => 'done')).resolves.toBe('done')
  })

  it('does not prevent other attempts', async () => {
    const { fail, unlessFailed } = setUp()
    await fail('a')
    await expect(unlessFailed('b', async () => 'done')).resolves.toBe('done')
  })

  it('is forgotten after too many later failures', async () => {
    const { fail, attempted } = setUp(2)
    for (const key of ['a', 'b', 'c', 'b', 'a']) await fail(key)
    expect(attempted).toEqual(['a', 'b', 'c', 'a'])
  })
})
