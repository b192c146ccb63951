import { z } from 'zod'
import { found, type TestFinding } from '#contract/connection-test'
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
import { createDelugeHttp, service, type DelugeAddress, type DelugeHttp } from './deluge.http'
import { downloadId } from './client-values'
import { downloadOf, KEYS, torrentSchema, type Torrent } from './deluge.schemas'
import { notTheApi, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, testService } from './service-test'

const entries = clientEntries('http://deluge:8112')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  { ...entries.password, required: true },
  entries.category,
]

interface Context {
  http: DelugeHttp
  access: DriverAccess
}

/** Tracks, adds and removes torrents in Deluge 2 through its web interface. */
export function createDeluge(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  return {
    kind: 'download_client',
    name: service,
    protocol: 'torrent',
    entries: ENTRIES,
    address: 'base_url',
    issue: clientIssue,
    test: (settings) => test(createDelugeHttp(dependencies), settings),
    open: (access) =>
      bind({ http: createDelugeHttp(dependencies), access }, { ping, status, list, add, remove }),
  }
}

function test(http: DelugeHttp, settings: IntegrationSettings) {
  return testService(async () => {
    const version = await http(readSettings(settings).at, 'daemon.get_version', [])
    if (typeof version !== 'string') throw notTheApi(service, 'not_json')
    const said = saidBy(version).slice(0, 50)
    return answers(service, said, await labelsOff(http, settings))
  })
}

const pluginsSchema = z.array(z.string())

/** The advice for when downloads should get a label but the plugin is disabled. */
async function labelsOff(http: DelugeHttp, settings: IntegrationSettings): Promise<TestFinding[]> {
  const { at, category } = readSettings(settings)
  if (category === '') return []
  const { data } = pluginsSchema.safeParse(await http(at, 'core.get_enabled_plugins', []))
  if (!data) throw notTheApi(service, 'not_a_list')
  return data.includes('Label') ? [] : [found('label_plugin_off', { service })]
}

interface Place {
  http: DelugeHttp
  at: DelugeAddress
  category: string
}

async function ready({ http, access }: Context): Promise<Place> {
  return { http, ...readSettings(await readySettings(service, access)) }
}

const torrentsSchema = z.record(z.string(), z.unknown())

async function torrents({ http, at }: Place, filter: Readonly<Record<string, unknown>>) {
  const { data } = torrentsSchema.safeParse(await http(at, 'core.get_torrents_status', [filter, KEYS]))
  if (!data) throw notTheApi(service, 'not_a_list')
  return Object.entries(data).flatMap(([id, row]): [string, Torrent][] => {
    // Deluge may return an empty entry for an unknown hash.
    const torrent = torrentSchema.safeParse(row).data
    const isOne = torrent?.state !== '' && downloadId.safeParse(id).success
    return torrent && isOne ? [[id.toLowerCase(), torrent]] : []
  })
}

async function ping(context: Context): Promise<void> {
  const { http, at } = await ready(context)
  await http(at, 'daemon.get_version', [])
}

async function status(context: Context, ids: readonly string[]): Promise<ClientDownload[]> {
  if (ids.length === 0) return []
  const found = await torrents(await ready(context), { id: ids })
  return found.map(([id, torrent]) => downloadOf(id, torrent))
}

async function list(context: Context, ids: readonly string[] = []): Promise<ClientDownload[]> {
  const place = await ready(context)
  const wanted = new Set(ids)
  const isOurs = ({ label }: Torrent) =>
    // Without the plugin nothing has a label.
    place.category === '' || label === null || label === undefined || label === labelOf(place.category)
  return (await torrents(place, {}))
    .filter(([id, torrent]) => wanted.has(id) || isOurs(torrent))
    .map(([id, torrent]) => downloadOf(id, torrent))
}

async function add(context: Context, download: Downloadable): Promise<string> {
  const place = await ready(context)
  if (download.kind === 'nzb') throw notAdded(service, 'an NZB file is not for it')
  const { infoHash } = download
  const refusal = await refusalOf(
    download.kind === 'magnet'
      ? place.http(place.at, 'core.add_torrent_magnet', [download.uri, {}])
      : place.http(place.at, 'core.add_torrent_file', [`${infoHash}.torrent`, toBase64(download.file), {}]),
  )
  if (refusal !== null) {
    // Deluge also refuses a torrent that it already has.
    const known = await torrents(place, { id: [infoHash] })
    if (known.length === 0) throw notAdded(service, refusal)
  } else if (place.category !== '') {
    const label = labelOf(place.category)
    // The label may already exist. Without the plugin this fails, and the download goes ahead without a
    // label.
    await refusalOf(place.http(place.at, 'label.add', [label]))
    await refusalOf(place.http(place.at, 'label.set_torrent', [infoHash, label]))
  }
  return infoHash
}

/** Deluge's objection, or null if the call succeeded. @throws if something other than Deluge responds. */
async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof CausedError && error.coded.code === 'answers')
      return String(error.coded.params['text'])
    throw error
  }
}

async function remove(context: Context, id: string, files: boolean): Promise<void> {
  const place = await ready(context)
  if ((await torrents(place, { id: [id] })).length === 0) return
  await place.http(place.at, 'core.remove_torrent', [id, files])
}

/** The plugin accepts only lower-case letters, digits and two other characters. */
const labelOf = (category: string) => category.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-')

function readSettings(values: IntegrationSettings) {
  const text = textOf(values)
  return { at: { baseUrl: text('base_url'), password: text('password') }, category: text('category') }
}
