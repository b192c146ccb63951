import { causeText, type Cause } from '#contract/cause'
import { isAhead } from '#server/async/due.rules'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { pauseAfterPollFailure, POLL } from '#server/domain/fulfilment/track/download-state.rules'
import type { AppError } from '#server/errors/app-error'
import { failureIn, faultOf } from '#server/errors/fault'
import type { StoredRest } from './rests.repository'

// A connection that does not work is left alone for a while, by every instance: the rows say until when.

/** A connection that a book needs. */
export interface NeededConnection {
  /** Of the download client, the name of the search service, or a protocol for which there is no client. */
  id: string
  /** The protocol, if there is no client for it. */
  name: string
}

/** A connection that is left alone for now. */
interface Rest extends StoredRest {
  until: Date
}

/** What the failed call of a connection said. */
export interface Failure extends Pick<ReturnType<typeof failureIn>, 'cause' | 'retryAfter'> {
  /** Until when it has asked to be left alone before. */
  until?: Date
}

/** Milliseconds for which a service may ask to be left alone. */
const LONGEST_REST = 60 * 60_000

/** The search service, as a connection that books need. */
export const sourceOf = ({ source: { name } }: Pick<FulfilmentContext, 'source'>): NeededConnection => ({
  id: name,
  name,
})

/** Why a connection is left alone now; null if it may be called. */
export async function restOf(
  { rests, clock }: Pick<FulfilmentContext, 'rests' | 'clock'>,
  id: string,
): Promise<Rest | null> {
  const found = await rests.find(id)
  if (!found) return null
  const ahead = [found.nextAt, found.askedUntil].filter((at) => isAhead(at, clock(), LONGEST_REST))
  return ahead.length > 0 ? { ...found, until: new Date(Math.max(...ahead.map(Number))) } : null
}

/** What a connection said that has asked to be left alone, and still does; null if it may be probed. */
export async function askedRestOf(
  { rests, clock }: Pick<FulfilmentContext, 'rests' | 'clock'>,
  id: string,
): Promise<Failure | null> {
  const { cause, askedUntil = null } = (await rests.find(id)) ?? {}
  if (!cause || !askedUntil || !isAhead(askedUntil, clock(), LONGEST_REST)) return null
  return { cause, retryAfter: null, until: askedUntil }
}

/**
 * Leaves a connection alone: for as long as it asks, up to an hour, or else until its next probe.
 * @param failures in a row, this one included.
 * @returns until when.
 */
export async function leaveAlone(
  { rests, clock, log }: Pick<FulfilmentContext, 'rests' | 'clock' | 'log'>,
  { id, name }: NeededConnection,
  { cause, retryAfter, until }: Failure,
  failures = 1,
): Promise<Date> {
  const isKnown = (await rests.find(id)) !== null
  const asked = retryAfter === null ? null : Math.min(Math.max(retryAfter, POLL), LONGEST_REST)
  const nextAt = until ?? new Date(clock().getTime() + (asked ?? pauseAfterPollFailure(failures)))
  await rests.store(id, { cause, nextAt, askedUntil: until || asked !== null ? nextAt : null, failures })
  if (!isKnown) logRest({ log }, name, cause)
  return nextAt
}

function logRest({ log }: Pick<FulfilmentContext, 'log'>, connection: string, cause: Cause): void {
  const reason = causeText(cause).replace(/\.$/, '')
  log.warn('{connection} does not work, and the books that need it wait: {reason}', { connection, reason })
}

/** Leaves the search service alone if the error of a call says that it asks for that. */
export async function restAfter(context: FulfilmentContext, error: AppError): Promise<void> {
  const { cause, retryAfter } = failureIn(error)
  if (retryAfter === null || faultOf(cause) !== 'connection') return
  await leaveAlone(context, sourceOf(context), { cause, retryAfter })
}

/** Under which the rest of an indexer is kept, beside those of connections. */
const indexerKey = ({ source }: Pick<FulfilmentContext, 'source'>, indexer: number) =>
  `${source.name} ${indexer}`

/** Leaves one indexer alone if the error of its search says that it asks for that. */
export async function restIndexerAfter(
  context: FulfilmentContext,
  indexer: number,
  error: AppError,
): Promise<void> {
  const { cause, retryAfter } = failureIn(error)
  if (retryAfter === null || faultOf(cause) !== 'indexer') return
  const nextAt = new Date(context.clock().getTime() + Math.min(retryAfter, LONGEST_REST))
  await context.rests.store(indexerKey(context, indexer), { cause, nextAt, askedUntil: nextAt, failures: 1 })
}

/** Why an indexer is left alone now; null if it may be searched. */
export const restOfIndexer = (
  context: Pick<FulfilmentContext, 'source' | 'rests' | 'clock'>,
  indexer: number,
): Promise<StoredRest | null> => restOf(context, indexerKey(context, indexer))
