import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { createPostgresSignals } from '#server/db/postgres-signals'
import { eventually } from '#tests/support/eventually'

/** A connection that was never opened, and accepts any listener. */
function connection(): Client {
  const client = new Client()
  Object.defineProperty(client, 'query', { value: () => Promise.resolve() })
  return client
}

describe('signals of PostgreSQL', () => {
  it('resume when the connection ends during a heartbeat', async () => {
    const made: Client[] = []
    const sent: (() => void)[] = []
    const signals = await createPostgresSignals({
      send: () => new Promise((resolve) => sent.push(() => resolve(undefined))),
      connect: () => {
        const client = connection()
        made.push(client)
        return Promise.resolve(client)
      },
      checkEvery: 600_000,
      onError: () => undefined,
      onSilence: () => undefined,
    })
    let missed = 0
    signals.onMissed(() => (missed += 1))
    await eventually(() => expect(sent).toHaveLength(1))
    made[0]?.emit('end')
    sent[0]?.()
    await eventually(() => expect(sent).toHaveLength(2))
    sent[1]?.()
    await eventually(() => expect(missed).toBe(1))
    expect(made).toHaveLength(2)
    await signals.close()
  })
})
