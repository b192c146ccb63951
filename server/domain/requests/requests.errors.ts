import { defineProblem } from '#server/problem'

export const alreadyRequested = defineProblem('already_requested', 409, 'Already requested')

/** Whoever asks for it wanted to know that first. */
export const inLibrary = defineProblem('in_library', 409, 'In the library')

/** Only administrators ask for what is in the library. */
export const alreadyAvailable = defineProblem('already_available', 409, 'In the library already')

/** Who was declined a book twice cannot ask for it again. */
export const declinedForGood = defineProblem('declined_for_good', 409, 'Declined for good')

/** What is wished for makes no difference once a release was grabbed. */
export const wishesTooLate = defineProblem('wishes_too_late', 409, 'Too late for wishes')

/** As many were requested as the person's quota allows; Retry-After says when the next one is possible. */
export const quotaExceeded = defineProblem('quota_exceeded', 429, 'Quota used up')

/** No request is in a state that the decision would change. */
export const nothingToDecide = defineProblem('nothing_to_decide', 409, 'Nothing to decide')

export const alreadyWrittenDown = defineProblem('already_written_down', 409, 'Already written down')

/** What an administrator has approved is not to become another book behind their back. */
export const approvedAsWritten = defineProblem('approved_as_written', 409, 'Approved as it is written')
