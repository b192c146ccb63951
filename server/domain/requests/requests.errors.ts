import { defineError } from '#server/errors'
import { defineProblem } from '#server/problem'

export const alreadyRequested = defineProblem({
  code: 'already_requested',
  status: 409,
  title: 'Already requested',
})

/** Only administrators ask for what is in the library. */
export const alreadyAvailable = defineProblem({
  code: 'already_available',
  status: 409,
  title: 'In the library already',
})

/** Who was declined a book twice cannot ask for it again. */
export const declinedForGood = defineProblem({
  code: 'declined_for_good',
  status: 409,
  title: 'Declined for good',
})

/** No request is in a state that the decision would change. */
export const nothingToDecide = defineProblem({
  code: 'nothing_to_decide',
  status: 409,
  title: 'Nothing to decide',
})

export const alreadyWrittenDown = defineProblem({
  code: 'already_written_down',
  status: 409,
  title: 'Already written down',
})

/** What an administrator has approved is not to become another book behind their back. */
export const approvedAsWritten = defineError({
  code: 'approved_as_written',
  status: 409,
  title: 'Approved as it is written',
})
