import { fault, type Fault } from '#contract/issues'
import type { OidcStep } from '#contract/oidc'
import { PROVIDER_FAILURE_CODES, type ProviderFailureCode } from '#contract/provider-failures'
import { AppError } from '#server/errors/app-error'
import { defineProblem } from '#server/errors/problem'

/** A failure of the provider, with the step at which it occurred. */
export class ProviderFailure extends AppError {
  readonly step: OidcStep

  constructor(failure: AppError, step: OidcStep) {
    super(failure, { cause: failure, params: failure.params })
    this.step = step
  }
}

export const oidcOff = defineProblem('oidc_off', 409)
export const notConfigured = defineProblem('oidc_not_configured', 409)
export const unreachable = defineProblem('oidc_unreachable', 502)
export const misconfigured = defineProblem('oidc_misconfigured', 502)
export const clientRefused = defineProblem('oidc_client_refused', 502)
export const denied = defineProblem('oidc_denied', 403)
export const pkceRefused = defineProblem('oidc_pkce_refused', 502)
export const codeInvalid = defineProblem('oidc_code_invalid', 400)
export const unknownState = defineProblem('oidc_state', 400)
export const tokenInvalid = defineProblem('oidc_token_invalid', 403)
export const noUsername = defineProblem('oidc_no_username', 403)
const usernameUnfit = defineProblem('oidc_username_unfit', 403)
/** @param found what is wrong with the name. */
export const unfit = (found: Fault) =>
  usernameUnfit({ ...found.params, why: 'username_unfit', issue: found.code })
export const nameTaken = defineProblem('oidc_name_taken', 403)

export const resetRootNeeded = defineProblem('oidc_reset_root', 403)

export const noTakeover = defineProblem('oidc_no_takeover', 409)
export const wrongPassword = defineProblem('wrong_credentials', 401)

/** The provider's failure, as a fault in a setting. */
export function faultIn({ params: { why, ...params } }: AppError): Fault {
  return isFailure(why) ? { code: why, params } : fault('invalid')
}

function isFailure(why: unknown): why is ProviderFailureCode {
  return PROVIDER_FAILURE_CODES.some((code) => code === why)
}
