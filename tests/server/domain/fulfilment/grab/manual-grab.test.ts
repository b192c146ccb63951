import { beforeEach, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import type { Database } from '#server/db/database'
import { onEachDatabase } from '#tests/support/databases'
import {
  ASIN,
  BOOK,
  fulfilmentOver,
  handDriven,
  later,
  type HandDriven,
  type TestFulfilment,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'

const LEASE_ENDS = 16_000
const refused = { state: 'rejected', status: 400, cause: causeOf('other', { text: 'No' }) } as const

onEachDatabase('a grab by hand, while nothing is searched automatically,', (database) => {
  let driven: HandDriven
  let server: TestFulfilment
  /** Which of the writes to come fails, counted from 1; none if 0. */
  let failing: number

  /** The database, in which one write fails. */
  function fragile(): Database {
    const write: Database['write'] = async (work) => {
      failing -= 1
      if (failing === 0) throw new Error('The disk is full')
      return database().write(work)
    }
    return { ...database(), write }
  }

  beforeEach(async () => {
    failing = 0
    driven = handDriven()
    server = fulfilmentOver(fragile(), { driven })
    await server.settings.patch({ auto_download: false })
    await server.want()
    await server.releaseSearch.complete(
      { ...BOOK, asin: ASIN, correctedAt: null },
      { actor: 'rosa' },
      new AbortController().signal,
    )
  })

  const grab = () => server.manualGrab('rosa', ASIN, { guid: 'good', indexerId: 1 })

  it('is reconciled by a worker if its outcome could not be stored', async () => {
    driven.behaviour.history = async () => 'yes'
    failing = 2
    await expect(grab()).rejects.toThrow('The disk is full')
    expect(await server.grabs()).toEqual(['good sending'])
    server.clock.advance(LEASE_ENDS)
    await server.run()
    await server.run()
    expect(await server.grabs()).toEqual(['good grabbed'])
    expect(await server.standing()).toMatchObject({ state: 'grabbed', leaseOwner: null })
    expect(driven.posted).toHaveLength(1)
  })

  it('leads to no search if it is refused and its lease could not be released', async () => {
    driven.behaviour.grab = async () => refused
    failing = 3
    await expect(grab()).rejects.toThrow('The disk is full')
    server.clock.advance(LEASE_ENDS)
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'waiting', leaseOwner: null })
    expect(driven.queries).toHaveLength(1)
    expect(await server.grabs()).toEqual(['good rejected'])
  })

  it('ends the fulfilment of a book that no one wants by then', async () => {
    const answer = later<undefined>()
    driven.behaviour.grab = async () => {
      await answer.promise
      return refused
    }
    const grabbing = grab()
    await expect.poll(() => driven.posted.length).toBe(1)
    await server.unwant()
    failing = 2
    answer.resolve(undefined)
    await expect(grabbing).rejects.toThrow('The disk is full')
    expect(await server.standing()).toMatchObject({ state: 'waiting' })
    server.clock.advance(LEASE_ENDS)
    await server.run()
    expect(await server.standing()).toBeUndefined()
  })
})
