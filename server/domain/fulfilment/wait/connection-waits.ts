import { causeOf, type Cause } from '#contract/cause'
import { waitNotice } from '#contract/notices'
import type { NoticeDto } from '#contract/system'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import type { ClientProtocol } from '#server/domain/integrations/download-client.types'
import { AppError } from '#server/errors/app-error'
import { failureIn } from '#server/errors/fault'
import { holdLease, LEASE } from '#server/async/lease'
import { probeKey } from './rests.repository'
import { askedRestOf, leaveAlone, restOf, type Failure, type NeededConnection } from './rests'
import { noticeChanges, routeOf } from './setup'

// What a connection does says nothing about a book. While a connection does not work, the books that need it wait: it
// is probed with one cheap call, less and less often, and all of them continue as soon as that succeeds, or once there
// is nothing left to wait for.

const NO_CLIENT = { torrent: 'no_torrent_client', usenet: 'no_usenet_client' } as const

/** The cause while no client for a protocol is set up. */
export const noClient = ({ source }: Pick<FulfilmentContext, 'source'>, protocol: ClientProtocol): Cause =>
  causeOf(NO_CLIENT[protocol], { service: source.name })

/** What a waiting book says. */
export const waitingCause = ({ name }: Pick<NeededConnection, 'name'>, cause: Cause): Cause => {
  const { code, params } = cause
  // A cause has parts, but a part has none.
  const parts = cause.causes?.length ? cause.causes : [{ code, params }]
  return { ...causeOf('waits_for', { connection: name }), causes: parts }
}

/** The name of what a waiting book says that it waits for. */
export const nameIn = (waiting: Cause | null): string => String(waiting?.params['connection'] ?? '')

/**
 * Whether nothing is left to wait for: the connection is gone or turned off, or releases of its protocol are sent in
 * another way.
 */
async function isMoot(context: FulfilmentContext, id: string): Promise<boolean> {
  const { source } = context
  if (id === source.name) return !(await source.configured())
  const clients = await context.clients()
  const protocol = isProtocol(id) ? id : clients.find((client) => client.id === id)?.protocol
  return protocol === undefined || (await routeOf(context, protocol)) !== 'client'
}

const isProtocol = (id: string): id is ClientProtocol => id === 'torrent' || id === 'usenet'

/**
 * Whether a connection works, by a call that costs nothing but shows what books need of it. One that has asked to be
 * left alone is not called.
 * @returns why not, or null. A client is nothing to wait for if another takes what it would have been sent.
 */
async function probe(context: FulfilmentContext, id: string): Promise<Failure | null> {
  const { source, noteClient } = context
  const clients = await context.clients()
  if (isProtocol(id)) {
    const isThere = clients.some(({ protocol }) => protocol === id)
    return isThere ? null : { cause: noClient(context, id), retryAfter: null }
  }
  const asked = await askedRestOf(context, id)
  if (id === source.name) return asked ?? failureOf(() => source.indexers())
  const open = clients.find((client) => client.id === id)
  if (!open) return null
  const failure = asked ?? (await failureOf(() => open.client.list()))
  if (!asked) await noteClient(id, failure ? { cause: failure.cause } : { ok: true })
  if (failure === null) return null
  // A book needs any client of its protocol. One that is left alone now is not asked either.
  const others = clients.filter((other) => other.protocol === open.protocol && other.id !== id)
  for (const other of others) {
    if ((await restOf(context, other.id)) || (await failureOf(() => other.client.list()))) continue
    return null
  }
  return failure
}

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
 * continue once one works or is not needed any more.
 * @returns when a probe is due next; null if no book waits.
 */
export async function probeDue(context: FulfilmentContext): Promise<Date | null> {
  const { fulfilments, working } = context
  await noticeChanges(context)
  const waits = await fulfilments.listWaits()
  const next = await Promise.all(
    waits.map(({ waitsFor, cause }) => probeWhenDue(context, { id: waitsFor, name: nameIn(cause) })),
  )
  const times = next.filter((at) => at !== null).map(Number)
  return times.length > 0 && !working.stopping.signal.aborted ? new Date(Math.min(...times)) : null
}

/** @returns when it is due next; null if nothing waits for it any more. */
async function probeWhenDue(context: FulfilmentContext, connection: NeededConnection): Promise<Date | null> {
  const { id } = connection
  const { polls, working, clock, log } = context
  if (await isMoot(context, id)) return letGo(context, id)
  const key = probeKey(id)
  const owner = crypto.randomUUID()
  const now = clock()
  const claimed = await polls.claim(key, { now, owner, leaseUntil: new Date(now.getTime() + LEASE) })
  if (claimed instanceof Date) return claimed
  const renew = (until: Date) => polls.renew(key, owner, until)
  const lease = holdLease({ renew, signal: working.stopping.signal, clock, log })
  const failure = await probe(context, id).finally(lease.end)
  if (failure === null) return letGo(context, id)
  const failures = claimed.failures + 1
  const nextAt = await leaveAlone(context, connection, failure, failures)
  await polls.finish(key, owner, { nextAt, failures })
  return nextAt
}

/** Makes every book due that waits for a connection. */
async function letGo(context: FulfilmentContext, id: string): Promise<null> {
  const { rests, fulfilments, transaction, demand, clock } = context
  await transaction(async (within) => {
    await fulfilments.resumeWaiting(within, id, clock())
    await rests.forget(within, [id])
  })
  demand.wake()
  return null
}

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
  const { id } = connection
  const known = await restOf(context, id)
  if (known) return known.until
  if (indexer === undefined && retryAfter !== undefined)
    return leaveAlone(context, connection, { cause, retryAfter })
  const failure = (await isMoot(context, id)) ? null : await probe(context, id)
  if (failure) return leaveAlone(context, connection, failure)
  await context.transaction((within) => context.rests.forget(within, [id]))
  return null
}

/** Lets probes happen at once: a connection was changed, or works again. One that asked for time keeps it. */
export function hastenProbes({ rests, clock }: Pick<FulfilmentContext, 'rests' | 'clock'>): Promise<void> {
  return rests.hasten(clock())
}

/** The notices for administrators: one for each connection that books wait for, whatever their number. */
export async function notices({ fulfilments }: Pick<FulfilmentContext, 'fulfilments'>): Promise<NoticeDto[]> {
  const waits = await fulfilments.listWaits()
  return waits.flatMap(({ books, cause }) => (cause ? [waitNotice(books, cause)] : []))
}
