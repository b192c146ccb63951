import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairQueue, type Place } from '#server/domain/auth/fair-queue'

/** How long one task takes here, in milliseconds. */
const HASH = 150
const LIMITS = { atOnce: 2, lanes: 12, perLane: 24, refuse: () => new Error('full') }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** People in one queue, whose waits are measured by the test's clock. */
function createPeople(limits: Partial<typeof LIMITS> = {}) {
  const inQueue = createFairQueue({ ...LIMITS, ...limits })
  const served: string[] = []
  const refused: string[] = []

  /** @returns how long the person waited for an answer, once there is one. */
  function come(name: string, place: Partial<Place> & { lane: string }) {
    const came = Date.now()
    const visit: { waited?: number; served?: boolean } = {}
    const end = (ok: boolean) => {
      Object.assign(visit, { waited: Date.now() - came, served: ok })
      ;(ok ? served : refused).push(name)
    }
    inQueue({ known: false, ...place }, () => new Promise<void>((done) => setTimeout(done, HASH))).then(
      () => end(true),
      () => end(false),
    )
    return visit
  }
  return { come, served, refused, pass: (time: number) => vi.advanceTimersByTimeAsync(time) }
}

describe('the queue for password checks', () => {
  it('delays no one because of a burst from another network', async () => {
    const { come, pass } = createPeople()
    for (let number = 0; number < 300; number++) come('burst', { lane: 'attacker' })
    const visit = come('Rosa', { lane: 'home' })
    await pass(2000)
    expect(visit).toEqual({ waited: 2 * HASH, served: true })
  })

  it('refuses only the newest of an overlong lane', async () => {
    const { come, refused, served, pass } = createPeople({ perLane: 3 })
    for (let number = 0; number < 7; number++) come(`burst ${number}`, { lane: 'attacker' })
    come('Rosa', { lane: 'home' })
    await pass(0)
    expect(refused).toEqual(['burst 5', 'burst 6'])
    await pass(10 * HASH)
    expect(served).toEqual(['burst 0', 'burst 1', 'Rosa', 'burst 2', 'burst 3', 'burst 4'])
  })

  it('lets lanes take turns, least recently served first', async () => {
    const { come, served, pass } = createPeople({ atOnce: 1 })
    for (let number = 0; number < 3; number++) come('a', { lane: 'a' })
    for (let number = 0; number < 3; number++) come('b', { lane: 'b' })
    come('c', { lane: 'c' })
    await pass(20 * HASH)
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'b'])
  })

  it('answers a newcomer within two seconds while hundreds of networks keep coming back', async () => {
    const { come, pass } = createPeople()
    for (let round = 0; round < 40; round++) {
      for (let network = 0; network < 300; network++) come('attack', { lane: `network ${network}` })
      await pass(HASH)
    }
    for (let newcomer = 0; newcomer < 20; newcomer++) {
      const visit = come('Rosa', { lane: `home ${newcomer}` })
      for (let round = 0; round < 10; round++) {
        for (let network = 0; network < 300; network++) come('attack', { lane: `network ${network}` })
        await pass(HASH)
      }
      expect(visit.waited).toBeLessThan(2000)
      expect(visit.served).toBe(true)
    }
  })

  it('answers within two seconds even if each network comes once, if only by refusing', async () => {
    const { come, pass } = createPeople()
    const visits = []
    for (let network = 0; network < 500; network++) {
      visits.push(come('attack', { lane: `network ${network}` }))
      await pass(10)
    }
    await pass(2000)
    expect(Math.max(...visits.map(({ waited }) => waited ?? Infinity))).toBeLessThan(2000)
  })

  it('gives every second turn to known people, however many strangers there are', async () => {
    const { come, served, pass } = createPeople({ atOnce: 1 })
    for (let network = 0; network < 300; network++) come('stranger', { lane: `network ${network}` })
    for (let number = 0; number < 4; number++) come('owner', { lane: 'owner', known: true })
    await pass(8 * HASH)
    expect(served).toEqual([
      'stranger',
      'owner',
      'stranger',
      'owner',
      'stranger',
      'owner',
      'stranger',
      'owner',
    ])
  })

  it('does not let known people starve strangers', async () => {
    const { come, pass } = createPeople()
    for (let user = 0; user < 12; user++) {
      for (let number = 0; number < 24; number++) come('known', { lane: `user ${user}`, known: true })
    }
    const visit = come('newcomer', { lane: 'home' })
    await pass(2000)
    expect(visit.served).toBe(true)
  })

  it('continues after work that failed', async () => {
    const inQueue = createFairQueue({ ...LIMITS, atOnce: 1 })
    const place = { lane: 'home', known: false }
    const failing = inQueue(place, () => Promise.reject(new Error('broken')))
    const following = inQueue(place, () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('broken')
    expect(await following).toBe('done')
  })
})
