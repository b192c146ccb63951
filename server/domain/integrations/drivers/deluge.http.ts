import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { causeOf } from '#contract/cause'
import type { AppError } from '#server/errors/app-error'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed, connectionRefused } from '#server/domain/integrations/connection.errors'
import type { ClientAddress } from './client.driver'
import { cookiesIn, createCookieSession } from './cookie-session'
import { jsonRpcAnswer } from './client-values'
import {
  answersWith,
  askedInFront,
  createServiceHttp,
  failedWith,
  jsonOf,
  notTheApi,
  type AskService,
  type ServiceHttpDependencies,
} from './service-http'

/** The service's name in messages. */
export const service = 'Deluge'

/** Id, host, port and user of each daemon known to the web interface. */
const hostsSchema = z.array(z.tuple([outsideText]).rest(z.unknown()))

const NOT_SIGNED_IN = 1
/** Also returned for every daemon method while the web interface is not connected. */
const UNKNOWN_METHOD = 2

type Read = { result: unknown } | { code: number | null; message: string }

/** Calls Deluge through its web interface, after signing in and connecting to a daemon. */
export function createDelugeHttp(dependencies: ServiceHttpDependencies) {
  const { ask } = createServiceHttp(service, dependencies)
  const session = createCookieSession((at: ClientAddress) => signIn(ask, at))

  /**
   * @returns the result.
   * @throws the errors of `connection.errors.ts`; a refusal is `connection_failed` with Deluge's message.
   */
  return async (at: ClientAddress, method: string, params: readonly unknown[]): Promise<unknown> => {
    const cookies = session.open(at)
    const first = (await post(ask, at, method, params, await cookies)).read
    if ('result' in first) return first.result
    if (first.code !== NOT_SIGNED_IN && first.code !== UNKNOWN_METHOD) throw refused(first.message)
    // Deluge was restarted, or its web interface has lost its daemon.
    session.forget(cookies)
    const second = (await post(ask, at, method, params, await session.open(at))).read
    if ('result' in second) return second.result
    throw refused(second.message)
  }
}

export type DelugeHttp = ReturnType<typeof createDelugeHttp>

async function post(
  ask: AskService,
  at: ClientAddress,
  method: string,
  params: readonly unknown[],
  cookie: string,
) {
  const answer = await ask(endpoint(at.baseUrl, '/json'), {
    secrets: [at.password],
    body: JSON.stringify({ method, params, id: 1 }),
    headers: { accept: 'application/json', 'content-type': 'application/json', cookie },
  })
  if (answer.status !== 200) throw askedInFront(service, answer) ?? failedWith(service, answer.status)
  const { data } = jsonRpcAnswer.safeParse(jsonOf(service, answer.text))
  if (!data || (data.result === undefined && !data.error)) throw notTheApi(service, 'not_json')
  const { error } = data
  const read: Read = error ? { code: error.code ?? null, message: error.message } : { result: data.result }
  return { read, headers: answer.headers }
}

async function signIn(ask: AskService, at: ClientAddress): Promise<string> {
  const { read, headers } = await post(ask, at, 'auth.login', [at.password], '')
  if (!('result' in read) || read.result !== true) {
    throw connectionRefused(causeOf('wrong_password', { service }))
  }
  const cookie = cookiesIn(headers)
  await connect(ask, at, cookie)
  return cookie
}

async function isConnected(ask: AskService, at: ClientAddress, cookie: string): Promise<boolean> {
  const { read } = await post(ask, at, 'web.connected', [], cookie)
  return 'result' in read && read.result === true
}

/** @throws AppError `connection_failed` if there is no daemon. */
async function connect(ask: AskService, at: ClientAddress, cookie: string): Promise<void> {
  if (await isConnected(ask, at, cookie)) return
  const known = (await post(ask, at, 'web.get_hosts', [], cookie)).read
  const [host] = ('result' in known && hostsSchema.safeParse(known.result).data) || []
  if (host) await post(ask, at, 'web.connect', [host[0]], cookie)
  // The response to connecting does not say whether the daemon was there.
  if (!host || !(await isConnected(ask, at, cookie)))
    throw connectionFailed(causeOf('no_daemon', { service }))
}

function refused(message: string): AppError {
  // The daemon's message is at the end of the Python error.
  const said = message
    .replace(/^Failure: \[.*?<class '[\w.]+'>: /s, '')
    .trimEnd()
    .replace(/\.$/, '')
    .trimEnd()
    .replace(/\]$/, '')
  return answersWith(service, said)
}
