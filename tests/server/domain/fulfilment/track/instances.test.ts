import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/database'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import {
  fulfilmentOver,
  handDriven,
  later,
  lesser,
  offer,
  type HandDriven,
  type TestFulfilment,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, handDrivenClient } from './client.fixture'

const SECOND = 1000

onEachDatabase('several servers that follow the same downloads', (database) => {
  let clock: ReturnType<typeof standingClock>
  let client: ReturnType<typeof handDrivenClient>
  let driven: HandDriven
  let one: TestFulfilment
  let two: TestFulfilment

  beforeEach(async () => {
    clock = standingClock()
    client = handDrivenClient()
    driven = handDriven()
    driven.behaviour.search = async () => [offer({ info_hash: HASH }), lesser('second'), lesser('third', 1)]
    one = fulfilmentOver(database(), { driven, clock, clients: [client.open] })
    two = fulfilmentOver(database(), { driven, clock, clients: [client.open] })
    await one.settings.patch({ auto_download: true })
    await one.want()
    await one.run()
  })

  const follow = (...servers: TestFulfilment[]) =>
    Promise.all(servers.map((server) => server.tracking.pollDue()))

  it('poll a client once, and apply each change once', async () => {
    client.show({ state: 'failed', message: 'Broken' })
    await follow(one, two, one, two)
    expect(client.calls).toEqual(['status'])
    await Promise.all([one.run(), two.run()])
    expect(driven.posted.map(({ guid }) => guid)).toEqual(['good', 'second'])
    expect((await one.history()).filter((kind) => kind === 'download_failed')).toHaveLength(1)
  })

  it('store a grab once', async () => {
    client.show()
    for (let round = 0; round < 3; round += 1) {
      await follow(one, two)
      clock.advance(15 * SECOND)
    }
    expect(Object.keys(await one.downloads())).toEqual(['good'])
    expect((await one.downloads())['good']).toMatchObject({ current: true })
  })

  it('take over from one that died during a poll, and its late answer has no effect', async () => {
    const answer = later<undefined>()
    client.show({ state: 'failed', message: 'Broken' })
    client.state.answer = () => answer.promise
    const slow = one.tracking.pollDue()
    await expect.poll(() => client.calls.length).toBe(1)
    await two.tracking.pollDue()
    expect(client.calls).toHaveLength(1)
    clock.advance(16 * SECOND)
    client.state.answer = async () => undefined
    await two.tracking.pollDue()
    await two.run()
    expect(await two.grabs()).toEqual(['good reverted', 'second grabbed'])
    answer.resolve(undefined)
    await slow
    await one.run()
    await two.run()
    expect(driven.posted).toHaveLength(2)
    expect(await two.standing()).toMatchObject({ state: 'grabbed' })
    expect((await two.history()).filter((kind) => kind === 'download_failed')).toHaveLength(1)
  })

  it('fetch nothing twice when one dies while sending the next release', async () => {
    client.show({ state: 'failed', message: 'Broken' })
    await one.tracking.pollDue()
    driven.behaviour.grab = () => new Promise(() => undefined)
    await one.worker.workDue()
    await expect.poll(() => driven.posted.length).toBe(2)
    clock.advance(16 * SECOND)
    driven.behaviour.history = async () => 'yes'
    await two.run()
    await two.run()
    expect(driven.posted.map(({ guid }) => guid)).toEqual(['good', 'second'])
    expect(await two.grabs()).toEqual(['good reverted', 'second grabbed'])
  })

  it.each(Array.from({ length: 16 }, (_, writes) => writes))(
    'take each step once if one is killed after %i writes',
    async (writes) => {
      client.show({ state: 'failed', message: 'Broken' })
      driven.behaviour.history = async () => (driven.posted.length > 1 ? 'yes' : 'no')
      const dying = fulfilmentOver(killedAfter(database(), writes), {
        driven,
        clock,
        clients: [client.open],
      })
      await Promise.allSettled([dying.tracking.pollDue()])
      await Promise.allSettled([dying.worker.workDue()])
      await dying.worker.settled()
      for (let round = 0; round < 4; round += 1) {
        clock.advance(6 * 60 * SECOND)
        await two.tracking.pollDue()
        await two.run()
      }
      expect(driven.posted.map(({ guid }) => guid)).toEqual(['good', 'second'])
      expect(await two.grabs()).toEqual(['good reverted', 'second grabbed'])
      expect(await two.standing()).toMatchObject({ state: 'grabbed', leaseOwner: null })
      expect((await two.history()).filter((kind) => kind === 'download_failed')).toHaveLength(1)
    },
  )

  it('respect what a person decided meanwhile', async () => {
    const answer = later<undefined>()
    client.show({ state: 'failed', message: 'Broken' })
    client.state.answer = () => answer.promise
    const polling = one.tracking.pollDue()
    await expect.poll(() => client.calls.length).toBe(1)
    const rosa = { id: 'rosa', username: 'rosa', role: 'admin', root: false } as const
    await two.adminActions.markAvailable(rosa, (await two.standing())?.asin ?? '')
    answer.resolve(undefined)
    await polling
    expect(await two.standing()).toMatchObject({ state: 'available' })
    expect(await two.grabs()).toEqual(['good grabbed'])
  })
})

/** The database of a server that is killed: after so many writes, none succeeds. */
function killedAfter(database: Database, writes: number): Database {
  let made = 0
  const write: Database['write'] = async (work) => {
    made += 1
    if (made > writes) throw new Error('The server was killed')
    return database.write(work)
  }
  return { ...database, write }
}
