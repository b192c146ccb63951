import { causeOf, type Cause } from '#contract/cause'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { DownloadChange, FollowedDownload } from './track.types'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What a look at a client means for the book: nothing, or where its download stands now. */
export type Turn =
  { to: 'started' } | { to: 'completed' } | { to: 'failed'; cause: Cause } | { to: 'gone'; cause: Cause }

export interface Observed {
  /** What is to be written down; null where nothing that people would notice has changed. */
  change: DownloadChange | null
  turn: Turn | null
}

export interface Look {
  now: Date
  /** Milliseconds after which a torrent counts as failed of which nothing arrives and that nobody offers. */
  stalledAfter: number
  /** Name of the client. */
  client: string
}

/** Milliseconds that a client may have nothing of a download: one that starts reads its list, or moves it. */
export const GONE_AFTER = 2 * MINUTE
/** Milliseconds without progress after which people are shown that it is stalled. */
const SHOWN_AS_STALLED = 10 * MINUTE
/** What a column of whole numbers holds. */
const LARGEST = 2_147_483_647
/** Speed and time left change with every look; by less than this share nobody minds. */
const NOTICED = 0.2

const STARTED: readonly FollowedDownload['state'][] = ['downloading', 'stalled', 'processing']
const IN_MOTION: readonly ClientDownload['state'][] = ['downloading', 'stalled']

/**
 * What follows from a download as its client shows it.
 * @param row as it is stored.
 */
export function observe(row: FollowedDownload, seen: ClientDownload, look: Look): Observed {
  const { now, client } = look
  if (troubleOf(seen, client)) return observeTrouble(row, seen)
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
  const change = isNoticed(row, next) ? next : null
  if (state === 'failed') return { change, turn: { to: 'failed', cause: failureOf(seen, client) } }
  if (state === 'completed') return { change, turn: { to: 'completed' } }
  if (isGivenUp(row, seen, stalledSince, look)) {
    const n = Math.round(look.stalledAfter / HOUR)
    return { change, turn: { to: 'failed', cause: causeOf('download_stalled', { n }) } }
  }
  const starts = STARTED.includes(state) && !STARTED.includes(row.state)
  return { change, turn: starts ? { to: 'started' } : null }
}

/** Words of clients for what is wrong with them: their disk is full, or the folder of the download is away. */
const OWN_TROUBLE =
  /no space|(?:not enough|out of|insufficient) (?:free |disk )*space|disk (?:is )?full|disk quota|^WARNING\/SPACE$|read-only file system|^missing files$|no data found! ensure your drives/i

/** What is wrong with a client, of which a download that failed tells; null where it says something of the release. */
export function troubleOf({ state, message }: ClientDownload, client: string): Cause | null {
  const text = withoutStop(message)
  const isOwn = state === 'failed' && OWN_TROUBLE.test(text)
  return isOwn ? causeOf('client_in_trouble', { client, text }) : null
}

/** What waits for its client to be in order again: no time counts, and no other release is fetched. */
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
    change: isNoticed(row, next) ? next : null,
    turn: STARTED.includes(row.state) ? null : { to: 'started' },
  }
}

/** What follows from a client that answers and does not have a download that it had. */
export function observeMissing(row: FollowedDownload, { now, client }: Look): Observed {
  const { missingSince } = row
  if (missingSince === null) return { change: { missingSince: now }, turn: null }
  if (now.getTime() - missingSince.getTime() < GONE_AFTER) return { change: null, turn: null }
  return { change: null, turn: { to: 'gone', cause: causeOf('download_gone', { client }) } }
}

/** Whole percent; 100 stands for all of it. */
function percentOf(progress: number | null): number | null {
  return progress === null || Number.isNaN(progress) ? null : Math.floor(clamp(progress, 1) * 100)
}

const wholeOf = (number: number | null): number | null =>
  number === null || Number.isNaN(number) ? null : Math.round(clamp(number, LARGEST))

const clamp = (number: number, most: number): number => Math.min(Math.max(number, 0), most)

/** Whether something arrives. What waits in a queue, or is unpacked, needs not move. */
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

