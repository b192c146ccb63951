import { defineError } from '#server/errors'

export const alreadyRequested = defineError({
  code: 'already_requested',
  status: 409,
  title: 'Already requested',
})

/** Only administrators ask for what is in the library. */
export const alreadyAvailable = defineError({
  code: 'already_available',
  status: 409,
  title: 'In the library already',
})

/** Who was declined a book twice cannot ask for it again. */
export const declinedForGood = defineError({
  code: 'declined_for_good',
  status: 409,
  title: 'Declined for good',
})

/** No request is in a state that the decision would change. */
export const nothingToDecide = defineError({
  code: 'nothing_to_decide',
  status: 409,
  title: 'Nothing to decide',
})

export const alreadyWrittenDown = defineError({
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
