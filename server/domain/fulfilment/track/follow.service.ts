import type { Cause } from '#contract/cause'
import { holdLease, LEASE } from '#server/async/lease'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { tellProgress } from '#server/domain/fulfilment/fulfilment-events'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { AppError } from '#server/errors'
import { causeFrom } from '#server/problem'
import {
  observe,
  observeMissing,
  pauseAfterPollFailure,
  pauseBetweenPolls,
  rowsToAsk,
  troubleOf,
  unseenFor,
  withoutUnseen,
  type Look,
  type Observed,
} from './download-state.rules'
import type { Progress } from './downloads.repository'
import { byName, findByName, isLookedForByName, mayBe, type Named } from './find-download.rules'
import { noteGrabs } from './note-grabs'
import { removeDue } from './removals.service'
import { takeTurn } from './turns.service'
import type { DownloadChange, FollowedDownload, OpenClient } from './track.types'

const HOUR = 60 * 60_000

/** One client with the downloads it may have. */
interface Asked {
  client: OpenClient
  rows: readonly FollowedDownload[]
  /** Connection ids of the other clients. */
  others: string[]
}

/** A client that this server polls now. @see unseenFor */
interface Claimed extends Asked {
  unseen: number
}

/** A download that was looked for, and what to store about it. */
interface Finding {
  row: FollowedDownload
  /** How it was found; null if that is known already. */
  found: DownloadChange | null
  observed: Observed
  /** When the client added it; null if it does not say. */
  addedAt: Date | null
}

/**
 * Polls the download clients that are due, each once and by one server at a time. A client that has none of
 * our downloads is only checked for reachability. Does nothing if no client is set up.
 * @returns when a client is due next; null if none is set up.
 */
export async function followDue(context: FulfilmentContext): Promise<Date | null> {
  const clients = await context.clients()
  if (clients.length === 0 || context.working.stopping.signal.aborted) return null
  await noteGrabs(context)
  const followed = await context.downloads.listFollowed(context.clock())
  const ids = new Set(clients.map(({ id }) => id))
  const asked = clients.map((client): Asked => {
    const rows = followed.filter((row) => mayHave(client, row, ids))
    const others = [...ids].filter((id) => id !== client.id)
    return { client, rows, others }
  })
  const next = await Promise.all(asked.map((one) => pollWhenDue(context, one)))
  return new Date(Math.min(...next.map(Number)))
}

/**
 * A download that no client has reported yet, or whose client was removed, may be in any client for its
 * protocol.
 */
function mayHave(client: OpenClient, row: FollowedDownload, ids: ReadonlySet<string>): boolean {
  if (row.connectionId !== null && ids.has(row.connectionId)) return row.connectionId === client.id
  return row.protocol === 'unknown' || row.protocol === client.protocol
}

/** @returns when it is due next. Never throws on a client's failure. */
async function pollWhenDue(context: FulfilmentContext, asked: Asked): Promise<Date> {
  const { polls, clock, log } = context
  const { client } = asked
  const owner = crypto.randomUUID()
  const now = clock()
  const leaseUntil = new Date(now.getTime() + LEASE)
  const claimed = await polls.claim(client.id, { now, owner, leaseUntil })
  if (claimed instanceof Date) return claimed
  const renew = (until: Date) => polls.renew(client.id, owner, until)
  const lease = holdLease({ renew, signal: context.working.stopping.signal, clock, log })
  const taken = { ...asked, unseen: unseenFor(claimed, now) }
  const { cause, rows, removeAt } = await pollAndRemove(context, taken, lease.signal).finally(lease.end)
  const failures = cause === null ? 0 : claimed.failures + 1
  const pause = cause === null ? pauseBetweenPolls(rows, now) : pauseAfterPollFailure(failures)
  const nextAt = new Date(Math.min(clock().getTime() + pause, Number(removeAt ?? Infinity)))
  await polls.finish(client.id, owner, { nextAt, failures })
  return nextAt
}