/** Of Usenet it says nothing about the release that nothing arrives: the line or the provider is down. */
function isGivenUp(
  { protocol }: FollowedDownload,
  { seeds }: ClientDownload,
  stalledSince: Date | null,
  { now, stalledAfter }: Look,
): boolean {
  if (protocol === 'usenet' || stalledSince === null || (seeds ?? 0) > 0) return false
  return now.getTime() - stalledSince.getTime() >= stalledAfter
}

function failureOf({ message }: ClientDownload, client: string): Cause {
  const text = withoutStop(message)
  return text === '' ? causeOf('client_failed_it', { client }) : causeOf('client_says', { client, text })
}

const withoutStop = (message: string | null): string => message?.trim().replace(/\.$/, '') ?? ''

/** Whether what is stored would be wrong for somebody who reads it. */
function isNoticed(row: FollowedDownload, next: Required<Pick<DownloadChange, keyof Progress>>): boolean {
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
 * Milliseconds until a client is asked again about downloads. It is asked often while something moves, and seldom
 * for what only may turn up with it.
 */
export function pauseBetweenPolls(rows: readonly FollowedDownload[], now: Date): number {
  const pauses = rows.map((row) => (row.state === 'expected' ? pauseBetweenLooks(row, now) : POLL))
  return Math.min(...pauses, 15 * MINUTE)
}

/** Milliseconds between two looks for what may turn up with a client. */
function pauseBetweenLooks({ createdAt }: FollowedDownload, now: Date): number {
  const age = now.getTime() - createdAt.getTime()
  return age < 10 * MINUTE ? POLL : age < DAY ? 2 * MINUTE : 15 * MINUTE
}

/**
 * The downloads that a client is asked about in this poll. What only may turn up is left out of most while something
 * else is under way: looking for it takes more calls, every time that it is not there.
 * @param lookedAt when it was last looked for; null for never.
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
  // Less than nothing: the clock was set back.
  return isDue || since < 0 ? rows : underWay
}
/** Milliseconds between two questions to a client while something is under way. */
export const POLL = 15 * SECOND

/** Milliseconds until a client is asked again that could not be asked so many times in a row. */
export const pauseAfterPollFailure = (failures: number): number =>
  Math.min(POLL * 2 ** Math.min(Math.max(failures - 1, 0), 10), 5 * MINUTE)

/** Milliseconds without a look at a client that say nothing of whether it was there. */
const UNSEEN_AFTER = 5 * MINUTE

/**
 * Milliseconds before now in which a client was not seen: it could not be asked, or nobody was there who asked. What
 * it did in that time nobody knows, so that it counts for nothing. A jump of the clock looks the same.
 * @param due when it was to be asked.
 * @param failures times in a row that it could not be asked before.
 */
export function unseenFor({ nextAt: due, failures }: { nextAt: Date; failures: number }, now: Date): number {
  const late = Math.max(now.getTime() - due.getTime(), 0)
  const pauses = Array.from({ length: failures }, (_, at) => pauseAfterPollFailure(at + 1))
  const unseen = pauses.reduce((sum, pause) => sum + pause, late)
  return unseen < UNSEEN_AFTER ? 0 : unseen
}

/**
 * A download with the time in which its client was not seen left out; the same object where nothing counts on. What
 * began after now began now: the clock was set back.
 */
export function withoutUnseen(row: FollowedDownload, unseen: number, now: Date): FollowedDownload {
  const later = (since: Date | null) => since && new Date(Math.min(since.getTime() + unseen, now.getTime()))
  const [stalledSince, missingSince] = [later(row.stalledSince), later(row.missingSince)]
  const isSame =
    stalledSince?.getTime() === row.stalledSince?.getTime() &&
    missingSince?.getTime() === row.missingSince?.getTime()
  return isSame ? row : { ...row, stalledSince, missingSince }
}

/** Milliseconds for which a client may turn up with what was grabbed. */
export const EXPECTED_FOR = 30 * DAY

/** Milliseconds for which a history is asked for the id of a download: what is older lies pages deep. */
export const NEVER_IDENTIFIED = DAY

/** Milliseconds until a history is asked again. @param age of the grab. */
export const pauseUntilIdentify = (age: number): number => Math.max(age, 30 * SECOND)
