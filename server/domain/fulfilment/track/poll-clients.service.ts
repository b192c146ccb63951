import type { Cause } from '#contract/cause'
import { holdLease, LEASE } from '#server/async/lease'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import { AppError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'
import { storeReport, type Asked, type Claimed, type Report } from './client-report'
import {
  pauseAfterPollFailure,
  pauseBetweenPolls,
  rowsToAsk,
  clientProblemOf,
  unseenFor,
} from './download-state.rules'
import { byName, isLookedForByName, possibleMatches } from './find-download.rules'
import { noteGrabs } from './identify.service'
import { removeDue } from './removals.service'
import type { FollowedDownload, OpenClient } from './track.types'

/**
 * Polls the download clients that are due, each once and by one server at a time. A client that has none of
 * our downloads is only checked for reachability. Does nothing if no client is set up.
 * @returns when a client is due next; null if none is set up.
 */
export async function pollDue(context: FulfilmentContext): Promise<Date | null> {
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
  const failures: unknown[] = []
  const polls = asked.map((one) =>
    pollWhenDue(context, one).catch((error: unknown) => void failures.push(error)),
  )
  const next = await Promise.all(polls)
  // After all of them, so that the trouble with one stops no other.
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
  return new Date(Math.min(...next.flatMap((at) => at ?? []).map(Number)))
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
  let report: Asking
  try {
    report = await ask(context, client, wanted)
  } catch (error) {
    if (!(error instanceof AppError))
      log.error('Polling {client} failed unexpectedly: {error}', { client: client.name, error })
    const cause = causeFrom(error)
    await noteClient(client.id, { cause })
    return { cause, rows }
  }
  const trouble = troubleAmong(rows, report.shown, client.name) ?? report.trouble
  await noteClient(client.id, trouble ? { cause: trouble } : { ok: true })
  if (wanted.length === rows.length) lookedAt.set(client.id, now)
  // Another server may be polling by now.
  if (signal.aborted) return { cause: null, rows }
  const left = rows.filter((row) => !wanted.includes(row))
  return { cause: null, rows: [...left, ...(await storeReport(context, { ...asked, rows: wanted }, report))] }
}

/** The trouble with a client that its reports on our downloads reveal. */
function troubleAmong(
  rows: readonly FollowedDownload[],
  shown: readonly ClientDownload[],
  client: string,
): Cause | null {
  const ours = new Set(rows.map(({ downloadId }) => downloadId))
  const told = shown.flatMap((one) => (ours.has(one.id) ? (clientProblemOf(one, client) ?? []) : []))
  return told[0] ?? null
}

interface Asking extends Report {
  /** Why it could not be asked about everything; null if it was. */
  trouble: Cause | null
}

/**
 * Polls a client, including its category if something has to be found by name, and what is outside of it if that has
 * nothing of the name: a program that sends releases there may use a category of its own.
 */
async function ask(
  { clock }: FulfilmentContext,
  { client }: OpenClient,
  rows: readonly FollowedDownload[],
): Promise<Asking> {
  const now = clock()
  const ids = rows.flatMap(({ downloadId }) => (downloadId === null ? [] : [downloadId]))
  if (rows.length === 0) {
    await client.ping()
    return { shown: [], elsewhere: [], trouble: null }
  }
  const sought = rows.filter((row) => isLookedForByName(row, now))
  if (sought.length === 0) return { shown: await client.status(ids), elsewhere: [], trouble: null }
  const shown = await client.list(ids)
  const named = byName(shown)
  const isMissing = sought.some(
    (row) => !shown.some(({ id }) => id === row.downloadId) && possibleMatches(row, named).length === 0,
  )
  return { shown, ...(isMissing ? await askElsewhere(client) : { elsewhere: [], trouble: null }) }
}

/** What is outside of the category. What is in it has been reported already, and counts whatever happens here. */
async function askElsewhere(client: OpenClient['client']): Promise<Omit<Asking, 'shown'>> {
  try {
    return { elsewhere: await client.others(), trouble: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { elsewhere: [], trouble: causeFrom(error) }
  }
}
