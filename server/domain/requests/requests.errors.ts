import { defineProblem } from '#server/errors/problem'

export const alreadyRequested = defineProblem('already_requested', 409)

/** The caller asked to be told before requesting a book that the library has. */
export const inLibrary = defineProblem('in_library', 409)

/** Only administrators may request an available book. */
export const alreadyAvailable = defineProblem('already_available', 409)

/** After two declines a person cannot request the book again. */
export const declinedForGood = defineProblem('declined_for_good', 409)

/** Wishes no longer matter once a release was grabbed. */
export const wishesTooLate = defineProblem('wishes_too_late', 409)

/** The quota is used up; Retry-After says when the next request is possible. */
export const quotaExceeded = defineProblem('quota_exceeded', 429)

/** No request is in a state that the decision would change. */
export const nothingToDecide = defineProblem('nothing_to_decide', 409)

export const alreadyWrittenDown = defineProblem('already_written_down', 409)

/** What an administrator approved must not become a different book afterwards. */
export const approvedAsWritten = defineProblem('approved_as_written', 409)
