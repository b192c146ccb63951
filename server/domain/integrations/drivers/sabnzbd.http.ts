import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { causeOf } from '#contract/cause'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import type { ClientAddress } from './client.driver'
import { versionSchema } from './sabnzbd.schemas'
import {
  askedInFront,
  createServiceHttp,
  failedWith,
  jsonOf,
  notTheApi,
  readJson,
  saidBy,
  wrongServiceKey,
  type ServiceAnswer,
  type ServiceHttpDependencies,
} from './service-http'

/** The service's name in messages. */
export const service = 'SABnzbd'

const refusalSchema = z.object({ status: z.literal(false), error: outsideText.catch('') })
/** A failure in the words of a program that imitates SABnzbd. */
const errorSchema = z.object({ error: outsideText.pipe(z.string().min(1)) })

type Values = Readonly<Record<string, string>>

/**
 * Where the values of a call are sent. SABnzbd itself takes them from the body, so that the key does not end up in logs
 * with the address; it must not get them twice. Programs that imitate it may read only the address: rdt-client, older
 * versions of nzbdav (https://github.com/nzbdav-dev/nzbdav/issues/316) and, for some values, decypharr.
 */
type Style = 'body' | 'address'

/** Statuses of programs that did not find the mode in the body. */
const NOT_UNDERSTOOD = [400, 404, 405]

/** Calls SABnzbd, or a program that imitates it. */
export function createSabnzbdHttp(dependencies: ServiceHttpDependencies) {
  const { ask } = createServiceHttp(service, dependencies)
  /** Addresses at which only the address is read. */
  const byAddress = new Set<string>()

  function send(at: ClientAddress, style: Style, values: Values, file?: File): Promise<ServiceAnswer> {
    const keys = [at.apiKey]
    const all = Object.entries({ ...values, output: 'json', apikey: at.apiKey })
    if (style === 'address') {
      const form = file && new FormData()
      if (file) form?.append('name', file)
      return ask(endpoint(at.baseUrl, '/api', all), { keys, ...(form && { body: form }) })
    }
    const form = file ? new FormData() : new URLSearchParams()
    for (const [name, value] of all) form.append(name, value)
    if (file && form instanceof FormData) form.append('name', file)
    return ask(endpoint(at.baseUrl, '/api'), { keys, body: form })
  }

  /** Whether the program tells its version when asked by address, which takes no key. */
  async function readsAddress(at: ClientAddress): Promise<boolean> {
    const query = [
      ['mode', 'version'],
      ['output', 'json'],
    ] as const
    const { status, text } = await ask(endpoint(at.baseUrl, '/api', query), { keys: [at.apiKey] })
    return status === 200 && versionSchema.safeParse(readJson(text)).success
  }

  /**
   * @param values parameters other than the key.
   * @param isObeyed whether an answer is about the call; if not, the call is repeated by address.
   * @returns the parsed JSON.
   * @throws the errors of `connection.errors.ts`.
   */
  return async (
    at: ClientAddress,
    values: Values,
    { file, isObeyed = () => true }: { file?: File; isObeyed?: (json: unknown) => boolean } = {},
  ): Promise<unknown> => {
    if (byAddress.has(at.baseUrl)) return read(await send(at, 'address', values, file))
    const answer = await send(at, 'body', values, file)
    const isUnderstood =
      answer.status === 200 ? isObeyed(readJson(answer.text)) : !NOT_UNDERSTOOD.includes(answer.status)
    if (isUnderstood || !(await readsAddress(at))) return read(answer)
    byAddress.add(at.baseUrl)
    return read(await send(at, 'address', values, file))
  }
}

export type SabnzbdHttp = ReturnType<typeof createSabnzbdHttp>

function read(answer: ServiceAnswer): unknown {
  if (answer.status !== 200) throw refusal(answer)
  const json = jsonOf(service, answer.text)
  const refused = refusalSchema.safeParse(json).data
  if (refused) throw refusalOf(refused.error)
  return json
}

function refusal(answer: ServiceAnswer) {
  const { status, text } = answer
  const inFront = askedInFront(service, answer)
  if (inFront) return inFront
  const said = errorSchema.safeParse(readJson(text)).data?.error ?? text
  if (status === 401 || (status === 403 && (said.trim() === '' || /api key/i.test(said)))) {
    // The response is empty if SABnzbd is configured not to report wrong keys; imitations answer with 401.
    return wrongServiceKey(service, 'Config → General')
  }
  if (status === 403 && /hostname verification/i.test(said)) {
    const place = 'Config → Special → host_whitelist'
    return connectionFailed(causeOf('host_not_allowed', { service, place }))
  }
  const isOwn = status === 403 ? !text.trimStart().startsWith('<') : said !== text
  if (!isOwn) return failedWith(service, status)
  return connectionFailed(causeOf('answers_status', { service, status, text: saidBy(said) }))
}

/** Old versions refuse a key with status 200. */
function refusalOf(error: string) {
  if (/api key/i.test(error)) return wrongServiceKey(service, 'Config → General')
  const text = saidBy(error)
  if (text === '') return notTheApi(service, 'not_json')
  return connectionFailed(causeOf('answers', { service, text }))
}
