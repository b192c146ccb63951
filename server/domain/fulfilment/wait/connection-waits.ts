import { causeOf, causeText, type Cause } from '#contract/cause'
import { waitNotice } from '#contract/notices'
import type { NoticeDto } from '#contract/system'
import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { ClientProtocol } from '#server/domain/integrations/download-client.types'
import { AppError } from '#server/errors/app-error'
import { failureIn, faultOf } from '#server/errors/fault'
import { holdLease, LEASE } from '#server/async/lease'
import { isAhead } from '#server/async/due.rules'
import { pauseAfterPollFailure } from '#server/domain/fulfilment/track/download-state.rules'

// What a connection does says nothing about a book. While a connection does not work, the books that need it wait: it
// is probed with one cheap call, less and less often, and all of them continue as soon as that succeeds.

/** A connection that a book needs. */
export interface NeededConnection {
  /** Of the download client, the name of the search service, or a protocol for which there is no client. */
  id: string
  /** The protocol, if there is no client for it. */
  name: string
}

/** A connection that is left alone for now. */
export interface Rest {
  /** Clock milliseconds. */
  until: number
  cause: Cause
}

/** Milliseconds for which a service may ask to be left alone. */
const LONGEST_REST = 60 * 60_000

const NO_CLIENT = { torrent: 'no_torrent_client', usenet: 'no_usenet_client' } as const

/** The cause while no client for a protocol is set up. */
export const noClient = ({ source }: Pick<FulfilmentContext, 'source'>, protocol: ClientProtocol): Cause =>
  causeOf(NO_CLIENT[protocol], { service: source.name })

/** The search service, as a connection that books need. */
export const sourceOf = ({ source: { name } }: Pick<FulfilmentContext, 'source'>): NeededConnection => ({
  id: name,
  name,
})

/** What a waiting book says. */
export const waitingCause = ({ name }: Pick<NeededConnection, 'name'>, cause: Cause): Cause => {
  const { code, params } = cause
  // A cause has parts, but a part has none.
  const parts = cause.causes?.length ? cause.causes : [{ code, params }]
  return { ...causeOf('waits_for', { connection: name }), causes: parts }
}

/** The name of what a waiting book says that it waits for. */
export const nameIn = (waiting: Cause | null): string => String(waiting?.params['connection'] ?? '')

/** Leaves a connection alone, for as long as it asks or until its next probe. */
function rest(
  { resting, clock, log }: Pick<FulfilmentContext, 'resting' | 'clock' | 'log'>,
  { id, name }: NeededConnection,
  cause: Cause,
  milliseconds: number,
): Date {
  const now = clock().getTime()
  const until = now + Math.min(milliseconds, LONGEST_REST)
  if (!resting.has(id)) {
    const reason = causeText(cause).replace(/\.$/, '')
    log.warn('{connection} does not work, and the books that need it wait: {reason}', {
      connection: name,
      reason,
    })
  }
  resting.set(id, { until, cause })
  return new Date(until)
}

/** Leaves the search service alone if the error of a call says that it asks for that. */
export function restAfter(context: FulfilmentContext, error: AppError): void {
  const { cause, retryAfter } = failureIn(error)
  if (retryAfter !== null && faultOf(cause) === 'connection')
    rest(context, sourceOf(context), cause, retryAfter)
}

/** Why a connection is left alone now; null if it may be called. */
export function restOf(
  { resting, clock }: Pick<FulfilmentContext, 'resting' | 'clock'>,
  id: string,
): Rest | null {
  const found = resting.get(id)
  return found && isAhead(new Date(found.until), clock(), LONGEST_REST) ? found : null
}

/**
 * Whether a connection works, by a call that costs nothing but shows what books need of it.
 * @returns why not, or null. A connection that is gone or turned off is nothing to wait for, nor is a client if another
 *   takes what it would have been sent.
 */
async function probe(context: FulfilmentContext, id: string): Promise<Failure | null> {
  const { source, noteClient } = context
  const clients = await context.clients()
  if (id === 'torrent' || id === 'usenet') {
    const isThere = clients.some(({ protocol }) => protocol === id)
    return isThere ? null : { cause: noClient(context, id), retryAfter: null }
  }
  if (id === source.name) return failureOf(() => source.indexers())
  const open = clients.find((client) => client.id === id)
  if (!open) return null
  const failure = await failureOf(() => open.client.list())
  await noteClient(id, failure ? { cause: failure.cause } : { ok: true })
  if (failure === null) return null
  // A book needs any client of its protocol. One that is left alone now is not asked either.
  const others = clients.filter((other) => other.protocol === open.protocol && other.id !== id)
  for (const other of others) {
    if (restOf(context, other.id) || (await failureOf(() => other.client.list()))) continue
    return null
  }
  return failure
}

