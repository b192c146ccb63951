import { found, serverName } from '#contract/connection-test'
import { CausedError } from '#server/errors/app-error'
import { bind } from '#server/domain/bind'
import type { ClientDownload, Downloadable } from '#server/domain/integrations/download-client.types'
import type {
  DownloadClientDriver,
  DriverAccess,
  IntegrationSettings,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'
import { toBase64 } from './base64'
import { clientEntries, clientIssue, textOf } from './client-entries'
import { notAdded, readySettings } from './client-ready'
import { notTheApi, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, testService } from './service-test'
import {
  createTransmissionHttp,
  service,
  type TransmissionAddress,
  type TransmissionHttp,
} from './transmission.http'
import { downloadOf, FIELDS, isInCategory, torrentSchema, type Torrent } from './transmission.schemas'

const entries = clientEntries('http://transmission:9091')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  entries.username,
  entries.password,
  entries.category,
]

interface Context {
  http: TransmissionHttp
  access: DriverAccess
}

/** Tracks, adds and removes torrents in Transmission 3.0 and later. */
export function createTransmission(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  return {
    kind: 'download_client',
    name: service,
    protocol: 'torrent',
    entries: ENTRIES,
    address: 'base_url',
    issue: clientIssue,
    test: (settings) => test(createTransmissionHttp(dependencies), settings),
    open: (access) =>
      bind({ http: createTransmissionHttp(dependencies), access }, { ping, status, list, add, remove }),
  }
}

function test(http: TransmissionHttp, settings: IntegrationSettings) {
  return testService(async () => {
    const { at, category } = readSettings(settings)
    const { version } = await http(at, 'session_get', { fields: ['version'] })
    if (typeof version !== 'string') throw notTheApi(service, 'not_json')
    const number = saidBy(version).split(' ', 1)[0] ?? ''
    const hasLabels = category === '' || !/^[0-2]\./.test(number)
    const server = serverName(service, number)
    const remarks = hasLabels ? [] : [found('labels_missing', { server, version: LABELS_SINCE })]
    return answers(service, number, remarks)
  })
}

const LABELS_SINCE = '3.0'

interface Place {
  http: TransmissionHttp
  at: TransmissionAddress
  category: string
}

async function ready({ http, access }: Context): Promise<Place> {
  return { http, ...readSettings(await readySettings(service, access)) }
}

async function torrents({ http, at }: Place, ids?: readonly string[]): Promise<Torrent[]> {
  const answer = await http(at, 'torrent_get', { fields: FIELDS, ...(ids && { ids }) })
  const rows = answer['torrents']
  if (!Array.isArray(rows)) throw notTheApi(service, 'not_a_list')
  return rows.flatMap((row) => torrentSchema.safeParse(row).data ?? [])
}

async function ping(context: Context): Promise<void> {
  const { http, at } = await ready(context)
  await http(at, 'session_get', { fields: ['version'] })
}

async function status(context: Context, ids: readonly string[]): Promise<ClientDownload[]> {
  // An empty list of ids would mean none, a missing list would mean all.
  if (ids.length === 0) return []
  const found = await torrents(await ready(context), ids)
  return found.map(downloadOf)
}

async function list(context: Context, ids: readonly string[] = []): Promise<ClientDownload[]> {
  const place = await ready(context)
  const wanted = new Set(ids)
  return (await torrents(place)).flatMap((torrent) => {
    const download = downloadOf(torrent)
    return wanted.has(download.id) || isInCategory(torrent, place.category) ? [download] : []
  })
}

async function add(context: Context, download: Downloadable): Promise<string> {
  const place = await ready(context)
  if (download.kind === 'nzb') throw notAdded(service, 'an NZB file is not for it')
  const what = download.kind === 'magnet' ? { filename: download.uri } : { metainfo: toBase64(download.file) }
  const added = await addTorrent(place, what)
  // Version 3 accepts no labels when adding a torrent.
  if ('torrent_added' in added && place.category !== '') {
    await place.http(place.at, 'torrent_set', { ids: [download.infoHash], labels: [place.category] })
  }
  return download.infoHash
}

async function addTorrent({ http, at }: Place, what: Readonly<Record<string, string>>) {
  try {
    return await http(at, 'torrent_add', what)
  } catch (error) {
    const text =
      error instanceof CausedError && error.coded.code === 'answers' ? error.coded.params['text'] : null
    throw text === null || text === undefined ? error : notAdded(service, String(text))
  }
}

async function remove(context: Context, id: string, files: boolean): Promise<void> {
  const { http, at } = await ready(context)
  await http(at, 'torrent_remove', { ids: [id], delete_local_data: files })
}

function readSettings(values: IntegrationSettings) {
  const text = textOf(values)
  return {
    at: { baseUrl: text('base_url'), username: text('username'), password: text('password') },
    category: text('category'),
  }
}
