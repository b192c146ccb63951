import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  afterMiss,
  awaitedRelease,
  nextState,
  pauseAfterFailure,
  pauseAfterMiss,
  pauseUntilReconcile,
  LIFECYCLE_TRIGGERS,
  LIFECYCLE_STATES,
  type LifecycleTrigger,
  type LifecycleState,
} from '#server/domain/fulfilment/transitions.rules'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Where every event leads from every state, in the order of the states: none, waiting, searching, not_found,
 * grab_unconfirmed, grabbed, downloading, available, failed. A dash means that it cannot happen there.
 */
const TABLE: Record<LifecycleTrigger, string> = {
  unwanted: 'none none none none grab_unconfirmed grabbed downloading available none',
  claimed: '- searching searching searching grab_unconfirmed - - - -',
  postponed: '- - waiting - - - - - -',
  nothing_found: '- - not_found - - - - - -',
  search_failed: '- - waiting - - - - - -',
  corrected: '- waiting waiting waiting - - - - -',
  grabbed: '- grabbed grabbed grabbed grabbed grabbed grabbed grabbed grabbed',
  unanswered:
    '- grab_unconfirmed grab_unconfirmed grab_unconfirmed grab_unconfirmed grab_unconfirmed grab_unconfirmed grab_unconfirmed grab_unconfirmed',
  not_grabbed: '- - - - waiting - - - -',
  given_up: '- - failed - - - - - -',
  download_started: '- - - - - downloading downloading - -',
  download_failed: '- - - - - waiting waiting - -',
  download_ended: '- - - - - failed failed - -',
  in_library: 'available available available available available available available available available',
  marked_available:
    'available available available available available available available available available',
  arrived: '- - - - available available available available -',
  marked_failed: '- - - - - failed failed failed -',
  reverted: '- - - - - waiting waiting waiting waiting',
  retried: '- waiting searching waiting - - - - waiting',
  planned: '- waiting - not_found - - - - waiting',
  stopped: '- waiting waiting not_found - - - - -',
}

const cases = LIFECYCLE_TRIGGERS.flatMap((event) => {
  const expected = TABLE[event].split(' ')
  return LIFECYCLE_STATES.map((state, at): [LifecycleTrigger, LifecycleState, string] => [
    event,
    state,
    expected[at] ?? '?',
  ])
})

describe('the states of a fulfilment', () => {
  it.each(cases)('%s while %s leads to %s', (event, state, expected) => {
    expect(nextState(state, event) ?? '-').toBe(expected)
  })
})

describe('the intervals', () => {
  it('after nothing was found are an hour, six hours, a day, and then always a day', () => {
    expect([1, 2, 3, 4, 30].map((misses) => pauseAfterMiss(misses) / HOUR)).toEqual([1, 6, 24, 24, 24])
  })

  it('after no indexer answered are shorter, an hour at most', () => {
    expect([1, 2, 3, 4, 30].map((failures) => pauseAfterFailure(failures) / MINUTE)).toEqual([
      1, 5, 15, 60, 60,
    ])
  })

  it('between two queries of the history grow with the age of the grab', () => {
    const ages = [0, 5_000, MINUTE, 10 * MINUTE, 24 * HOUR]
    expect(ages.map(pauseUntilReconcile)).toEqual([5_000, 5_000, MINUTE / 2, 5 * MINUTE, 10 * MINUTE])
  })
})

describe('after a search without a result', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR)
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE)
  const own = { misses: 1, failures: 0, nextAttemptAt: null, asked: false, atOnce: false }
  const atOnce = { ...own, nextAttemptAt: inHours(0.5), asked: true, atOnce: true }

  it('a scheduled one counts as a miss and delays the next one', () => {
    expect(afterMiss(own, now)).toEqual({ misses: 2, failures: 0, nextAttemptAt: inHours(6) })
  })

  it('one by hand is no miss, and the next one stays as scheduled', () => {
    expect(afterMiss(atOnce, now)).toEqual({ misses: 1, failures: 0, nextAttemptAt: inHours(0.5) })
  })

  it('one by hand keeps no schedule from a time when the clock was ahead', () => {
    expect(afterMiss({ ...atOnce, nextAttemptAt: inHours(24) }, now).nextAttemptAt).toEqual(inHours(1))
  })

  it.each([null, inHours(-1)])(
    'one by hand when the next was due (%s) delays it by no more',
    (nextAttemptAt) => {
      expect(afterMiss({ ...atOnce, nextAttemptAt }, now)).toEqual({
        misses: 1,
        failures: 0,
        nextAttemptAt: inHours(1),
      })
      expect(afterMiss({ ...atOnce, misses: 0, nextAttemptAt }, now).nextAttemptAt).toEqual(inHours(1))
    },
  )

  it('one scheduled by a person is no miss either', () => {
    expect(afterMiss({ ...own, asked: true }, now)).toMatchObject({ misses: 1, nextAttemptAt: inHours(1) })
  })

  it('one without any answer is repeated soon, and sooner if so scheduled', () => {
    expect(afterFailure({ ...own, failures: 1 }, now)).toEqual({
      misses: 1,
      failures: 2,
      nextAttemptAt: inMinutes(5),
    })
    expect(afterFailure({ ...atOnce, failures: 1 }, now)).toEqual({
      misses: 1,
      failures: 1,
      nextAttemptAt: inMinutes(1),
    })
    // What failed has failed: by that its time is told from one that a person chose.
    expect(afterFailure(atOnce, now)).toMatchObject({ failures: 1, nextAttemptAt: inMinutes(1) })
    const soon = new Date(now.getTime() + 1000)
    expect(afterFailure({ ...atOnce, nextAttemptAt: soon }, now)).toMatchObject({ nextAttemptAt: soon })
  })
})

describe('the publication date of a book', () => {
  const now = new Date('2026-06-01T12:00:00Z')

  it.each([
    ['2026-06-02', '2026-06-02T00:00:00.000Z'],
    ['2030-01-01', '2030-01-01T00:00:00.000Z'],
    ['2026-06-01', null],
    ['2020-01-01', null],
    [null, null],
  ])('%s is awaited until %s', (releaseDate, expected) => {
    expect(awaitedRelease(releaseDate, now)?.toISOString() ?? null).toBe(expected)
  })
})