type Failure = Pick<ReturnType<typeof failureIn>, 'cause' | 'retryAfter'>

async function failureOf(call: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await call()
    return null
  } catch (error) {
    if (error instanceof AppError) return failureIn(error)
    throw error
  }
}

/**
 * Probes the connections that books wait for, each when it is due and by one server at a time, and lets the books
 * continue once one works.
 * @returns when a probe is due next; null if no book waits.
 */
export async function probeDue(context: FulfilmentContext): Promise<Date | null> {
  const { fulfilments, working } = context
  const waits = await fulfilments.listWaits()
  const next = await Promise.all(
    waits.map(({ waitsFor, cause }) => probeWhenDue(context, { id: waitsFor, name: nameIn(cause) })),
  )
  const times = next.filter((at) => at !== null).map(Number)
  return times.length > 0 && !working.stopping.signal.aborted ? new Date(Math.min(...times)) : null
}

/** @returns when it is due next; null if it works. */
async function probeWhenDue(context: FulfilmentContext, connection: NeededConnection): Promise<Date | null> {
  const { id } = connection
  const { polls, resting, working, demand, fulfilments, transaction, clock, log } = context
  const key = keyOf(id)
  const owner = crypto.randomUUID()
  const now = clock()
  const claimed = await polls.claim(key, { now, owner, leaseUntil: new Date(now.getTime() + LEASE) })
  if (claimed instanceof Date) return claimed
  const renew = (until: Date) => polls.renew(key, owner, until)
  const lease = holdLease({ renew, signal: working.stopping.signal, clock, log })
  const failure = await probe(context, id).finally(lease.end)
  if (failure === null) {
    resting.delete(id)
    await transaction((within) => fulfilments.resumeWaiting(within, id, clock()))
    await polls.finish(key, owner, { nextAt: clock(), failures: 0 })
    demand.wake()
    return null
  }
  const failures = claimed.failures + 1
  const pause = failure.retryAfter ?? pauseAfterPollFailure(failures)
  const nextAt = rest(context, connection, failure.cause, pause)
  await polls.finish(key, owner, { nextAt, failures })
  return nextAt
}

/** The schedule of a probe, beside those of the polls that follow downloads. */
const keyOf = (id: string) => `wait for ${id}`

/** What a book has to wait for. */
export interface Trouble {
  connection: NeededConnection
  cause: Cause
  /** The indexer behind the search service that is in trouble, if it is one. */
  indexer?: string | undefined
  /** Milliseconds that the service asks to be left alone. */
  retryAfter?: number | undefined
}

/**
 * Finds out whether a book waits for a connection that does not work, or whether the trouble lies behind it and only time
 * helps.
 * @returns when the connection is to be called next; null if it works.
 */
export async function restOfTrouble(context: FulfilmentContext, trouble: Trouble): Promise<Date | null> {
  const { connection, cause, indexer, retryAfter } = trouble
  const known = restOf(context, connection.id)
  if (known) return new Date(known.until)
  if (indexer === undefined && retryAfter !== undefined) return rest(context, connection, cause, retryAfter)
  const failure = await probe(context, connection.id)
  if (failure) return rest(context, connection, failure.cause, failure.retryAfter ?? pauseAfterPollFailure(1))
  context.resting.delete(connection.id)
  return null
}

/** Plans the probe of a connection that a book begins to wait for. */
export async function planProbe(
  { polls }: Pick<FulfilmentContext, 'polls'>,
  within: Transaction,
  { id, at, now, failures }: { id: string; at: Date; now: Date; failures: number },
): Promise<void> {
  await polls.plan(within, keyOf(id), { nextAt: at, failures }, now)
}

/** Lets probes happen at once: a connection was changed, or works again. */
export async function hastenProbes({
  fulfilments,
  polls,
  transaction,
  clock,
}: FulfilmentContext): Promise<void> {
  const keys = (await fulfilments.listWaits()).map(({ waitsFor }) => keyOf(waitsFor))
  if (keys.length > 0) await transaction((within) => polls.hasten(within, keys, clock()))
}

/** The notices for administrators: one for each connection that books wait for, whatever their number. */
export async function notices({ fulfilments }: Pick<FulfilmentContext, 'fulfilments'>): Promise<NoticeDto[]> {
  const waits = await fulfilments.listWaits()
  return waits.flatMap(({ books, cause }) => (cause ? [waitNotice(books, cause)] : []))
}
