import { defineError } from '#server/errors'

export const notRequested = defineError({ code: 'not_requested', status: 404, title: 'Not requested' })

export const releaseUnknown = defineError({ code: 'release_unknown', status: 404, title: 'Unknown release' })

export const searchUnknown = defineError({ code: 'search_unknown', status: 404, title: 'Unknown search' })

export const nothingKept = defineError({ code: 'no_releases_kept', status: 404, title: 'No releases kept' })

/** The state of the work on the book does not allow it. */
export const notPossibleNow = defineError({
  code: 'not_possible_now',
  status: 409,
  title: 'Not possible now',
})

export const notReleased = defineError({ code: 'not_released', status: 409, title: 'Not released yet' })

export const notApproved = defineError({ code: 'not_approved', status: 409, title: 'Not approved' })

export const grabUnderWay = defineError({
  code: 'grab_under_way',
  status: 409,
  title: 'A release is being grabbed',
})

export const alreadyGrabbed = defineError({
  code: 'already_grabbed',
  status: 409,
  title: 'Handed over already',
})

/** The indexer or the download client refused this release. */
export const grabRejected = defineError({ code: 'grab_rejected', status: 502, title: 'Release refused' })

export const grabUnconfirmed = defineError({
  code: 'grab_unconfirmed',
  status: 504,
  title: 'No answer to the grab',
})

export const nobodyAsked = () => notRequested('Nobody has asked for this audiobook.')

/** @throws AppError `not_requested` where nobody has asked for the book. */
export async function mustBeRequested(
  { searches }: { searches: { isRequested(asin: string): Promise<boolean> } },
  asin: string,
): Promise<void> {
  if (!(await searches.isRequested(asin))) throw nobodyAsked()
}
