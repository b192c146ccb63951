import { causeOf } from '#contract/cause'
import type { AppError } from '#server/errors/app-error'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import {
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

/** qBittorrent's address and credentials; an API key takes precedence over username and password. */
export interface QbittorrentAddress {
  baseUrl: string
  username: string
  password: string
  apiKey: string
}

type Body = URLSearchParams | FormData

/** Cookies of one address and account. */
interface Session {
  key: string
  cookies: Promise<string>
}

/**
 * Calls qBittorrent over HTTP. Keeps its session, and signs in again when qBittorrent has forgotten it, as
 * after a restart.
 */
export function createQbittorrentHttp(dependencies: ServiceHttpDependencies) {
  const { ask } = createServiceHttp(service, dependencies)
  let session: Session | null = null

  function cookiesFor(at: QbittorrentAddress): Promise<string> {
    const key = JSON.stringify([at.baseUrl, at.username, at.password])
    if (session?.key === key) return session.cookies
    const cookies = at.username === '' ? Promise.resolve('') : signIn(ask, at)
    const made = { key, cookies }
    session = made
    // After a failure, the next call tries again.
    cookies.catch(() => forget(made))
    return cookies
  }

  function forget(old: Session | null): void {
    if (session === old) session = null
  }

  /**
   * Makes a call with a session or the key.
   * @param body makes the call a POST.
   * @returns responses with status 200 or one of `expected`.
   * @throws the errors of `connection.errors.ts`.
   */
  return async (
    at: QbittorrentAddress,
    path: `/${string}`,
    body?: Body,
    expected: readonly number[] = [],
  ): Promise<ServiceAnswer> => {
    const ok = (answer: ServiceAnswer) => answer.status === 200 || expected.includes(answer.status)
    if (at.apiKey !== '') {
      const answer = await send(ask, at, path, { authorization: `Bearer ${at.apiKey}` }, body)
      if (ok(answer)) return answer
      if (answer.status === 401 || answer.status === 403) throw wrongServiceKey(service, PLACE)
      throw failedWith(service, answer.status)
    }
    const cookies = await cookiesFor(at)
    const used = session
    const first = await send(ask, at, path, { cookie: cookies }, body)
    if (ok(first)) return first
    if (first.status === 401) throw hostNotAllowed()
    if (first.status !== 403) throw failedWith(service, first.status)
    forget(used)
    if (at.username === '') throw wrongLogin(service)
    const second = await send(ask, at, path, { cookie: await cookiesFor(at) }, body)
    if (ok(second)) return second
    throw failedWith(service, second.status)
  }
}

export type QbittorrentHttp = ReturnType<typeof createQbittorrentHttp>

function send(
  ask: AskService,
  at: QbittorrentAddress,
  path: `/${string}`,
  headers: Readonly<Record<string, string>>,
  body?: Body,
): Promise<ServiceAnswer> {
  // qBittorrent refuses calls that do not come from one of its own pages.
  const { origin } = new URL(at.baseUrl)
  const address = endpoint(at.baseUrl, `/api/v2${path}`)
  return ask(address, { headers: { origin, referer: `${origin}/`, ...headers }, ...(body && { body }) })
}

/** @returns the session cookies, whose names differ between versions. */
async function signIn(ask: AskService, at: QbittorrentAddress): Promise<string> {
  const { username, password } = at
  const answer = await send(ask, at, '/auth/login', {}, new URLSearchParams({ username, password }))
  const { status, text, headers } = answer
  if (status === 403) throw connectionFailed(causeOf('login_blocked', { service }))
  if (status === 401) throw await refusal(ask, at)
  if (status !== 200 && status !== 204) throw failedWith(service, status)
  const said = text.trim()
  // Before 5.2 a wrong password returns success with this text.
  if (said === 'Fails.') throw wrongLogin(service)
  if (said !== 'Ok.' && said !== '') throw notTheApi(service, said.startsWith('<') ? 'web_page' : 'not_json')
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ')
}

/**
 * Since 5.2 a wrong password is refused in the same way as an unknown host name, but an unknown host name is
 * refused for every call.
 */
async function refusal(ask: AskService, at: QbittorrentAddress): Promise<AppError> {
  const { status } = await send(ask, at, '/app/webapiVersion', {})
  return status === 401 ? hostNotAllowed() : wrongLogin(service)
}

function hostNotAllowed(): AppError {
  return connectionFailed(causeOf('host_not_allowed', { service, place: `${PLACE} → Server domains` }))
}
