import { defineCausedProblem } from '#server/problem'

/** MyAnonamouse does not accept the session. */
export const mamSignedOut = defineCausedProblem(
  'mam_signed_out',
  502,
  'MyAnonamouse does not accept the session',
)
export const mamUnreachable = defineCausedProblem('mam_unreachable', 503, 'MyAnonamouse cannot be reached')
export const mamTimedOut = defineCausedProblem('mam_timed_out', 503, 'MyAnonamouse is too slow')
export const mamNotTheApi = defineCausedProblem('mam_not_the_api', 502, 'The answer is not from MyAnonamouse')
export const mamFailed = defineCausedProblem('mam_failed', 502, 'MyAnonamouse failed')
