import type { FulfilmentState } from '#contract/books'

/** Where a fulfilment stands; `none` before it starts and after it ended without a trace. */
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

/** What can happen to a fulfilment. */
export const LIFECYCLE_TRIGGERS = [
  /** A request is approved. */
  'approved',
  /** No approved request is left. */
  'unwanted',
  /** A worker takes it up. */
  'claimed',
  /** It turns out that the book is not released yet. */
  'postponed',
  /** The indexers answered, and nothing may be grabbed. */
  'nothing_found',
  /** No indexer could be asked. */
  'search_failed',
  /** What is looked for was corrected. */
  'corrected',
  /** The download client has a release. */
  'grabbed',
  /** A release was sent and nobody knows whether it arrived. */
  'unanswered',
  /** It has turned out that it did not. */
  'not_grabbed',
  /** No release could be grabbed. */
  'given_up',
  /** The download client is downloading it, or has done so. */
  'download_started',
  /** Its download failed, and another release is looked for. */
  'download_failed',
  /** Its download came to nothing, and a person has to say what follows. */
  'download_ended',
  /** The library has it. */
  'in_library',
  /** An administrator says that it is in the library. */
  'marked_available',
  /** A requester says so. */
  'arrived',
  'marked_failed',
  'reverted',
  /** It is to be looked for at once. */
  'retried',
  /** It is to be looked for at another time. */
  'planned',
  'stopped',
] as const
export type LifecycleTrigger = (typeof LIFECYCLE_TRIGGERS)[number]

const everywhere = (to: LifecycleState, except: readonly LifecycleState[] = []) =>
  Object.fromEntries(LIFECYCLE_STATES.filter((state) => !except.includes(state)).map((state) => [state, to]))
const staying = (...states: LifecycleState[]) => Object.fromEntries(states.map((state) => [state, state]))

const AFTER_GRAB: LifecycleState[] = ['grab_unconfirmed', 'grabbed', 'downloading', 'available']

/** Where each event leads from each state; what is missing cannot happen. */
const TRANSITIONS: Record<LifecycleTrigger, Partial<Record<LifecycleState, LifecycleState>>> = {
  approved: { ...staying(...LIFECYCLE_STATES), none: 'waiting' },
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
  in_library: everywhere('available', ['none']),
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

/** @returns where an event leads; null when it cannot happen in this state. */
export function nextState(state: LifecycleState, event: LifecycleTrigger): LifecycleState | null {
  return TRANSITIONS[event][state] ?? null
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const MISS_PAUSES = [HOUR, 6 * HOUR, 24 * HOUR]
const FAILURE_PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]

/** Milliseconds until a book is looked for again that was not found so many times in a row. */
export const pauseAfterMiss = (misses: number): number => stepOf(MISS_PAUSES, misses)

/** The same where no indexer could be asked: that says nothing about the book, so it is tried again sooner. */
export const pauseAfterFailure = (failures: number): number => stepOf(FAILURE_PAUSES, failures)

function stepOf(steps: readonly number[], times: number): number {
  return steps[Math.min(Math.max(times, 1), steps.length) - 1] ?? HOUR
}

/** What is known of a book when somebody has looked for it in vain. */
export interface Attempted {
  /** Searches in a row that found nothing acceptable, before this one. */
  misses: number
  /** Searches in a row that no indexer answered, before this one. */
  failures: number
  /** When the server was to look next, by its own plan; null where that time had come. */
  nextTryAt: Date | null
  /** Whether a person wanted this search. */
  asked: boolean
  /** Whether that person wanted it at once. */
  byHand: boolean
}

export interface Planned {
  misses: number
  failures: number
  nextTryAt: Date
}

/**
 * What follows when nothing acceptable was found. What people ask for says nothing about how often the server
 * should look by itself: it counts as no miss, and the plan stays as it was.
 */
export function afterMiss(before: Attempted, now: Date): Planned {
  const misses = before.asked || before.byHand ? before.misses : before.misses + 1
  const planned = before.byHand && before.nextTryAt && before.nextTryAt > now ? before.nextTryAt : null
  return { misses, failures: 0, nextTryAt: planned ?? inMilliseconds(now, pauseAfterMiss(misses)) }
}

/**
 * What follows when no indexer could be asked. That of a person counts neither and is repeated soon, never later
 * than the server would have looked by itself.
 */
export function afterFailure(before: Attempted, now: Date): Planned {
  const { misses } = before
  const failures = before.byHand ? before.failures : before.failures + 1
  const soon = inMilliseconds(now, pauseAfterFailure(failures))
  const planned = before.byHand && before.nextTryAt && before.nextTryAt > now ? before.nextTryAt : soon
  return { misses, failures, nextTryAt: planned < soon ? planned : soon }
}

const inMilliseconds = (now: Date, pause: number): Date => new Date(now.getTime() + pause)

/**
 * Milliseconds until the history is asked again for a grab that got no answer: often in the beginning,
 * when an answer that came late is about to be written there.
 * @param age milliseconds since it was sent.
 */
export function pauseUntilReconcile(age: number): number {
  return Math.min(Math.max(age / 2, 5 * SECOND), 10 * MINUTE)
}

/**
 * Milliseconds after which it counts that a grab is not in the history. The source fetches the file from the
 * indexer first, with repetitions, and gives it to a client that may be slow; it writes the entry after that,
 * and all of it goes on when nobody waits for the answer any more.
 */
export const GRAB_ENDS_WITHIN = 5 * MINUTE

/** How many releases of one search are tried when the download client or the indexer refuses them. */
export const GRABS_PER_SEARCH = 3

/** @returns the first moment of the day on which a book comes out; null when it has or when that is not known. */
export function awaitedRelease(releaseDate: string | null, now: Date): Date | null {
  if (releaseDate === null) return null
  const day = new Date(`${releaseDate}T00:00:00Z`)
  return day > now ? day : null
}
