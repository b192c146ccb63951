import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { actor, createTestAccounts } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { createGate } from '#tests/support/gate'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

onEachDatabase('someone who is deleted', (database) => {
  it('leaves no fulfilment behind for a concurrent request', async () => {
    const tess = await addUser(database(), 'Tess', 'trusted')
    const deletion = createGate()
    const { users } = createTestAccounts({
      ...database(),
      write(work) {
        const done = database().write(work)
        void deletion.pass()
        return done
      },
    })
    const gate = createGate()
    const { requests, publish } = requestsOver(database(), { beforeCommit: gate.pass })
    const { asin } = publish()
    const requested = requests.create(tess, asin)
    await gate.arrived
    const deleted = users.delete('Tess', actor())
    // Once the deletion waits for the request, it has looked for requests if nothing kept it from doing so. On SQLite,
    // its transaction waits as a whole.
    await deletion.arrived
    if (database().dialect === 'postgres') {
      const isLocked = sql`wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(() => database().read.$count(sql`pg_stat_activity`, isLocked)).toBe(1)
    }
    gate.open()
    await Promise.all([requested, deleted])
    const { requests: wishes, fulfilments } = database().tables
    expect(await database().read.$count(wishes)).toBe(0)
    expect(await database().read.$count(fulfilments)).toBe(0)
  })
})
