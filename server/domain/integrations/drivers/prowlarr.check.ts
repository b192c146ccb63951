import type { IndexerTestDto, SearchableIndexerDto } from '#contract/indexers'
import { AppError } from '#server/errors'
import type { ProwlarrAddress, ProwlarrHttp } from './prowlarr.http'
import { toProtocol } from './prowlarr.normalise'
import { downloadClientSchema, systemSchema } from './prowlarr.schemas'

const TIMEOUT_MS = 15_000
const CODES: Readonly<Record<string, IndexerTestDto['code']>> = {
  prowlarr_unreachable: 'unreachable',
  prowlarr_timed_out: 'timed_out',
  prowlarr_not_the_api: 'not_the_api',
  prowlarr_wrong_key: 'wrong_key',
  prowlarr_failed: 'answered_with_error',
}

interface Context {
  http: ProwlarrHttp
  /** The indexers with which of them are chosen. */
  searchable: (at: ProwlarrAddress, chosen: readonly number[]) => Promise<SearchableIndexerDto[]>
}

type Found = (code: IndexerTestDto['code'], text: string) => IndexerTestDto

/** Tries everything that Prowlarr is needed for, apart from a search. */
export async function checkProwlarr(
  context: Context,
  at: ProwlarrAddress,
  chosen: readonly number[],
): Promise<IndexerTestDto> {
  try {
    return await check(context, at, chosen)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: CODES[error.code] ?? 'answered_with_error', text: error.message, version: null }
  }
}

async function check(
  context: Context,
  at: ProwlarrAddress,
  chosen: readonly number[],
): Promise<IndexerTestDto> {
  const { json } = await context.http.get(at, { path: '/api/v1/system/status', timeoutMs: TIMEOUT_MS })
  const system = systemSchema.safeParse(json).data
  const version = system?.version ?? null
  const found: Found = (code, text) => ({ code, text, version })
  if (system?.appName !== 'Prowlarr') {
    const name = system?.appName?.slice(0, 50)
    return found('not_the_api', `This is ${name ?? 'something else than Prowlarr'}. Check the base URL.`)
  }
  const indexers = (await context.searchable(at, chosen)).filter(({ enabled }) => enabled)
  const asked = indexers.filter((indexer) => indexer.chosen)
  if (indexers.length === 0) {
    return found(
      'no_indexers',
      'Prowlarr has no indexer that is on and can be searched. Add one in Prowlarr.',
    )
  }
  if (asked.length === 0) {
    return found(
      'no_indexers',
      'None of the chosen indexers is on in Prowlarr. Choose others, or none for all.',
    )
  }
  return checkDownloads(asked, await downloadable(context, at), found, version)
}

/** Whether what the indexers find can be downloaded. */
function checkDownloads(
  asked: readonly SearchableIndexerDto[],
  clients: ReadonlySet<string> | null,
  found: Found,
  version: string | null,
): IndexerTestDto {
  const missing = [...new Set(asked.map(({ protocol }) => protocol))].filter(
    (protocol) => protocol !== 'unknown' && clients !== null && !clients.has(protocol),
  )
  const howTo = 'Add one in Prowlarr under Settings → Download Clients.'
  if (clients?.size === 0)
    return found('no_download_client', `Prowlarr has no download client that is on. ${howTo}`)
  if (asked.every(({ protocol }) => missing.includes(protocol))) {
    return found(
      'no_download_client',
      `Prowlarr has no download client for ${missing.join(' or ')}. ${howTo}`,
    )
  }
  const count = asked.length === 1 ? '1 indexer is' : `${asked.length} indexers are`
  const rest = missing.length > 0 ? ` There is no download client for ${missing.join(' or ')}. ${howTo}` : ''
  return found(
    'ok',
    `Prowlarr${version ? ` ${version}` : ''} answers, and ${count} asked for releases.${rest}`,
  )
}

/** Protocols that something downloads; null when Prowlarr does not tell. */
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
