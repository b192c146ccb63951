import { causeOf } from '#contract/cause'
import type { AppError } from '#server/errors/app-error'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import type { ClientAddress } from './client.driver'
import { cookiesIn, createCookieSession } from './cookie-session'
import {
  askedInFront,
  createServiceHttp,
  failedWith,
  notTheApi,
  wrongLogin,
  wrongServiceKey,
  type AskService,
  type ServiceAnswer,
  type ServiceHttpDependencies,
} from './service-http'

/** The service's name in messages. */
export const service = 'qBittorrent'
/** Where qBittorrent's settings show the key and the host names. */
const PLACE = 'Options → Web UI'

type Body = URLSearchParams | FormData

/**
 * Calls qBittorrent over HTTP. Keeps its session, and signs in again when qBittorrent has forgotten it, as
 * after a restart: it answers 403 then, and proxies of seedboxes answer 401.
 */
export function createQbittorrentHttp(dependencies: ServiceHttpDependencies) {
  const { ask } = createServiceHttp(service, dependencies)
  const session = createCookieSession((at: ClientAddress) => signIn(ask, at))

  /**
   * Makes a call with a session or the key.
   * @param body makes the call a POST.
   * @returns responses with status 200 or one of `expected`.
   * @throws the errors of `connection.errors.ts`.
   */
  return async (
    at: ClientAddress,
    path: `/${string}`,
    body?: Body,
    expected: readonly number[] = [],
  ): Promise<ServiceAnswer> => {
    const ok = (answer: ServiceAnswer) => answer.status === 200 || expected.includes(answer.status)
    if (at.apiKey !== '') {
      const answer = await send(ask, at, path, { authorization: `Bearer ${at.apiKey}` }, body)
      if (ok(answer)) return answer
      if (answer.status !== 401 && answer.status !== 403) throw failedWith(service, answer.status)
      throw askedInFront(service, answer) ?? (await refusal(ask, at, wrongServiceKey(service, PLACE)))
    }
    const cookies = session.open(at)
    const first = await send(ask, at, path, { cookie: await cookies }, body)
    if (ok(first)) return first
    if (first.status !== 403 && first.status !== 401) throw failedWith(service, first.status)
    const inFront = askedInFront(service, first)
    if (inFront) throw inFront
    session.forget(cookies)
    // Without a session to renew, qBittorrent itself answers 401 only to an unknown host name, but proxies to anyone.
    if (at.username === '') throw first.status === 401 ? allRefused() : wrongLogin(service)
    const second = await send(ask, at, path, { cookie: await session.open(at) }, body)
    if (ok(second)) return second
    if (second.status !== 401) throw failedWith(service, second.status)
    throw askedInFront(service, second) ?? allRefused()
  }
}

export type QbittorrentHttp = ReturnType<typeof createQbittorrentHttp>

function send(
  ask: AskService,
  at: ClientAddress,
  path: `/${string}`,
  headers: Readonly<Record<string, string>>,
  body?: Body,
): Promise<ServiceAnswer> {
  // qBittorrent refuses calls that do not come from one of its own pages.
  const { origin } = new URL(at.baseUrl)
  const address = endpoint(at.baseUrl, `/api/v2${path}`)
  return ask(address, {
    secrets: [at.password],
    keys: [at.apiKey],
    headers: { origin, referer: `${origin}/`, ...headers },
    ...(body && { body }),
  })
}

/** @returns the session cookies, whose names differ between versions; none without a username. */
async function signIn(ask: AskService, at: ClientAddress): Promise<string> {
  const { username, password } = at
  if (username === '') return ''
  const answer = await send(ask, at, '/auth/login', {}, new URLSearchParams({ username, password }))
  const { status, text, headers } = answer
  if (status === 403) throw connectionFailed(causeOf('login_blocked', { service }))
  if (status === 401) throw askedInFront(service, answer) ?? (await refusal(ask, at, wrongLogin(service)))
  if (status !== 200 && status !== 204) throw failedWith(service, status)
  const said = text.trim()
  // Before 5.2 a wrong password returns success with this text.
  if (said === 'Fails.') throw wrongLogin(service)
  if (said !== 'Ok.' && said !== '') throw notTheApi(service, said.startsWith('<') ? 'web_page' : 'not_json')
  return cookiesIn(headers)
}

/**
 * Since 5.2 wrong credentials are refused in the same way as an unknown host name, but an unknown host name is
 * refused for every call.
 * @param wrong the error for wrong credentials.
 */
async function refusal(ask: AskService, at: ClientAddress, wrong: AppError): Promise<AppError> {
  const { status } = await send(ask, at, '/app/webapiVersion', {})
  return status === 401 ? allRefused() : wrong
}

/**
 * The error for a 401 to every call: qBittorrent refuses the host name, or a proxy in front of it the credentials, in the
 * same words.
 */
function allRefused(): AppError {
  return connectionFailed(causeOf('login_or_host_refused', { service, place: `${PLACE} → Server domains` }))
}