/**
 * Excludes the time in which a client was not seen. @param unseen milliseconds before now.
 * @returns the downloads as updated.
 */
async function forgetUnseen(
  { downloads, transaction, clock }: FulfilmentContext,
  rows: readonly FollowedDownload[],
  unseen: number,
): Promise<FollowedDownload[]> {
  const now = clock()
  const moved = rows.map((row) => withoutUnseen(row, unseen, now))
  const changed = moved.filter((row, at) => row !== rows[at])
  if (changed.length === 0) return moved
  await transaction(async (within) => {
    for (const { grabId, stalledSince, missingSince } of changed) {
      await downloads.change(within, grabId, { stalledSince, missingSince }, now)
    }
  })
  return moved
}

interface Polled {
  /** Why the client could not be polled; null if it was. */
  cause: Cause | null
  /** The downloads as updated. */
  rows: readonly FollowedDownload[]
}

/** @returns also when the next removal is due; null if there is none. */
async function pollAndRemove(
  context: FulfilmentContext,
  asked: Claimed,
  signal: AbortSignal,
): Promise<Polled & { removeAt: Date | null }> {
  const polled = await poll(context, asked, signal)
  const removeAt = polled.cause === null ? await removeDue(context, asked.client, signal) : null
  return { ...polled, removeAt }
}

async function poll(context: FulfilmentContext, asked: Claimed, signal: AbortSignal): Promise<Polled> {
  const { noteClient, log, lookedAt, clock } = context
  const { client, rows } = asked
  const now = clock()
  const wanted = rowsToAsk(rows, lookedAt.get(client.id) ?? null, now)
  let shown: ClientDownload[]
  try {
    shown = await ask(context, client, wanted)
  } catch (error) {
    if (!(error instanceof AppError))
      log.error('Polling {client} failed unexpectedly: {error}', { client: client.name, error })
    const cause = causeFrom(error)
    await noteClient(client.id, { cause })
    return { cause, rows }
  }
  const trouble = troubleAmong(rows, shown, client.name)
  await noteClient(client.id, trouble ? { cause: trouble } : { ok: true })
  if (wanted.length === rows.length) lookedAt.set(client.id, now)
  // Another server may be polling by now.
  if (signal.aborted) return { cause: null, rows }
  const left = rows.filter((row) => !wanted.includes(row))
  return { cause: null, rows: [...left, ...(await takeIn(context, { ...asked, rows: wanted }, shown))] }
}

/** The trouble with a client that its reports on our downloads reveal. */
function troubleAmong(
  rows: readonly FollowedDownload[],
  shown: readonly ClientDownload[],
  client: string,
): Cause | null {
  const ours = new Set(rows.map(({ downloadId }) => downloadId))
  const told = shown.flatMap((one) => (ours.has(one.id) ? (troubleOf(one, client) ?? []) : []))
  return told[0] ?? null
}

/** Polls a client, including its category if something has to be found by name. */
async function ask(
  { clock }: FulfilmentContext,
  { client }: OpenClient,
  rows: readonly FollowedDownload[],
): Promise<ClientDownload[]> {
  const now = clock()
  const ids = rows.flatMap(({ downloadId }) => (downloadId === null ? [] : [downloadId]))
  if (rows.length === 0) {
    await client.ping()
    return []
  }
  return rows.some((row) => isLookedForByName(row, now)) ? client.list(ids) : client.status(ids)
}

