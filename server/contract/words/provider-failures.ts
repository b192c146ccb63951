import type { OidcError } from '#contract/oidc'

/** Why nobody could be signed in through an OpenID Connect provider; `text` is what it said itself. */
export const PROVIDER_FAILURE_WORDS = {
  provider_unused: 'People do not sign in through a provider here.',
  provider_setting_missing: 'The provider is not configured yet: {name} is not set.',
  // It does not answer
  provider_too_slow: 'The provider does not answer in time when asked for its {step}.',
  provider_unreachable: 'The provider cannot be reached when asked for its {step}: {text}.',
  provider_fails_sign_in: 'The provider fails while it signs somebody in: {text}.',
  provider_fails: 'The provider fails when asked for its {step}: {text}.',
  provider_answers_status: 'The provider answers {status} when asked for its {step}.',
  // It does not fit
  provider_too_long: 'The provider’s {step} is far larger than any real one, and was not read to the end.',
  provider_unreadable: 'The provider’s {step} cannot be read: {text}.',
  provider_unreadable_status: 'The provider’s {step} cannot be read: it answers {status}.',
  not_a_provider: 'The address answers, but not with the configuration of an OpenID Connect provider.',
  endpoint_unreadable: 'The configuration endpoint is not an address.',
  provider_form: 'The configuration of the provider cannot be used: {name} has an unexpected form.',
  request_not_understood: 'The provider does not understand how it was asked to sign somebody in: {text}.',
  own_host_unknown: 'The request does not say which host this is. Set SVC_APP__PUBLIC_URL.',
  other_issuer:
    'The provider calls itself {issuer}, which is not the issuer of this address. If that is your provider, enter this issuer as its address.',
  // It refuses
  client_refused: 'The provider does not accept the client id and secret of this server: {text}.',
  pkce_refused: 'The provider refuses PKCE with S256, which this server always uses: {text}.',
  code_refused: 'The provider does not accept its code, which may be too old or used already: {text}.',
  sign_in_refused: 'The provider did not agree to the sign-in, or the person did not: {text}.',
  step_refused: 'The provider refused to hand out its {step}: {text}.',
  // What it says of somebody
  token_not_genuine: 'The provider’s answer is not genuine or not meant for this sign-in: {text}.',
  token_missing: 'The provider sent no ID token.',
  claim_missing: 'The provider does not say what you are called: the claim {name} is missing.',
  claim_not_text: 'The provider does not say what you are called: the claim {name} is not a text.',
  username_unfit: 'The provider’s username cannot be used here: {text}.',
  // A user of that name
  takeover_forbidden: 'There is a user of this name here already, and taking it over is not allowed.',
  somebody_else: 'There is a user of this name here already, who is another person at the provider.',
  being_changed: 'The user of this name is being changed right now. Try again.',
  takeover_over: 'Taking over a user is not allowed any more.',
  user_changed: 'The user of this name has changed in the meantime. Sign in again.',
  no_password_at_all:
    'There is an administrator of this name here already, and neither they nor the root administrator have a password to prove that it is you. Run reset-root on the server, then sign in again.',
  // The way there and back
  passage_over: 'This sign-in took too long, was used already or was begun in another browser. Start again.',
  account_changed: 'The account was changed in the meantime. Start again.',
} as const

const any = PROVIDER_FAILURE_WORDS

/** The same for each problem of a sign-in, which says why by one of those codes. */
export const PROVIDER_PROBLEM_WORDS = {
  oidc_off: any,
  oidc_not_configured: any,
  oidc_unreachable: any,
  oidc_misconfigured: any,
  oidc_client_refused: any,
  oidc_denied: any,
  oidc_pkce_refused: any,
  oidc_code_invalid: any,
  oidc_state: any,
  oidc_token_invalid: any,
  oidc_no_username: any,
  oidc_username_unfit: any,
  oidc_name_taken: any,
  oidc_reset_root: any,
} as const satisfies Record<OidcError, typeof any>
