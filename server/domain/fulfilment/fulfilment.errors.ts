import { notRequested } from '#server/domain/books/books.errors'
import { defineCausedProblem, defineProblem } from '#server/problem'

export const releaseUnknown = defineProblem('release_unknown', 404, 'Unknown release')

export const searchUnknown = defineProblem('search_unknown', 404, 'Unknown search')

export const nothingKept = defineProblem('no_releases_kept', 404, 'No releases kept')

/** The state of the fulfilment does not allow it. */
export const notPossibleNow = defineProblem('not_possible_now', 409, 'Not possible now')

export const notReleased = defineProblem('not_released', 409, 'Not released yet')

export const notApproved = defineProblem('not_approved', 409, 'Not approved')

export const grabUnderWay = defineProblem('grab_under_way', 409, 'A release is being grabbed')

export const alreadyGrabbed = defineProblem('already_grabbed', 409, 'Grabbed already')

/** The indexer or the download client refused this release. */
export const grabRejected = defineCausedProblem('grab_rejected', 502, 'Release refused')

export const grabUnconfirmed = defineCausedProblem('grab_unconfirmed', 504, 'No answer to the grab')

export const nobodyAsked = () => notRequested({ why: 'nobody' })

/** @throws AppError `not_requested` if no one has requested the book. */
export async function mustBeRequested(
  { searches }: { searches: { isRequested(asin: string): Promise<boolean> } },
  asin: string,
): Promise<void> {
  if (!(await searches.isRequested(asin))) throw nobodyAsked()
}
