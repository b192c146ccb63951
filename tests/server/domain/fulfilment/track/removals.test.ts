import { beforeEach, expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'
import {
  ASIN,
  fulfilmentOver,
  handDriven,
  later,
  lesser,
  offer,
  SHELF,
  type TestFulfilment,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, handDrivenClient } from './client.fixture'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const FAILED = { state: 'failed', message: 'Broken.', speed: null, secondsLeft: null } as const

onEachDatabase('failed downloads that are to be removed', (database) => {
  let clock: ReturnType<typeof standingClock>
  let client: ReturnType<typeof handDrivenClient>
  let server: TestFulfilment
  let driven: ReturnType<typeof handDriven>

  const start = () => fulfilmentOver(database(), { clock, clients: [client.open], driven })

  async function poll(after = 15 * SECOND): Promise<void> {
    clock.advance(after)
    await server.tracking.pollDue()
  }

  /** When the first download is due for removal; null for never. */
  const removeAt = async () => (await server.downloads())['good']?.removeAt ?? null

  /** Makes the first download fail, and the client ignore its orders. */
  async function failAndStay(): Promise<void> {
    client.state.answer = refuseRemovals
    client.show(FAILED)
    await poll()
    expect((await server.downloads())['good']).toMatchObject({ state: 'failed' })
    expect(client.removed).toEqual([])
    client.state.answer = async () => undefined
  }

  async function refuseRemovals(): Promise<void> {
    if (client.calls.at(-1) === 'remove') throw new Error('The client is away')
  }

  beforeEach(async () => {
    clock = standingClock()
    client = handDrivenClient()
    driven = handDriven()
    server = start()
    server.behaviour.search = async () => [offer({ info_hash: HASH }), lesser('second')]
    await server.settings.patch({ auto_download: true, remove_failed: true })
    client.show({ progress: 0.2 })
    await server.want()
    await server.run()
    await poll(0)
    await poll()
    expect((await server.downloads())['good']).toMatchObject({ state: 'downloading' })
  })

  it.for(['status', 'remove'])(
    'are removed by the next server if one is killed before the client answers "%s"',
    async (call) => {
      client.show(FAILED)
      client.state.answer = async () => {
        if (client.calls.at(-1) === call && (await removeAt()) !== null) await later().promise
      }
      clock.advance(15 * SECOND)
      void server.tracking.pollDue()
      await expect.poll(async () => [await removeAt(), client.calls.at(-1)]).toEqual([clock.read(), call])
      await server.worker.stop()
      client.state.answer = done
      server = start()
      await poll(20 * MINUTE)
      expect(client.removed).toEqual([`${HASH} true`])
      expect(await removeAt()).toBeNull()
    },
  )

  it('are removed once the client can be reached again', async () => {
    await failAndStay()
    client.state.down = true
    for (let round = 0; round < 5; round += 1) await poll(10 * MINUTE)
    client.state.down = false
    await poll(3 * DAY)
    expect(client.removed).toEqual([`${HASH} true`])
    await poll(DAY)
    expect(client.removed).toHaveLength(1)
  })

  it('are retried at growing intervals, and stay after a week', async () => {
    await failAndStay()
    client.state.answer = refuseRemovals
    const attempts: number[] = []
    for (let hour = 0; hour < 15 * 24; hour += 6) {
      const before = client.calls.length
      await poll(6 * 60 * MINUTE)
      if (client.calls.slice(before).includes('remove')) attempts.push(hour)
    }
    expect(attempts.length).toBeGreaterThan(3)
    expect(attempts.length).toBeLessThan(10)
    expect(attempts.at(-1)).toBeGreaterThanOrEqual(7 * 24 - 6)
    expect(await removeAt()).toBeNull()
  })

  it('stay if they are complete after all', async () => {
    await failAndStay()
    client.show({ state: 'completed', progress: 1 })
    await poll(MINUTE)
    client.show(FAILED)
    await poll(DAY)
    expect(client.removed).toEqual([])
  })

  it('stay while they continue, and are removed if they fail again', async () => {
    await failAndStay()
    client.show({ progress: 0.6 })
    await poll(MINUTE)
    expect(client.removed).toEqual([])
    client.show({ progress: 0.6, speed: 0, secondsLeft: null })
    await poll(10 * MINUTE)
    expect(client.removed).toEqual([`${HASH} true`])
  })

  it('stay if someone has removed them and added them again', async () => {
    await failAndStay()
    client.forget()
    await poll(MINUTE)
    clock.advance(DAY)
    client.show({ ...FAILED, addedAt: clock.read() })
    await poll(0)
    await poll(2 * DAY)
    expect(client.removed).toEqual([])
  })

  it('are forgotten if the client no longer has them, but not while it starts', async () => {
    await failAndStay()
    client.forget()
    await poll(MINUTE)
    client.show(FAILED)
    await poll(5 * MINUTE)
    expect(client.removed).toEqual([`${HASH} true`])
    expect(await removeAt()).toBeNull()
  })

  it('stay if a person grabs the same release again, even before the answer', async () => {
    await failAndStay()
    const answer = later<GrabOutcome>()
    server.behaviour.grab = () => answer.promise
    const grabbing = server.manualGrab('rosa', ASIN, { guid: 'good', indexerId: SHELF.id })
    await expect.poll(server.grabs).toEqual(['good reverted', 'good sending'])
    await poll(MINUTE)
    answer.resolve({ state: 'grabbed' })
    await grabbing
    await poll(MINUTE)
    expect(client.removed).toEqual([])
  })

  it('stay if the setting is switched off meanwhile', async () => {
    await failAndStay()
    await server.settings.patch({ remove_failed: false })
    await poll(MINUTE)
    await server.settings.patch({ remove_failed: true })
    await poll(DAY)
    expect(client.removed).toEqual([])
  })
})

const done = async () => undefined
