import { causeOf, type Cause } from '#contract/cause'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { DownloadChange, FollowedDownload } from './track.types'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The effect of a poll on the book: nothing, or the new state of its download. */
export type DownloadTransition =
  { to: 'started' } | { to: 'completed' } | { to: 'failed'; cause: Cause } | { to: 'gone'; cause: Cause }

export interface Observed {
  /** What to store; null if nothing changed that people would notice. */
  change: DownloadChange | null
  transition: DownloadTransition | null
}

export interface Look {
  now: Date
  /** Milliseconds without progress or seeders after which a torrent counts as failed. */
  stalledAfter: number
  /** Name of the client. */
  client: string
}

/**
 * Milliseconds that a download may be missing from a client, which may be starting or moving the download.
 */
export const GONE_AFTER = 2 * MINUTE
/** Milliseconds without progress after which people see that it is stalled. */
const SHOWN_AS_STALLED = 10 * MINUTE
/** Largest value of an integer column. */
const LARGEST = 2_147_483_647
/** Speed and time left change with every poll; no one notices a smaller relative change. */
const NOTICED = 0.2

const STARTED: readonly FollowedDownload['state'][] = ['downloading', 'stalled', 'processing']
const IN_MOTION: readonly ClientDownload['state'][] = ['downloading', 'stalled']

/**
 * Decides what follows from what a client reports about a download.
 * @param row the stored download.
 */
export function observe(row: FollowedDownload, seen: ClientDownload, look: Look): Observed {
  const { now, client } = look
  if (seen.problem === 'client') return observeTrouble(row, seen)
  const percent = percentOf(seen.progress)
  const stalledSince = isMoving(row, seen, percent) ? null : (row.stalledSince ?? now)
  const state = stateOf(seen, stalledSince, now)
  const next = {
    state,
    percent: state === 'completed' ? 100 : percent,
    speed: wholeOf(seen.speed),
    secondsLeft: wholeOf(seen.secondsLeft),
    stalledSince,
    missingSince: null,
  }
  const change = isNoticeable(row, next) ? next : null
  if (state === 'failed') return { change, transition: { to: 'failed', cause: failureOf(seen, client) } }
  if (state === 'completed') return { change, transition: { to: 'completed' } }
  if (isGivenUp(row, seen, stalledSince, look)) {
    const n = Math.round(look.stalledAfter / HOUR)
    return { change, transition: { to: 'failed', cause: causeOf('download_stalled', { n }) } }
  }
  const starts = STARTED.includes(state) && !STARTED.includes(row.state)
  return { change, transition: starts ? { to: 'started' } : null }
}

/** The trouble with a client that a failed download reveals; null if it failed because of the release. */
export function clientProblemOf({ problem, message: text }: ClientDownload, client: string): Cause | null {
  if (problem !== 'client') return null
  return text === null
    ? causeOf('client_files_missing', { client })
    : causeOf('client_in_trouble', { client, text })
}

/** A download that waits for its client to recover: no timer runs, and no other release is fetched. */
function observeTrouble(row: FollowedDownload, seen: ClientDownload): Observed {
  const next = {
    state: 'stalled',
    percent: percentOf(seen.progress) ?? row.percent,
    speed: null,
    secondsLeft: null,
    stalledSince: null,
    missingSince: null,
  } as const
  return {
    change: isNoticeable(row, next) ? next : null,
    transition: STARTED.includes(row.state) ? null : { to: 'started' },
  }
}

/** Decides what follows when a reachable client no longer has a download. */
export function observeMissing(row: FollowedDownload, { now, client }: Look): Observed {
  const { missingSince } = row
  if (missingSince === null) return { change: { missingSince: now }, transition: null }
  if (now.getTime() - missingSince.getTime() < GONE_AFTER) return { change: null, transition: null }
  return { change: null, transition: { to: 'gone', cause: causeOf('download_gone', { client }) } }
}

/** Whole percent; 100 means complete. */
function percentOf(progress: number | null): number | null {
  return progress === null || Number.isNaN(progress) ? null : Math.floor(clamp(progress, 1) * 100)
}

const wholeOf = (number: number | null): number | null =>
  number === null || Number.isNaN(number) ? null : Math.round(clamp(number, LARGEST))

const clamp = (number: number, most: number): number => Math.min(Math.max(number, 0), most)

/** Whether data is expected to arrive: not while it is queued or being unpacked. */
function isMoving(row: FollowedDownload, seen: ClientDownload, percent: number | null): boolean {
  if (!IN_MOTION.includes(seen.state)) return true
  if (seen.speed !== null && seen.speed > 0) return true
  if ((percent ?? 0) > (row.percent ?? 0)) return true
  return seen.speed === null && seen.state === 'downloading' && seen.secondsLeft !== null
}

function stateOf({ state }: ClientDownload, stalledSince: Date | null, now: Date): ClientDownload['state'] {
  if (state !== 'downloading' || stalledSince === null) return state
  return now.getTime() - stalledSince.getTime() >= SHOWN_AS_STALLED ? 'stalled' : state
}

