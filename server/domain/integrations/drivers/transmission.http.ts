import { causeOf } from '#contract/cause'
import { boundedText } from '#server/upstream/bounded-text.rules'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import { basicAuthorization } from './basic-authorization'
import type { ClientAddress } from './client.driver'
import {
  answersWith,
  createServiceHttp,
  failedWith,
  jsonOf,
  notTheApi,
  saidBy,
  wrongLogin,
  type ServiceAnswer,
  type ServiceHttpDependencies,
} from './service-http'
import { answerOfBoth, type JsonObject } from './transmission.schemas'

/** The service's name in messages. */
export const service = 'Transmission'

const SESSION = 'x-transmission-session-id'
/** The first protocol version based on JSON-RPC 2.0, in Transmission 4.1. */
const FIRST_JSON_RPC = 6

/** The session and protocol agreed with the Transmission at one address. */
interface Agreement {
  session: string
  jsonRpc: boolean
}

/**
 * Calls Transmission in the old or the new protocol, whichever it supports. Callers use the names of the new
 * one; they are translated here.
 */
export function createTransmissionHttp(dependencies: ServiceHttpDependencies) {
  const { ask } = createServiceHttp(service, dependencies)
  const agreements = new Map<string, Agreement>()

  function send(at: ClientAddress, method: string, params: JsonObject): Promise<ServiceAnswer> {
    const { session = '', jsonRpc = false } = agreements.get(at.baseUrl) ?? {}
    const body = jsonRpc
      ? { jsonrpc: '2.0', id: 1, method, params }
      : { method: method.replaceAll('_', '-'), arguments: oldNames(params) }
    const account = basicAuthorization(at.username, at.password)
    return ask(rpcAddress(at.baseUrl), {
      secrets: [at.password, ...Object.values(account)],
      body: JSON.stringify(body),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        [SESSION]: session,
        ...account,
      },
    })
  }

  /**
   * @param params with the names of the new protocol.
   * @returns the result with the names of the new protocol.
   * @throws the errors of `connection.errors.ts`; a refusal is `connection_failed` with Transmission's
   *   message.
   */
  return async (at: ClientAddress, method: string, params: JsonObject): Promise<JsonObject> => {
    // A refusal contains the session id, and may reveal the other protocol.
    for (let left = 3; left > 0; left -= 1) {
      const answer = await send(at, method, params)
      if (answer.status === 409) {
        agreements.set(at.baseUrl, agreementOf(answer.headers))
        continue
      }
      if (answer.status !== 200) throw refusal(answer)
      const read = answerOfBoth(jsonOf(service, answer.text))
      if (!read) throw notTheApi(service, 'not_json')
      const agreed = agreements.get(at.baseUrl)
      if (read.jsonRpc && agreed && !agreed.jsonRpc) {
        agreements.set(at.baseUrl, { ...agreed, jsonRpc: true })
        continue
      }
      if (read.refused === null) return read.result
      throw answersWith(service, read.refused)
    }
    throw notTheApi(service, 'status', { status: 409 })
  }
}

export type TransmissionHttp = ReturnType<typeof createTransmissionHttp>

function agreementOf(headers: Headers): Agreement {
  const version = Number.parseInt(headers.get('x-transmission-rpc-version') ?? '', 10)
  return { session: headers.get(SESSION) ?? '', jsonRpc: version >= FIRST_JSON_RPC }
}

/** People enter the address of the server, of its web interface or of its RPC. */
function rpcAddress(baseUrl: string): URL {
  const path = new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '')
  if (path.endsWith('/rpc')) return new URL(baseUrl)
  if (path.endsWith('/transmission')) return endpoint(baseUrl, '/rpc')
  return endpoint(baseUrl.replace(/\/web\/?$/, ''), '/transmission/rpc')
}

/** The old protocol spells some names with hyphens and others in camel case. */
const OLD_NAMES: Readonly<Record<string, string>> = { delete_local_data: 'delete-local-data' }
function oldNames(params: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      OLD_NAMES[name] ?? name,
      name === 'fields' && Array.isArray(value) ? value.map((field) => camelCase(String(field))) : value,
    ]),
  )
}

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function refusal({ status, text }: ServiceAnswer) {
  if (status === 401) return wrongLogin(service)
  if (status === 421) {
    return connectionFailed(causeOf('host_not_allowed', { service, place: 'rpc-host-whitelist' }))
  }
  const words = saidBy(boundedText(text).replaceAll(/<[^<>]*>/g, ' '))
  // Transmission's address whitelist, or its limit of wrong passwords.
  if (status === 403 && words !== '') {
    return connectionFailed(causeOf('answers_status', { service, status, text: words }))
  }
  return failedWith(service, status)
}
