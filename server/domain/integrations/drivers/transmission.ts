import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { found, serverName, type ConnectionTestDto } from '#contract/connection-test'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { DownloadClientDriver, SettingEntry } from '#server/domain/integrations/integrations.types'
import { toBase64 } from './base64'
import {
  clientEntries,
  createClientDriver,
  notAdded,
  objectionIn,
  type OpenClient,
  type TorrentDownload,
} from './client.driver'
import { inShape, notTheApi, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers } from './service-test'
import { createTransmissionHttp, service, type TransmissionHttp } from './transmission.http'
import { downloadOf, FIELDS, isInCategory, torrentSchema, type Torrent } from './transmission.schemas'

const entries = clientEntries('http://transmission:9091')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  entries.username,
  entries.password,
  entries.category,
]

type Transmission = OpenClient<{ http: TransmissionHttp }>

/** Tracks, adds and removes torrents in Transmission 3.0 and later. */
export function createTransmission(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  return createClientDriver({
    name: service,
    protocol: 'torrent',
    entries: ENTRIES,
    connect: () => ({ http: createTransmissionHttp(dependencies) }),
    ping: session,
    test,
    status,
    list,
    others,
    add,
    remove,
  })
}

function session({ http, at }: Transmission) {
  return http(at, 'session_get', { fields: ['version'] })
}

const versionSchema = z.object({ version: outsideText })
const LABELS_SINCE = '3.0'

async function test(client: Transmission): Promise<ConnectionTestDto> {
  const { version } = inShape(service, versionSchema, await session(client))
  const number = saidBy(version).split(' ', 1)[0] ?? ''
  const hasLabels = client.category === '' || !/^[0-2]\./.test(number)
  const server = serverName(service, number)
  const remarks = hasLabels ? [] : [found('labels_missing', { server, version: LABELS_SINCE })]
  return answers(service, number, remarks)
}

async function torrents({ http, at }: Transmission, ids?: readonly string[]): Promise<Torrent[]> {
  const answer = await http(at, 'torrent_get', { fields: FIELDS, ...(ids && { ids }) })
  const rows = answer['torrents']
  if (!Array.isArray(rows)) throw notTheApi(service, 'not_a_list')
  return rows.flatMap((row) => torrentSchema.safeParse(row).data ?? [])
}

async function status(client: Transmission, ids: readonly string[]): Promise<ClientDownload[]> {
  return (await torrents(client, ids)).map(downloadOf)
}

async function list(client: Transmission, ids: readonly string[]): Promise<ClientDownload[]> {
  const wanted = new Set(ids)
  return (await torrents(client)).flatMap((torrent) => {
    const download = downloadOf(torrent)
    return wanted.has(download.id) || isInCategory(torrent, client.category) ? [download] : []
  })
}

async function others(client: Transmission): Promise<ClientDownload[]> {
  const found = await torrents(client)
  return found.filter((torrent) => !isInCategory(torrent, client.category)).map(downloadOf)
}

async function add(client: Transmission, download: TorrentDownload): Promise<string> {
  const what = download.kind === 'magnet' ? { filename: download.uri } : { metainfo: toBase64(download.file) }
  const added = await addTorrent(client, what)
  // Version 3 accepts no labels when adding a torrent.
  if ('torrent_added' in added && client.category !== '') {
    await client.http(client.at, 'torrent_set', { ids: [download.infoHash], labels: [client.category] })
  }
  return download.infoHash
}

async function addTorrent({ http, at }: Transmission, what: Readonly<Record<string, string>>) {
  try {
    return await http(at, 'torrent_add', what)
  } catch (error) {
    const objection = objectionIn(error)
    throw objection === null ? error : notAdded(service, objection)
  }
}

async function remove({ http, at }: Transmission, id: string, files: boolean): Promise<void> {
  await http(at, 'torrent_remove', { ids: [id], delete_local_data: files })
}