/** Only for torrents: a stalled Usenet download points to the connection or the provider, not to the release. */
function isGivenUp(
  { protocol }: FollowedDownload,
  { seeds }: ClientDownload,
  stalledSince: Date | null,
  { now, stalledAfter }: Look,
): boolean {
  if (protocol === 'usenet' || stalledSince === null || (seeds ?? 0) > 0) return false
  return now.getTime() - stalledSince.getTime() >= stalledAfter
}

function failureOf({ message: text }: ClientDownload, client: string): Cause {
  return text === null ? causeOf('client_failed_it', { client }) : causeOf('client_says', { client, text })
}

/** Whether the stored row would mislead a reader. */
function isNoticeable(row: FollowedDownload, next: Required<Pick<DownloadChange, keyof Progress>>): boolean {
  return (
    row.state !== next.state ||
    row.percent !== next.percent ||
    row.stalledSince?.getTime() !== next.stalledSince?.getTime() ||
    row.missingSince !== null ||
    differs(row.secondsLeft, next.secondsLeft) ||
    differs(row.speed, next.speed)
  )
}
type Progress = Pick<FollowedDownload, 'state' | 'percent' | 'speed' | 'secondsLeft' | 'stalledSince'>

function differs(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before !== after
  return Math.abs(after - before) > NOTICED * Math.max(before, 1)
}

/**
 * Milliseconds until the next poll of a client: short while something is moving, long when downloads are merely
 * expected.
 */
export function pauseBetweenPolls(rows: readonly FollowedDownload[], now: Date): number {
  const pauses = rows.map((row) => (row.state === 'expected' ? pauseBetweenLooks(row, now) : POLL))
  return Math.min(...pauses, 15 * MINUTE)
}

/** Milliseconds between checks for an expected download. */
function pauseBetweenLooks({ createdAt }: FollowedDownload, now: Date): number {
  const age = now.getTime() - createdAt.getTime()
  return age < 10 * MINUTE ? POLL : age < DAY ? 2 * MINUTE : 15 * MINUTE
}

/**
 * The downloads to ask about in this poll. While others are in progress, most polls skip expected ones: looking for
 * them takes extra calls each time.
 * @param lookedAt when they were last looked for; null for never.
 */
export function rowsToAsk(
  rows: readonly FollowedDownload[],
  lookedAt: Date | null,
  now: Date,
): readonly FollowedDownload[] {
  const underWay = rows.filter(({ state }) => state !== 'expected')
  if (lookedAt === null || underWay.length === 0) return rows
  const since = now.getTime() - lookedAt.getTime()
  const isDue = rows.some((row) => {
    if (row.state !== 'expected') return false
    const pause = pauseBetweenLooks(row, now)
    return pause === POLL || row.createdAt > lookedAt || since >= pause
  })
  // A negative time means that the clock was set back.
  return isDue || since < 0 ? rows : underWay
}
/** Milliseconds between polls while a download is in progress. */
export const POLL = 15 * SECOND

/** Milliseconds until the next poll after so many failures in a row. */
export const pauseAfterPollFailure = (failures: number): number =>
  Math.min(POLL * 2 ** Math.min(Math.max(failures - 1, 0), 10), 5 * MINUTE)

/** Milliseconds without a poll that still do not count as an outage. */
const UNSEEN_AFTER = 5 * MINUTE

/**
 * Milliseconds before now in which a client was not seen, because it could not be reached or no one asked. What it did
 * then is unknown, so that time does not count. A clock jump looks the same.
 * @param due when it was to be polled.
 * @param failures failed polls in a row before.
 */
export function unseenFor({ nextAt: due, failures }: { nextAt: Date; failures: number }, now: Date): number {
  const late = Math.max(now.getTime() - due.getTime(), 0)
  const pauses = Array.from({ length: failures }, (_, at) => pauseAfterPollFailure(at + 1))
  const unseen = pauses.reduce((sum, pause) => sum + pause, late)
  return unseen < UNSEEN_AFTER ? 0 : unseen
}

/**
 * A download with the unseen time excluded; the same object if no timer runs. Times in the future become now: the clock
 * was set back.
 */
export function withoutUnseen(row: FollowedDownload, unseen: number, now: Date): FollowedDownload {
  const later = (since: Date | null) => since && new Date(Math.min(since.getTime() + unseen, now.getTime()))
  const [stalledSince, missingSince] = [later(row.stalledSince), later(row.missingSince)]
  const isSame =
    stalledSince?.getTime() === row.stalledSince?.getTime() &&
    missingSince?.getTime() === row.missingSince?.getTime()
  return isSame ? row : { ...row, stalledSince, missingSince }
}

/** Milliseconds for which a grabbed release may still turn up in a client. */
export const EXPECTED_FOR = 30 * DAY

/** Milliseconds for which the history is asked for a download's id; older entries are many pages back. */
export const NEVER_IDENTIFIED = DAY

/** Milliseconds until the history is asked again. @param age of the grab. */
export const pauseUntilIdentify = (age: number): number => Math.max(age, 30 * SECOND)
