import { beforeEach, describe, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import type { GrabOutcome } from '#server/domain/integrations/integrations.types'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import {
  fulfilmentOver,
  handDriven,
  lesser,
  type HandDriven,
  type TestFulfilment,
} from './fulfilment.fixture'

const HOUR = 60 * 60_000

/** How the sending of one release may end each time, though the connections work. */
const BROKEN: readonly [string, GrabOutcome][] = [
  [
    'is never taken by the client of the search service',
    {
      ...({ state: 'postponed', status: 500, fault: 'connection' } as const),
      cause: causeOf('download_client_failed', { service: 'Prowlarr', text: 'Failed to add torrent' }),
    },
  ],
  [
    'can never be fetched from its indexer',
    {
      ...({ state: 'postponed', status: 502, fault: 'indexer' } as const),
      cause: causeOf('link_web_page', { service: 'Prowlarr' }),
    },
  ],
  [
    'never arrives',
    { state: 'unknown', cause: causeOf('failed_with_status', { service: 'It', status: 500 }) },
  ],
]

onEachDatabase('a release that is broken while everything else works', (database) => {
  let clock: ReturnType<typeof standingClock>
  let driven: HandDriven
  let server: TestFulfilment

  beforeEach(async () => {
    clock = standingClock()
    driven = handDriven()
    driven.behaviour.history = async () => 'no'
    server = fulfilmentOver(database(), { clock, driven })
    await server.settings.patch({ auto_download: true })
  })

  /** Runs whatever becomes due for a while. */
  async function runFor(milliseconds: number): Promise<void> {
    const end = clock.read().getTime() + milliseconds
    for (;;) {
      const next = await server.run()
      const now = clock.read()
      if (next === null || now.getTime() >= end) return
      clock.advance(Math.max(next.getTime() - now.getTime(), 1000))
    }
  }

  const offerAll = (guids: readonly string[]) => {
    driven.behaviour.search = async () => guids.map((guid, at) => lesser(guid, 40 - at))
  }

  describe.each(BROKEN)('so that it %s', (_how, outcome) => {
    it('gives way to others', async () => {
      const broken = ['broken 1', 'broken 2', 'broken 3']
      offerAll([...broken, 'good'])
      driven.behaviour.grab = async ({ guid }) => (broken.includes(guid) ? outcome : { state: 'grabbed' })
      await server.want()
      await runFor(12 * HOUR)
      expect(await server.standing()).toMatchObject({ state: 'grabbed' })
      expect(await server.grabs()).toContain('good grabbed')
    })

    it('lets the book wait if each is, and none is left out', async () => {
      const guids = ['first', 'second', 'third', 'fourth', 'fifth']
      offerAll(guids)
      driven.behaviour.grab = async () => outcome
      await server.want()
      await runFor(12 * HOUR)
      expect(new Set(driven.posted.map(({ guid }) => guid))).toEqual(new Set(guids))
      expect(['waiting', 'grab_unconfirmed']).toContain((await server.standing())?.state)
      expect(server.told).toEqual([])
    })

    it('is tried again before a lesser one, since that may have been a moment', async () => {
      offerAll(['best', 'lesser'])
      let isBroken = true
      driven.behaviour.grab = async () => (isBroken ? outcome : { state: 'grabbed' })
      await server.want()
      await server.run()
      isBroken = false
      await runFor(HOUR)
      expect(await server.grabs()).toContain('best grabbed')
    })
  })
})
