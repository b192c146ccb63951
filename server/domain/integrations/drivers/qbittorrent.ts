import { causeOf } from '#contract/cause'
import { found, type ConnectionTestDto, type TestFinding } from '#contract/connection-test'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { DownloadClientDriver, SettingEntry } from '#server/domain/integrations/integrations.types'
import {
  clientEntries,
  createClientDriver,
  notAdded,
  type OpenClient,
  type TorrentDownload,
} from './client.driver'
import { createQbittorrentHttp, service, type QbittorrentHttp } from './qbittorrent.http'
import {
  addedSchema,
  categoriesSchema,
  downloadOf,
  preferencesSchema,
  removesSeeded,
  torrentSchema,
  type Torrent,
} from './qbittorrent.schemas'
import { inShape, jsonOf, notTheApi, readJson, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, unlessRefused } from './service-test'

const entries = clientEntries('http://qbittorrent:8080')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  entries.username,
  entries.password,
  entries.apiKey,
  entries.category,
]

/**
 * The newest torrents, for queries without ids. Thousands would exceed the size limit, and the ones of
 * interest are among the newest.
 */
const NEWEST = { sort: 'added_on', reverse: 'true', limit: '1000' }

/** Outside the category, only what was added lately is of interest. */
const NEWEST_OTHERS = { ...NEWEST, limit: '200' }

type Qbittorrent = OpenClient<{
  http: QbittorrentHttp
  /** v2 hashes of hybrid torrents, by the v1 hash that is used to request them. */
  secondHashes: Map<string, string>
}>

/** Tracks, adds and removes torrents in qBittorrent 4.3 and later. */
export function createQbittorrent(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  return createClientDriver({
    name: service,
    protocol: 'torrent',
    entries: ENTRIES,
    connect: () => ({ http: createQbittorrentHttp(dependencies), secondHashes: new Map<string, string>() }),
    ping: ({ http, at }) => http(at, '/app/version'),
    test,
    status,
    list,
    others,
    add,
    remove,
  })
}

async function test(client: Qbittorrent): Promise<ConnectionTestDto> {
  const { text } = await client.http(client.at, '/app/version')
  const version = /^v?(\d[\w.+-]{0,30})$/.exec(text.trim())?.[1]
  if (version === undefined) {
    throw notTheApi(service, text.trimStart().startsWith('<') ? 'web_page' : 'not_json')
  }
  // A service that returns a number for any path has no torrents.
  await torrents(client, { limit: '1' })
  return answers(service, version, await removals(client))
}

/** Advice about limits of seeding at which torrents are removed. */
async function removals({ http, at, category }: Qbittorrent): Promise<TestFinding[]> {
  const ask = async (path: `/${string}`) => readJson((await unlessRefused(http(at, path)))?.text ?? '')
  const preferences = preferencesSchema.safeParse(await ask('/app/preferences')).data
  const own = category === '' ? undefined : categoriesSchema.safeParse(await ask('/torrents/categories')).data
  if (!preferences || !removesSeeded(preferences, own?.[category])) return []
  return [found('seeding_removes', { service, place: 'Options → BitTorrent → Seeding Limits' })]
}

async function torrents({ http, at }: Qbittorrent, filter: Record<string, string>): Promise<Torrent[]> {
  // Hundreds of hashes are too long for a URL.
  const { text } = await http(at, '/torrents/info', new URLSearchParams(filter))
  const rows = jsonOf(service, text)
  if (!Array.isArray(rows)) throw notTheApi(service, 'not_a_list')
  return rows.flatMap((row) => torrentSchema.safeParse(row).data ?? [])
}

/**
 * The torrents by requested id. A hybrid torrent is found only by its v2 hash, which is fetched and cached
 * when a torrent is missing.
 */
async function find(client: Qbittorrent, ids: readonly string[]): Promise<Map<string, Torrent>> {
  const { secondHashes } = client
  const hashOf = (id: string) => secondHashes.get(id) ?? id
  const rows = await torrents(client, { hashes: ids.map(hashOf).join('|') })
  const byHash = new Map(rows.map((torrent) => [torrent.hash, torrent]))
  if (!ids.every((id) => byHash.has(hashOf(id)))) {
    const newest = await torrents(client, NEWEST)
    const byFirst = new Map(newest.map((torrent) => [torrent.infohash_v1 ?? torrent.hash, torrent]))
    for (const id of ids.filter((one) => !byHash.has(hashOf(one)))) {
      secondHashes.delete(id)
      const torrent = byFirst.get(id)
      if (!torrent) continue
      byHash.set(torrent.hash, torrent)
      if (torrent.hash !== id) secondHashes.set(id, torrent.hash)
    }
  }
  return new Map(
    ids.flatMap((id) => {
      const torrent = byHash.get(hashOf(id))
      return torrent ? [[id, torrent] as const] : []
    }),
  )
}

async function status(client: Qbittorrent, ids: readonly string[]): Promise<ClientDownload[]> {
  return [...(await find(client, ids))].map(([id, torrent]) => downloadOf(torrent, id))
}

async function list(client: Qbittorrent, ids: readonly string[]): Promise<ClientDownload[]> {
  const { category } = client
  const found = await torrents(client, { ...NEWEST, ...(category !== '' && { category }) })
  const listed = found.map(underFirstHash)
  const known = new Set(listed.map(({ id }) => id))
  const beside = ids.filter((id) => !known.has(id))
  if (beside.length === 0) return listed
  return [...listed, ...[...(await find(client, beside))].map(([id, torrent]) => downloadOf(torrent, id))]
}

async function others(client: Qbittorrent): Promise<ClientDownload[]> {
  return (await torrents(client, NEWEST_OTHERS)).map(underFirstHash)
}

const underFirstHash = (torrent: Torrent) => downloadOf(torrent, torrent.infohash_v1 || torrent.hash)

async function add(client: Qbittorrent, download: TorrentDownload): Promise<string> {
  const form = new FormData()
  if (download.kind === 'magnet') form.set('urls', download.uri)
  else form.set('torrents', new Blob([new Uint8Array(download.file)]), 'release.torrent')
  if (client.category !== '') form.set('category', client.category)
  const answer = await client.http(client.at, '/torrents/add', form, [202, 409, 415])
  if (answer.status === 415) throw connectionFailed(causeOf('torrent_unreadable', { service }))
  // qBittorrent refuses a torrent that it already has in the same way as an invalid one.
  if (isRefused(answer) && !(await find(client, [download.infoHash])).has(download.infoHash)) {
    // The counts that newer versions answer with give no reason.
    const said = saidBy(answer.text)
    throw notAdded(service, said.startsWith('{') ? '' : said)
  }
  return download.infoHash
}

/** Up to 5.1 it responds with text, later with counts. */
function isRefused({ status: code, text }: { status: number; text: string }): boolean {
  if (code === 409) return true
  const said = text.trim()
  if (said === 'Ok.' || said === '') return false
  if (said === 'Fails.') return true
  const counts = inShape(service, addedSchema, jsonOf(service, said))
  return (counts.failure_count ?? 0) > 0
}

async function remove(client: Qbittorrent, id: string, files: boolean): Promise<void> {
  const torrent = (await find(client, [id])).get(id)
  if (!torrent) return
  const form = new URLSearchParams({ hashes: torrent.hash, deleteFiles: String(files) })
  await client.http(client.at, '/torrents/delete', form, [204])
}
