import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { actor, createTestAccounts } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { createGate } from '#tests/support/gate'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

onEachDatabase('someone who is deleted', (database) => {
  it('leaves no fulfilment behind for a concurrent request', async () => {
    const tess = await addUser(database(), 'Tess', 'trusted')
    const { users } = createTestAccounts(database())
    const gate = createGate()
    const { requests, publish } = requestsOver(database(), { beforeCommit: gate.pass })
    const { asin } = publish()
    const requested = requests.create(tess, asin)
    await gate.arrived
    const deleted = users.delete('Tess', actor())
    // Gives the deletion time to look for requests, if nothing keeps it from doing so.
    await sleep(200)
    gate.open()
    await Promise.all([requested, deleted])
    const { requests: wishes, fulfilments } = database().tables
    expect(await database().read.$count(wishes)).toBe(0)
    expect(await database().read.$count(fulfilments)).toBe(0)
  })
})
