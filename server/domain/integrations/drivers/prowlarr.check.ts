import { z } from 'zod'
import { found, serverName, testAnswer, type ConnectionTestDto } from '#contract/connection-test'
import type { SearchableIndexerDto } from '#contract/indexers'
import { optionalText } from './client-values'
import { service, type ProwlarrAddress, type ProwlarrHttp } from './prowlarr.http'
import { toProtocol } from './prowlarr.schemas'
import { testService } from './service-test'

const TIMEOUT_MS = 15_000

const systemSchema = z.object({ appName: z.string().nullish(), version: optionalText })
const downloadClientSchema = z.object({ enable: z.boolean().nullish().catch(null), protocol: optionalText })

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
  const { json } = await http.get(at, {
    path: '/api/v1/downloadclient',
    timeoutMs: TIMEOUT_MS,
    optional: true,
  })
  if (!Array.isArray(json)) return null
  const clients = json.flatMap((row) => downloadClientSchema.safeParse(row).data ?? [])
  return new Set(clients.filter(({ enable }) => enable !== false).map(({ protocol }) => toProtocol(protocol)))
}
