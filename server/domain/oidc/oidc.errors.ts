import { wordsOf } from '#contract/issue-words'
import { fault, type Fault } from '#contract/issues'
import type { OidcError, OidcStep } from '#contract/oidc'
import { PROVIDER_FAILURE_CODES, type ProviderFailureCode } from '#contract/provider-failures'
import { AppError } from '#server/errors'
import { defineProblem } from '#server/problem'

/** A failure of the provider, with the step at which it occurred. */
export class ProviderFailure extends AppError {
  readonly step: OidcStep

  constructor(failure: AppError, step: OidcStep) {
    super(failure, failure.message, { cause: failure, params: failure.params })
    this.step = step
  }
}

/** Every failure is one of these, so that the sign-in page can explain it. */
const define = <C extends OidcError>(code: C, status: number, title: string) =>
  defineProblem(code, status, title)

export const oidcOff = define('oidc_off', 409, 'Other login type')
export const notConfigured = define('oidc_not_configured', 409, 'Provider not configured')
export const unreachable = define('oidc_unreachable', 502, 'Provider unreachable')
export const misconfigured = define('oidc_misconfigured', 502, 'Provider does not fit')
export const clientRefused = define('oidc_client_refused', 502, 'Provider refuses this server')
export const denied = define('oidc_denied', 403, 'Provider refused')
export const pkceRefused = define('oidc_pkce_refused', 502, 'Provider refuses PKCE')
export const codeInvalid = define('oidc_code_invalid', 400, 'Provider’s code not accepted')
export const unknownState = define('oidc_state', 400, 'Sign-in expired')
export const tokenInvalid = define('oidc_token_invalid', 403, 'Provider’s answer is not genuine')
export const noUsername = define('oidc_no_username', 403, 'No username')
const usernameUnfit = define('oidc_username_unfit', 403, 'Username not allowed')
/** @param found what is wrong with the name. */
export const unfit = (found: Fault) =>
  usernameUnfit({ why: 'username_unfit', text: wordsOf(found), issue: found.code })
export const nameTaken = define('oidc_name_taken', 403, 'Username taken')

export const resetRootNeeded = define('oidc_reset_root', 403, 'Password needed')

export const noTakeover = defineProblem('oidc_no_takeover', 409, 'Nothing to finish')
export const wrongPassword = defineProblem('wrong_credentials', 401, 'Wrong password')

/** The provider's failure, as a fault in a setting. */
export function faultIn({ params: { why, ...params } }: AppError): Fault {
  return isFailure(why) ? { code: why, params } : fault('invalid')
}

function isFailure(why: unknown): why is ProviderFailureCode {
  return PROVIDER_FAILURE_CODES.some((code) => code === why)
}