/** Stores what a client reported. @returns the downloads as updated. */
async function takeIn(
  context: FulfilmentContext,
  { client, rows: before, others, unseen }: Claimed,
  shown: ClientDownload[],
): Promise<FollowedDownload[]> {
  const settings = await context.settings()
  const rows = await forgetUnseen(context, before, unseen)
  const now = context.clock()
  const look = { now, client: client.name, stalledAfter: settings.stalled_after_hours * HOUR }
  const names = await namesOf(context, { rows, others }, shown, now)
  const findings = findAll(client, rows, { shown, ...names }, look)
  const plain = findings.filter((one) => !one.observed.turn && isPlain(one))
  await context.transaction(async (within) => {
    await context.downloads.saveProgress(within, plain.map(progressOf), now)
    for (const one of findings) {
      const { row, found, observed } = one
      if (observed.turn || isPlain(one)) continue
      const change = { ...found, ...observed.change }
      if (Object.keys(change).length > 0) await context.downloads.change(within, row.grabId, change, now)
    }
  })
  const changed = findings.filter(({ found, observed }) => !observed.turn && (found || observed.change))
  await tellProgress(
    context,
    changed.map(({ row }) => row.asin),
  )
  for (const finding of findings) {
    if (finding.observed.turn) await takeTurn(context, { ...finding, client })
  }
  return findings.map(({ row, found, observed }) => ({ ...row, ...found, ...observed.change }))
}

/** A client's report while it is being matched. */
interface Shown {
  shown: readonly ClientDownload[]
  named: Named
  /** Ids that belong to other releases; matches are added as they are found. */
  taken: Set<string>
}

/**
 * The client's downloads by name, if any release has to be found by name. A download that belongs to another
 * release always will: a failed download stays in the client, and the next release may have the same name.
 */
async function namesOf(
  { downloads }: FulfilmentContext,
  { rows, others }: Omit<Asked, 'client'>,
  shown: readonly ClientDownload[],
  now: Date,
): Promise<Pick<Shown, 'named' | 'taken'>> {
  const taken = new Set(rows.flatMap(({ downloadId }) => (downloadId === null ? [] : [downloadId])))
  const sought = rows.filter((row) => isLookedForByName(row, now))
  const named: Named = sought.length === 0 ? new Map() : byName(shown)
  const ids = sought.flatMap((row) => mayBe(row, named)).map(({ id }) => id)
  const held = await downloads.holders(others, [...new Set(ids)])
  for (const { downloadId } of held) if (downloadId !== null) taken.add(downloadId)
  return { named, taken }
}

function findAll(
  client: OpenClient,
  rows: readonly FollowedDownload[],
  { shown, named, taken }: Shown,
  look: Look,
): Finding[] {
  const byId = new Map(shown.map((one) => [one.id, one]))
  return rows.map((row): Finding => {
    const known = row.downloadId === null ? undefined : byId.get(row.downloadId)
    const isNamed = known === undefined && isLookedForByName(row, look.now)
    const seen = known ?? (isNamed ? findByName(row, named, taken) : null)
    if (seen) {
      taken.add(seen.id)
      return {
        row,
        found: foundNow(client, row, seen, known !== undefined),
        observed: observe(row, seen, look),
        addedAt: seen.addedAt,
      }
    }
    // A download that this server added is there from the start.
    const isHere = row.connectionId === client.id && (row.state !== 'expected' || row.foundBy === 'sent')
    const observed = isHere ? observeMissing(row, look) : { change: null, turn: null }
    return { row, found: null, observed, addedAt: null }
  })
}

function foundNow(
  client: OpenClient,
  row: FollowedDownload,
  seen: ClientDownload,
  byId: boolean,
): DownloadChange | null {
  if (row.foundBy !== null && row.connectionId === client.id && row.client === client.name) return null
  const foundBy = row.foundBy ?? (byId ? 'hash' : 'name')
  return { connectionId: client.id, client: client.name, downloadId: seen.id, foundBy }
}

/** Whether only the progress changes, which is stored for many downloads at once. */
function isPlain({ row, found, observed: { change } }: Finding): boolean {
  if (found !== null || change?.state === undefined) return false
  return [row.stalledSince, row.missingSince, change.stalledSince].every((since) => since === null)
}

const progressOf = ({ row, observed: { change } }: Finding): Progress => ({
  grabId: row.grabId,
  state: change?.state ?? row.state,
  percent: change?.percent ?? null,
  speed: change?.speed ?? null,
  secondsLeft: change?.secondsLeft ?? null,
})
