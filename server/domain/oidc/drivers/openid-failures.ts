import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { OidcStep } from '#contract/oidc'
import type { AppError } from '#server/errors'
import { NestedTooDeeply } from '#server/parse-json'
import { BodyTooLarge } from '#server/upstream/bounded-body'
import { clientRefused, denied, misconfigured, tokenInvalid, unreachable } from '../oidc.errors'

/** Codes of openid-client about the answer itself; the others are about tokens in it. */
const UNFIT_ANSWER = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
])

const WORDS = { configuration: 'configuration', token: 'token', user_info: 'user info' } as const
type Step = (typeof WORDS)[OidcStep]

/**
 * Puts what openid-client throws into the words of this feature. Its causes hold tokens and claims, so of
 * them no more is kept than names and codes.
 * @returns the value itself where it is no failure of the provider.
 */
export function toOidcFailure(thrown: unknown, at: OidcStep): unknown {
  const step = WORDS[at]
  if (isOversized(thrown)) {
    return misconfigured(
      `The provider’s ${step} is far larger than any real one, and was not read to the end.`,
    )
  }
  if (thrown instanceof AuthorizationResponseError) {
    return denied(`The provider refused: ${said(thrown.error, thrown.error_description)}.`)
  }
  if (thrown instanceof ResponseBodyError) {
    return refusedByProvider(thrown.error, thrown.error_description, thrown.status, step)
  }
  if (thrown instanceof WWWAuthenticateChallengeError) {
    const [challenge] = thrown.cause
    const { error, error_description } = challenge?.parameters ?? {}
    return refusedByProvider(error ?? 'invalid_client', error_description, thrown.status, step)
  }
  const code = codeOf(thrown)
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') {
    return unreachable(`The provider does not answer in time when asked for its ${step}.`)
  }
  if (code !== undefined && UNFIT_ANSWER.has(code)) return unfitAnswer(thrown, step)
  if (thrown instanceof ClientError) {
    // Without the right form there are no metadata; with it, what is wrong is a token.
    if (step === 'configuration')
      return misconfigured(
        'The address answers, but not with the configuration of an OpenID Connect provider.',
      )
    return tokenInvalid(
      `The provider’s answer is not genuine or not meant for this sign-in: ${reasonOf(thrown)}.`,
    )
  }
  // What fetch throws when there is no connection.
  if (thrown instanceof TypeError && code === undefined) {
    return unreachable(`The provider cannot be reached when asked for its ${step}: ${networkReason(thrown)}.`)
  }
  return thrown
}

function refusedByProvider(
  error: string,
  description: string | undefined,
  status: number,
  step: Step,
): AppError {
  const words = said(error, description)
  if (status >= 500) return unreachable(`The provider fails when asked for its ${step}: ${words}.`)
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return clientRefused(`The provider does not accept the client id and secret of this server: ${words}.`)
  }
  return denied(`The provider refused to hand out its ${step}: ${words}.`)
}

function unfitAnswer(thrown: unknown, step: Step): AppError {
  const status = thrown instanceof Error && thrown.cause instanceof Response ? thrown.cause.status : undefined
  if (status !== undefined && status >= 500) {
    return unreachable(`The provider answers ${status} when asked for its ${step}.`)
  }
  const what = status === undefined ? reasonOf(thrown) : `it answers ${status}`
  return misconfigured(`The provider’s ${step} cannot be read: ${what}.`)
}

/** Whether reading was broken off as the answer was too long or too deep. */
function isOversized(thrown: unknown): boolean {
  for (let current = thrown; current instanceof Error; current = current.cause) {
    if (current instanceof BodyTooLarge || current instanceof NestedTooDeeply) return true
  }
  return false
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

/** The connection's own code, such as ECONNREFUSED, says more than “fetch failed”. */
function networkReason(thrown: TypeError): string {
  return codeOf(thrown.cause) ?? reasonOf(thrown)
}

function said(error: string, description: string | undefined): string {
  return description === undefined ? shorten(error) : `${shorten(error)} (${shorten(description)})`
}

/** Text of another service: one short line. */
function shorten(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
