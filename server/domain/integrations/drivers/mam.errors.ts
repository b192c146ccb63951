import { defineError } from '#server/errors'

/** MyAnonamouse does not take the session. */
export const mamSignedOut = defineError({
  code: 'mam_signed_out',
  status: 502,
  title: 'MyAnonamouse does not accept the session',
})
export const mamUnreachable = defineError({
  code: 'mam_unreachable',
  status: 503,
  title: 'MyAnonamouse cannot be reached',
})
export const mamTimedOut = defineError({
  code: 'mam_timed_out',
  status: 503,
  title: 'MyAnonamouse is too slow',
})
export const mamNotTheApi = defineError({
  code: 'mam_not_the_api',
  status: 502,
  title: 'The answer is not from MyAnonamouse',
})
export const mamFailed = defineError({ code: 'mam_failed', status: 502, title: 'MyAnonamouse failed' })
