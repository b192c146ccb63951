import { beforeEach, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { prowlarrUnreachable } from '#server/domain/integrations/drivers/prowlarr.errors'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import {
  ASIN,
  fulfilmentOver,
  handDriven,
  offer,
  type HandDriven,
  type TestFulfilment,
} from './fulfilment.fixture'
import { HASH, handDrivenClient } from './track/client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * 60 * SECOND
const ROSA = { id: 'rosa', username: 'rosa', role: 'admin', root: false } as const

onEachDatabase('work on a book, after a clock that was a day ahead is set right', (database) => {
  let clock: ReturnType<typeof standingClock>
  let driven: HandDriven
  let client: ReturnType<typeof handDrivenClient>
  let server: TestFulfilment

  beforeEach(async () => {
    clock = standingClock()
    driven = handDriven()
    client = handDrivenClient()
    server = fulfilmentOver(database(), { clock, driven, clients: [client.open] })
    await server.settings.patch({ auto_download: true })
    clock.advance(DAY)
  })

  it('searches again for what was not found', async () => {
    driven.behaviour.search = async () => []
    await server.want()
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'not_found' })
    clock.advance(-DAY)
    driven.behaviour.search = async () => [offer()]
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it('probes what books wait for', async () => {
    const { indexers } = driven.behaviour
    driven.behaviour.indexers = () =>
      Promise.reject(prowlarrUnreachable(causeOf('unreachable', { service: 'It', failure: 'ECONNREFUSED' })))
    await server.want()
    await server.run()
    clock.advance(-DAY)
    driven.behaviour.indexers = indexers
    await server.waits.probeDue()
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it('goes on with the releases that a connection kept from it', async () => {
    driven.behaviour.grab = async () => ({
      ...({ state: 'postponed', status: 500, fault: 'connection' } as const),
      cause: causeOf('download_client_failed', { service: 'Prowlarr', text: 'Down' }),
    })
    await server.want()
    await server.run()
    clock.advance(-DAY)
    driven.behaviour.grab = async () => ({ state: 'grabbed' })
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it.each([0, 1])('searches again for what a person asked for, after %i more failures', async (more) => {
    await server.settings.patch({ auto_download: false })
    const { indexers } = driven.behaviour
    driven.behaviour.indexers = () => Promise.reject(new Error('No answer'))
    await server.want()
    await server.adminActions.retry(ROSA, ASIN, undefined)
    await server.run()
    if (more > 0) clock.advance(MINUTE)
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'waiting', failures: 1 + more, asked: true })
    clock.advance(-DAY)
    driven.behaviour.indexers = indexers
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it('searches again for what a person looked for at once and was not found', async () => {
    driven.behaviour.search = async () => []
    await server.want()
    await server.adminActions.retry(ROSA, ASIN, undefined)
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'not_found', misses: 0 })
    clock.advance(-DAY)
    driven.behaviour.search = async () => [offer()]
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it('waits for the time that a person chose, whatever had failed before', async () => {
    driven.behaviour.search = async () => []
    await server.want()
    await server.run()
    clock.advance(-DAY)
    driven.behaviour.search = async () => [offer()]
    await server.adminActions.retry(ROSA, ASIN, new Date(clock.read().getTime() + 3 * DAY))
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'not_found', asked: true })
    clock.advance(3 * DAY)
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })

  it.each([false, true])(
    'finds out what became of a release that was sent (asked for: %s)',
    async (isAsked) => {
      if (isAsked) await server.settings.patch({ auto_download: false })
      driven.behaviour.grab = async () => ({
        state: 'unknown',
        cause: causeOf('timed_out', { service: 'It', seconds: 30 }),
      })
      driven.behaviour.history = async () => 'no'
      await server.want()
      if (isAsked) await server.adminActions.retry(ROSA, ASIN, undefined)
      await server.run()
      expect(await server.standing()).toMatchObject({ state: 'grab_unconfirmed' })
      clock.advance(-DAY)
      driven.behaviour.grab = async () => ({ state: 'grabbed' })
      await server.run()
      await server.run()
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      const [asked] = driven.historyQueries
      expect(asked?.since.getTime()).toBeLessThan(clock.read().getTime())
    },
  )

  it('polls the download clients', async () => {
    driven.behaviour.search = async () => [offer({ info_hash: HASH })]
    await server.want()
    await server.run()
    await server.tracking.pollDue()
    clock.advance(-DAY)
    client.show()
    await server.tracking.pollDue()
    expect(await server.standing()).toMatchObject({ state: 'downloading' })
  })

  it('takes over what a server held that is gone', async () => {
    await server.want()
    const { fulfilments } = database().tables
    const leaseUntil = new Date(clock.read().getTime() + 15 * SECOND)
    await database().write((within) => within.update(fulfilments).set({ leaseOwner: 'gone', leaseUntil }))
    clock.advance(-DAY)
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed' })
  })
})
