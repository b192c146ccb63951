import { notRequested } from '#server/domain/books/books.errors'
import { defineCausedProblem, defineProblem } from '#server/errors/problem'
import type { FulfilmentsRepository } from './fulfilments.repository'
import type { Requesters } from './context'

export const releaseUnknown = defineProblem('release_unknown', 404)

export const searchUnknown = defineProblem('search_unknown', 404)

export const nothingKept = defineProblem('no_releases_kept', 404)

/** The state of the fulfilment does not allow it. */
export const notPossibleNow = defineProblem('not_possible_now', 409)

export const notReleased = defineProblem('not_released', 409)

export const notApproved = defineProblem('not_approved', 409)

export const grabUnderWay = defineProblem('grab_under_way', 409)

export const alreadyGrabbed = defineProblem('already_grabbed', 409)

/** The indexer or the download client refused this release. */
export const grabRejected = defineCausedProblem('grab_rejected', 502)

export const grabUnconfirmed = defineCausedProblem('grab_unconfirmed', 504)

export const nobodyRequested = () => notRequested({ why: 'nobody' })

interface Traces {
  requesters: Pick<Requesters, 'isRequested'>
  fulfilments: Pick<FulfilmentsRepository, 'exists'>
}

/** @throws AppError `not_requested` if no one has requested the book and no traces of its fulfilment remain. */
export async function mustBeRequested({ requesters, fulfilments }: Traces, asin: string): Promise<void> {
  const traces = await Promise.all([requesters.isRequested(asin), fulfilments.exists(asin)])
  if (!traces.includes(true)) throw nobodyRequested()
}
