import { isAhead } from '#server/async/due.rules'
import type { FulfilmentState } from '#contract/books'

/** The state of a fulfilment; `none` before it starts and after it ended without a trace. */
export type LifecycleState = FulfilmentState | 'none'

export const LIFECYCLE_STATES: readonly LifecycleState[] = [
  'none',
  'waiting',
  'searching',
  'not_found',
  'grab_unconfirmed',
  'grabbed',
  'downloading',
  'available',
  'failed',
]

/** The triggers of a fulfilment. */
export const LIFECYCLE_TRIGGERS = [
  /** No approved request is left. */
  'unwanted',
  /** A worker claims it. */
  'claimed',
  /** The book turns out not to be released yet. */
  'postponed',
  /** The indexers answered, but no release may be grabbed. */
  'nothing_found',
  /** No indexer could be queried. */
  'search_failed',
  /** The book's details were corrected. */
  'corrected',
  /** The download client has a release. */
  'grabbed',
  /** A release was sent, and it is unknown whether it arrived. */
  'unanswered',
  /** The release turned out not to have arrived. */
  'not_grabbed',
  /** No release could be grabbed. */
  'given_up',
  /** The download client is downloading it, or has done so. */
  'download_started',
  /** The download failed, and another release is tried. */
  'download_failed',
  /** The download failed, and a person has to decide what follows. */
  'download_ended',
  /** The library has it. */
  'in_library',
  /** An administrator marks it as available. */
  'marked_available',
  /** A requester marks it as available. */
  'arrived',
  'marked_failed',
  'reverted',
  /** A person wants a search at once. */
  'retried',
  /** A person schedules a search. */
  'planned',
  'stopped',
] as const
export type LifecycleTrigger = (typeof LIFECYCLE_TRIGGERS)[number]

const everywhere = (to: LifecycleState, except: readonly LifecycleState[] = []) =>
  Object.fromEntries(LIFECYCLE_STATES.filter((state) => !except.includes(state)).map((state) => [state, to]))
const staying = (...states: LifecycleState[]) => Object.fromEntries(states.map((state) => [state, state]))

const AFTER_GRAB: LifecycleState[] = ['grab_unconfirmed', 'grabbed', 'downloading', 'available']

/** The state that each trigger leads to from each state; missing combinations cannot happen. */
const TRANSITIONS: Record<LifecycleTrigger, Partial<Record<LifecycleState, LifecycleState>>> = {
  unwanted: {
    ...staying(...AFTER_GRAB, 'none'),
    waiting: 'none',
    searching: 'none',
    not_found: 'none',
    failed: 'none',
  },
  claimed: {
    waiting: 'searching',
    not_found: 'searching',
    searching: 'searching',
    grab_unconfirmed: 'grab_unconfirmed',
  },
  postponed: { searching: 'waiting' },
  nothing_found: { searching: 'not_found' },
  search_failed: { searching: 'waiting' },
  grabbed: everywhere('grabbed', ['none']),
  unanswered: everywhere('grab_unconfirmed', ['none']),
  not_grabbed: { grab_unconfirmed: 'waiting' },
  corrected: { waiting: 'waiting', not_found: 'waiting', searching: 'waiting' },
  given_up: { searching: 'failed' },
  download_started: { ...staying('downloading'), grabbed: 'downloading' },
  download_failed: { grabbed: 'waiting', downloading: 'waiting' },
  download_ended: { grabbed: 'failed', downloading: 'failed' },
  in_library: everywhere('available'),
  marked_available: everywhere('available'),
  arrived: {
    ...staying('available'),
    grab_unconfirmed: 'available',
    grabbed: 'available',
    downloading: 'available',
  },
  marked_failed: { grabbed: 'failed', downloading: 'failed', available: 'failed' },
  reverted: { grabbed: 'waiting', downloading: 'waiting', available: 'waiting', failed: 'waiting' },
  retried: { ...staying('searching'), waiting: 'waiting', not_found: 'waiting', failed: 'waiting' },
  planned: { waiting: 'waiting', not_found: 'not_found', failed: 'waiting' },
  stopped: { waiting: 'waiting', not_found: 'not_found', searching: 'waiting' },
}

/** @returns the state that a trigger leads to; null if it does not apply. */
export function nextState(state: LifecycleState, event: LifecycleTrigger): LifecycleState | null {
  return TRANSITIONS[event][state] ?? null
}

/**
 * Whether a claimed book is searched for now. A worker also claims books whose lease has expired, whatever they wait
 * for: an interrupted manual grab is no reason to search.
 */
export function mayAttempt(
  book: ClaimedBook,
  { now, automatic, possible }: { now: Date; automatic: boolean; possible: boolean },
): boolean {
  const { state, stopped, asked, atOnce, nextAttemptAt } = book
  // A search that was interrupted is resumed.
  if (state === 'searching') return true
  const isDue = atOnce || nextAttemptAt === null || isAttemptDue({ ...book, nextAttemptAt }, now)
  const isSearched = state === 'waiting' || state === 'not_found'
  return isSearched && isDue && !stopped && possible && (automatic || asked)
}

