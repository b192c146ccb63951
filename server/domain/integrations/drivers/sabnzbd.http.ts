import { z } from 'zod'
import { causeOf } from '#contract/cause'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import type { ClientAddress } from './client.driver'
import {
  createServiceHttp,
  failedWith,
  jsonOf,
  notTheApi,
  saidBy,
  wrongServiceKey,
  type ServiceAnswer,
  type ServiceHttpDependencies,
} from './service-http'

/** The service's name in messages. */
export const service = 'SABnzbd'

const refusalSchema = z.object({ status: z.literal(false), error: z.string().catch('') })

/** Calls SABnzbd. The key is sent in the body, because addresses end up in logs. */
export function createSabnzbdHttp(dependencies: ServiceHttpDependencies) {
  const { ask } = createServiceHttp(service, dependencies)
  /**
   * @param values parameters other than the key.
   * @returns the parsed JSON.
   * @throws the errors of `connection.errors.ts`.
   */
  return async (
    at: ClientAddress,
    values: Readonly<Record<string, string>>,
    file?: File,
  ): Promise<unknown> => {
    const all = Object.entries({ ...values, output: 'json', apikey: at.apiKey })
    const form = file ? new FormData() : new URLSearchParams()
    for (const [name, value] of all) form.append(name, value)
    if (file && form instanceof FormData) form.append('name', file)
    const answer = await ask(endpoint(at.baseUrl, '/api'), { body: form })
    if (answer.status !== 200) throw refusal(answer)
    const json = jsonOf(service, answer.text)
    const refused = refusalSchema.safeParse(json).data
    if (refused) throw refusalOf(refused.error)
    return json
  }
}

export type SabnzbdHttp = ReturnType<typeof createSabnzbdHttp>

function refusal({ status, text }: ServiceAnswer) {
  if (status !== 403) return failedWith(service, status)
  if (/hostname verification/i.test(text)) {
    const place = 'Config → Special → host_whitelist'
    return connectionFailed(causeOf('host_not_allowed', { service, place }))
  }
  // The response is empty if SABnzbd is configured not to report wrong keys.
  if (text.trim() === '' || /api key/i.test(text)) return wrongServiceKey(service, 'Config → General')
  if (text.trimStart().startsWith('<')) return failedWith(service, status)
  return connectionFailed(causeOf('answers_status', { service, status, text: saidBy(text) }))
}

/** Old versions refuse a key with status 200. */
function refusalOf(error: string) {
  if (/api key/i.test(error)) return wrongServiceKey(service, 'Config → General')
  const text = saidBy(error)
  if (text === '') return notTheApi(service, 'not_json')
  return connectionFailed(causeOf('answers', { service, text }))
}
