import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { OidcStep } from '#contract/oidc'
import type { AppError } from '#server/errors/app-error'
import { NestedTooDeeply } from '#server/upstream/parse-json'
import { BodyTooLarge } from '#server/upstream/bounded-body'
import { connectionFailure } from '#server/upstream/connection-failure'
import { redact } from '#server/upstream/redaction.rules'
import {
  clientRefused,
  codeInvalid,
  denied,
  misconfigured,
  pkceRefused,
  tokenInvalid,
  unreachable,
} from '#server/domain/oidc/oidc.errors'
import { causesOf } from '#server/errors/causes'

/** Codes of openid-client about the response itself; the others are about its tokens. */
const INVALID_RESPONSE = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
])

/**
 * How providers mention PKCE when they refuse a request, because there is no code for it (RFC 7636, sections
 * 4.4.1 and 4.6): dex, Keycloak, authentik, Hydra, Glewlwyd and oauthlib ("Transform algorithm not
 * supported").
 */
const ABOUT_PKCE = /\bPKCE\b|code[ _-]?(?:verifier|challenge)|transform algorithm/i

/**
 * Converts openid-client's errors to those of this feature. Their causes contain tokens and claims, so only names and
 * codes are kept.
 * @param secrets what no message repeats, not even if it consists of words.
 * @returns the value itself if it is not a failure of the provider.
 */
export function toOidcFailure(thrown: unknown, step: OidcStep, secrets: readonly string[]): unknown {
  const hide = (text: string | undefined) => (text === undefined ? undefined : redact(text, secrets))
  if (isOversized(thrown)) {
    return misconfigured({ why: 'provider_too_long', step })
  }
  if (thrown instanceof AuthorizationResponseError) {
    return refusedAtProvider(thrown.error, thrown.error_description)
  }
  if (thrown instanceof ResponseBodyError) {
    return refusedByProvider(thrown.error, hide(thrown.error_description), thrown.status, step)
  }
  if (thrown instanceof WWWAuthenticateChallengeError) {
    const [challenge] = thrown.cause
    const { error, error_description } = challenge?.parameters ?? {}
    return refusedByProvider(error ?? 'invalid_client', hide(error_description), thrown.status, step)
  }
  const code = codeOf(thrown)
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') {
    return unreachable({ why: 'provider_too_slow', step })
  }
  if (code !== undefined && INVALID_RESPONSE.has(code)) return invalidResponse(thrown, step)
  if (thrown instanceof ClientError) {
    // When the configuration is read, the response is not valid metadata; at any other step, a token is
    // wrong.
    if (step === 'configuration') return misconfigured({ why: 'not_a_provider' })
    return tokenInvalid({ why: 'token_not_genuine', text: reasonOf(thrown) })
  }
  // What fetch throws if the connection fails.
  if (thrown instanceof TypeError && code === undefined) {
    return unreachable({ why: 'provider_unreachable', step, failure: connectionFailure(thrown).failure })
  }
  return thrown
}

/** Whether a token was signed by an unknown key, because the provider may have changed its keys. */
export function isUnverified(thrown: unknown): boolean {
  const code = codeOf(thrown)
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return true
  return code === 'OAUTH_INVALID_RESPONSE' && /signature|"alg"/.test(reasonOf(thrown))
}

/** The provider sent the person back with an error (RFC 6749, section 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
function refusedAtProvider(error: string, description: string | undefined): AppError {
  const text = said(error, description)
  if (isAboutPkce(error, description)) return pkceRefused({ why: 'pkce_refused', text })
  switch (error) {
    case 'server_error':
    case 'temporarily_unavailable':
      return unreachable({ why: 'provider_fails_sign_in', text })
    case 'unauthorized_client':
    case 'invalid_client':
      return clientRefused({ why: 'client_refused', text })
    case 'invalid_request':
    case 'invalid_scope':
    case 'unsupported_response_type':
      return misconfigured({ why: 'request_not_understood', text })
    default:
      return denied({ why: 'sign_in_refused', text })
  }
}

function refusedByProvider(
  error: string,
  description: string | undefined,
  status: number,
  step: OidcStep,
): AppError {
  const text = said(error, description)
  if (status >= 500) return unreachable({ why: 'provider_fails', step, text })
  if (isAboutPkce(error, description)) return pkceRefused({ why: 'pkce_refused', text })
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return clientRefused({ why: 'client_refused', text })
  if (error === 'invalid_grant') return codeInvalid({ why: 'code_refused', text })
  return denied({ why: 'step_refused', step, text })
}

const isAboutPkce = (error: string, description: string | undefined) =>
  (error === 'invalid_request' || error === 'invalid_grant') && ABOUT_PKCE.test(description ?? '')

function invalidResponse(thrown: unknown, step: OidcStep): AppError {
  const status = thrown instanceof Error && thrown.cause instanceof Response ? thrown.cause.status : undefined
  if (status !== undefined && status >= 500) {
    return unreachable({ why: 'provider_answers_status', status, step })
  }
  return status === undefined
    ? misconfigured({ why: 'provider_unreadable', step, text: reasonOf(thrown) })
    : misconfigured({ why: 'provider_unreadable_status', step, status })
}

/** Whether reading stopped because the response was too long or too deeply nested. */
function isOversized(thrown: unknown): boolean {
  return causesOf(thrown).some((cause) => cause instanceof BodyTooLarge || cause instanceof NestedTooDeeply)
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  const inner = thrown.cause instanceof Error ? thrown.cause.message : undefined
  return shorten(inner ?? thrown.message)
}

function said(error: string, description: string | undefined): string {
  return description === undefined ? shorten(error) : `${shorten(error)} (${shorten(description)})`
}

/** Text from another service, as one short line. */
function shorten(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
