import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import { found, serverName, testAnswer, type ConnectionTestDto } from '#contract/connection-test'
import type { SearchableIndexerDto } from '#contract/indexers'
import type { SendingClient } from '#server/domain/integrations/category-fit.rules'
import { nameOf } from '#server/domain/integrations/offer-bounds.rules'
import { service, type ProwlarrAddress, type ProwlarrHttp } from './prowlarr.http'
import { toProtocol } from './prowlarr.schemas'
import { testService } from './service-test'

const TIMEOUT_MS = 15_000

const systemSchema = z.object({ appName: outsideText.nullish(), version: optionalText })
const downloadClientSchema = z.object({
  enable: z.boolean().nullish().catch(null),
  protocol: optionalText,
  name: optionalText,
  /** The program. */
  implementation: optionalText,
  fields: z
    .array(z.object({ name: optionalText, value: optionalText }).nullable().catch(null))
    .nullish()
    .catch(null),
  /** Which of the client's categories releases get, by their numbers; the field says what all others get. */
  categories: z
    .array(
      z
        .object({ clientCategory: outsideText, categories: z.array(z.number()) })
        .nullable()
        .catch(null),
    )
    .nullish()
    .catch(null),
})

interface Context {
  http: ProwlarrHttp
  /** All indexers, each with whether it is selected. */
  searchable: (at: ProwlarrAddress, chosen: readonly number[]) => Promise<SearchableIndexerDto[]>
}

/** Checks everything that Prowlarr is used for, except searching. */
export function checkProwlarr(
  context: Context,
  at: ProwlarrAddress,
  chosen: readonly number[],
): Promise<ConnectionTestDto> {
  return testService(() => check(context, at, chosen))
}

async function check(
  context: Context,
  at: ProwlarrAddress,
  chosen: readonly number[],
): Promise<ConnectionTestDto> {
  const { json } = await context.http.get(at, { path: '/api/v1/system/status', timeoutMs: TIMEOUT_MS })
  const system = systemSchema.safeParse(json).data
  const version = system?.version ?? null
  if (system?.appName !== service) {
    const name = system?.appName?.slice(0, 50)
    const other =
      name === undefined ? found('unknown_program', { service }) : found('another_program', { name, service })
    return testAnswer('not_the_api', version, other)
  }
  const indexers = (await context.searchable(at, chosen)).filter(({ enabled }) => enabled)
  const asked = indexers.filter((indexer) => indexer.chosen)
  if (asked.length === 0) {
    const code = indexers.length === 0 ? 'no_indexer_on' : 'no_chosen_indexer_on'
    return testAnswer('no_indexers', version, found(code, { service }))
  }
  return checkDownloads(asked, await downloadable(context, at), version)
}

/** Checks whether releases from these indexers can be downloaded. */
function checkDownloads(
  asked: readonly SearchableIndexerDto[],
  clients: ReadonlySet<string> | null,
  version: string | null,
): ConnectionTestDto {
  if (clients?.size === 0) {
    return testAnswer('no_download_client', version, found('no_download_client_on', { service }))
  }
  const missing = [...new Set(asked.map(({ protocol }) => protocol))].filter(
    (protocol) => protocol !== 'unknown' && clients !== null && !clients.has(protocol),
  )
  const lacking =
    missing.length > 0 ? [found('no_client_for', { service, protocols: missing.join(', ') })] : []
  if (asked.every(({ protocol }) => missing.includes(protocol))) {
    return testAnswer('no_download_client', version, ...lacking)
  }
  const server = serverName(service, version)
  return testAnswer('ok', version, found('indexers_asked', { server, n: asked.length }), ...lacking)
}

/** Protocols that have a download client, or null if Prowlarr does not report them. */
async function downloadable({ http }: Context, at: ProwlarrAddress): Promise<Set<string> | null> {
  const clients = await downloadClients(http, at)
  return clients && new Set(clients.map(({ protocol }) => toProtocol(protocol)))
}

/** The enabled download clients, or null if Prowlarr does not report them. */
async function downloadClients(http: ProwlarrHttp, at: ProwlarrAddress) {
  const { json } = await http.get(at, {
    path: '/api/v1/downloadclient',
    timeoutMs: TIMEOUT_MS,
    optional: true,
  })
  if (!Array.isArray(json)) return null
  const clients = json.flatMap((row) => downloadClientSchema.safeParse(row).data ?? [])
  return clients.filter(({ enable }) => enable !== false)
}

/** Prowlarr's number for audiobooks. */
const AUDIOBOOKS = 3030

/**
 * The enabled download clients that have categories.
 * @param categories the numbers that are searched; empty for all.
 */
export async function listSenders(
  http: ProwlarrHttp,
  at: ProwlarrAddress,
  categories: readonly number[],
): Promise<SendingClient[]> {
  const clients = (await downloadClients(http, at)) ?? []
  return clients.flatMap((client) => {
    const { name, implementation, protocol, fields } = client
    const own = (fields ?? []).find((field) => field?.name?.toLowerCase() === 'category')
    if (!name || !implementation || !own) return []
    const searched = categories.length > 0 ? categories : [AUDIOBOOKS]
    const names = searched.map((number) => mappedTo(client, number) ?? own.value ?? '')
    return [...new Set(names)].map((category) => ({
      name: nameOf(name),
      program: implementation,
      protocol: toProtocol(protocol),
      category: nameOf(category),
    }))
  })
}

/** The category that Prowlarr's mapping has for releases with a number, or for the group of that number. */
function mappedTo({ categories }: z.infer<typeof downloadClientSchema>, number: number): string | null {
  const mapped = (wanted: number) =>
    categories?.find((one) => one?.categories.includes(wanted))?.clientCategory
  return mapped(number) ?? mapped(Math.floor(number / 1000) * 1000) ?? null
}
