import { bind } from '#server/domain/bind'
import type { ClientDownload, Downloadable } from '#server/domain/integrations/download-client.types'
import type {
  DownloadClientDriver,
  DriverAccess,
  IntegrationSettings,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'
import { clientEntries, clientIssue, textOf } from './client-entries'
import { notAdded, readySettings } from './client-ready'
import {
  createQbittorrentHttp,
  service,
  type QbittorrentAddress,
  type QbittorrentHttp,
} from './qbittorrent.http'
import { addedSchema, downloadOf, torrentSchema, type Torrent } from './qbittorrent.schemas'
import { jsonOf, notTheApi, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, testService } from './service-test'

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

interface Context {
  http: QbittorrentHttp
  access: DriverAccess
  /** v2 hashes of hybrid torrents, by the v1 hash that is used to request them. */
  secondHashes: Map<string, string>
}

/** Tracks, adds and removes torrents in qBittorrent 4.3 and later. */
export function createQbittorrent(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  return {
    kind: 'download_client',
    name: service,
    protocol: 'torrent',
    entries: ENTRIES,
    address: 'base_url',
    issue: clientIssue,
    test: (settings) => test(createQbittorrentHttp(dependencies), settings),
    open: (access) => bind(contextOf(dependencies, access), { ping, status, list, add, remove }),
  }
}

function contextOf(dependencies: ServiceHttpDependencies, access: DriverAccess): Context {
  return { http: createQbittorrentHttp(dependencies), access, secondHashes: new Map() }
}

function test(http: QbittorrentHttp, settings: IntegrationSettings) {
  return testService(async () => {
    const { at } = readSettings(settings)
    const { text } = await http(at, '/app/version')
    const version = /^v?(\d[\w.+-]{0,30})$/.exec(text.trim())?.[1]
    if (version === undefined)
      throw notTheApi(service, text.trimStart().startsWith('<') ? 'web_page' : 'not_json')
    // A service that returns a number for any path has no torrents.
    await torrents({ http, at }, { limit: '1' })
    return answers(service, version)
  })
}

async function ready({ http, access, secondHashes }: Context) {
  return { http, secondHashes, ...readSettings(await readySettings(service, access)) }
}

interface Place {
  http: QbittorrentHttp
  at: QbittorrentAddress
}

async function torrents({ http, at }: Place, filter: Record<string, string>): Promise<Torrent[]> {
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
async function find(
  place: Place & Pick<Context, 'secondHashes'>,
  ids: readonly string[],
): Promise<Map<string, Torrent>> {
  const { secondHashes } = place
  const hashOf = (id: string) => secondHashes.get(id) ?? id
  const rows = await torrents(place, { hashes: ids.map(hashOf).join('|') })
  const byHash = new Map(rows.map((torrent) => [torrent.hash, torrent]))
  if (!ids.every((id) => byHash.has(hashOf(id)))) {
    const newest = await torrents(place, NEWEST)
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

async function ping({ http, access }: Context): Promise<void> {
  const settings = await readySettings(service, access)
  await http(readSettings(settings).at, '/app/version')
}

async function status(context: Context, ids: readonly string[]): Promise<ClientDownload[]> {
  if (ids.length === 0) return []
  const found = await find(await ready(context), ids)
  return [...found].map(([id, torrent]) => downloadOf(torrent, id))
}

async function list(context: Context, ids: readonly string[] = []): Promise<ClientDownload[]> {
  const place = await ready(context)
  const { category } = place
  const found = await torrents(place, { ...NEWEST, ...(category !== '' && { category }) })
  const listed = found.map((torrent) => downloadOf(torrent, torrent.infohash_v1 || torrent.hash))
  const known = new Set(listed.map(({ id }) => id))
  const beside = ids.filter((id) => !known.has(id))
  if (beside.length === 0) return listed
  return [...listed, ...[...(await find(place, beside))].map(([id, torrent]) => downloadOf(torrent, id))]
}

async function add(context: Context, download: Downloadable): Promise<string> {
  const place = await ready(context)
  if (download.kind === 'nzb') throw notAdded(service, 'an NZB file is not for it')
  const form = new FormData()
  if (download.kind === 'magnet') form.set('urls', download.uri)
  else form.set('torrents', new Blob([new Uint8Array(download.file)]), 'release.torrent')
  if (place.category !== '') form.set('category', place.category)
  const answer = await place.http(place.at, '/torrents/add', form, [202, 409, 415])
  if (answer.status === 415) throw notAdded(service, 'it cannot read the torrent file')
  // qBittorrent refuses a torrent that it already has in the same way as an invalid one.
  if (isRefused(answer) && !(await find(place, [download.infoHash])).has(download.infoHash)) {
    throw notAdded(service, saidBy(answer.text) || `status ${answer.status}`)
  }
  return download.infoHash
}

/** Up to 5.1 it responds with text, later with counts. */
function isRefused({ status: code, text }: { status: number; text: string }): boolean {
  if (code === 409) return true
  const said = text.trim()
  if (said === 'Ok.' || said === '') return false
  if (said === 'Fails.') return true
  const counts = addedSchema.safeParse(jsonOf(service, said)).data
  if (!counts) throw notTheApi(service, 'not_json')
  return (counts.failure_count ?? 0) > 0
}

async function remove(context: Context, id: string, files: boolean): Promise<void> {
  const place = await ready(context)
  const torrent = (await find(place, [id])).get(id)
  if (!torrent) return
  const form = new URLSearchParams({ hashes: torrent.hash, deleteFiles: String(files) })
  await place.http(place.at, '/torrents/delete', form, [204])
}

function readSettings(values: IntegrationSettings) {
  const text = textOf(values)
  return {
    at: {
      baseUrl: text('base_url'),
      username: text('username'),
      password: text('password'),
      apiKey: text('api_key'),
    },
    category: text('category'),
  }
}