/**
 * Whether the time of an attempt has come. The server plans none further ahead than its pauses, except for a release date,
 * for which nothing was searched yet: one that is further away was planned while the clock was wrong.
 */
function isAttemptDue(book: ClaimedBook & { nextAttemptAt: Date }, now: Date): boolean {
  const { nextAttemptAt, misses, failures, state } = book
  const isFree = isChosenTime(book) || (misses === 0 && failures === 0 && state !== 'not_found')
  return isFree ? nextAttemptAt <= now : !isAhead(nextAttemptAt, now, longestPause(misses))
}

/** Whether a person chose when the next attempt is due: what failed before no longer counts then, and what fails later does. */
export const isChosenTime = ({ asked, failures }: Pick<ClaimedBook, 'asked' | 'failures'>): boolean =>
  asked && failures === 0

interface ClaimedBook {
  misses: number
  failures: number
  state: FulfilmentState
  stopped: boolean
  /** Whether a person wants a search although automatic download is off. */
  asked: boolean
  atOnce: boolean
  nextAttemptAt: Date | null
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const MISS_PAUSES = [HOUR, 6 * HOUR, 24 * HOUR]
const FAILURE_PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]

/** Milliseconds until the next search after so many misses in a row. */
export const pauseAfterMiss = (misses: number): number => stepOf(MISS_PAUSES, misses)

/**
 * The same after searches in which no indexer could be queried: they say nothing about the book, so the next
 * one is due sooner.
 */
export const pauseAfterFailure = (failures: number): number => stepOf(FAILURE_PAUSES, failures)

/** The longest that the server plans to wait, whatever has failed, in milliseconds: by misses in a row, from none on. */
export const LONGEST_PAUSES: readonly [number, ...number[]] = [HOUR, HOUR, 6 * HOUR, 24 * HOUR]

const longestPause = (misses: number): number =>
  LONGEST_PAUSES[Math.min(misses, LONGEST_PAUSES.length - 1)] ?? LONGEST_PAUSES[0]

function stepOf(steps: readonly number[], times: number): number {
  return steps[Math.min(Math.max(times, 1), steps.length) - 1] ?? HOUR
}

/** What is known about a book after an unsuccessful search. */
interface Attempted {
  /** Searches in a row that found nothing acceptable, before this one. */
  misses: number
  /** Searches in a row that no indexer answered, before this one. */
  failures: number
  /** When the server had scheduled its next search; null if that time had come. */
  nextAttemptAt: Date | null
  /** Whether a person started this search. */
  asked: boolean
  /** Whether that person wanted it at once. */
  atOnce: boolean
}

interface Planned {
  misses: number
  failures: number
  nextAttemptAt: Date
}

/**
 * What follows when nothing acceptable was found. A search started by a person does not affect the automatic schedule:
 * it does not count as a miss, and the schedule stays.
 */
export function afterMiss(before: Attempted, now: Date): Planned {
  const misses = before.asked || before.atOnce ? before.misses : before.misses + 1
  const nextAttemptAt = scheduleOf(before, now) ?? inMilliseconds(now, pauseAfterMiss(misses))
  return { misses, failures: 0, nextAttemptAt }
}

/**
 * What follows when no indexer could be queried. A person's search delays the next one no further and is repeated soon, at
 * the latest when the automatic one is due.
 */
export function afterFailure(before: Attempted, now: Date): Planned {
  const { misses } = before
  const failures = before.atOnce ? Math.max(before.failures, 1) : before.failures + 1
  const soon = inMilliseconds(now, pauseAfterFailure(failures))
  const planned = scheduleOf(before, now) ?? soon
  return { misses, failures, nextAttemptAt: planned < soon ? planned : soon }
}

/** The automatic schedule, if a person started this search before it was due. */
const scheduleOf = ({ atOnce, nextAttemptAt, misses }: Attempted, now: Date): Date | null =>
  atOnce && isAhead(nextAttemptAt, now, longestPause(misses)) ? nextAttemptAt : null

const inMilliseconds = (now: Date, pause: number): Date => new Date(now.getTime() + pause)

/**
 * Milliseconds until the history is asked again about a grab without an answer: short at first, when a late entry is
 * most likely.
 * @param age milliseconds since it was sent.
 */
export function pauseUntilReconcile(age: number): number {
  return Math.min(Math.max(age / 2, 5 * SECOND), 10 * MINUTE)
}

/**
 * Milliseconds after which absence from the history means that a grab did not happen. The source first
 * fetches the file from the indexer, with retries, then passes it to a client that may be slow, and only then
 * writes the entry; it carries on even when no one waits for the response.
 */
export const GRAB_ENDS_WITHIN = 5 * MINUTE

/** How many releases of one search to try when the download client or the indexer refuses them. */
export const GRABS_PER_SEARCH = 3

/** @returns the start of the day on which a book comes out; null if it is out or the date is unknown. */
export function awaitedRelease(releaseDate: string | null, now: Date): Date | null {
  if (releaseDate === null) return null
  const day = new Date(`${releaseDate}T00:00:00Z`)
  return day > now ? day : null
}
