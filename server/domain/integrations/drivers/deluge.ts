import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { found, type ConnectionTestDto, type TestFinding } from '#contract/connection-test'
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
import { downloadId } from './client-values'
import { createDelugeHttp, service, type DelugeHttp } from './deluge.http'
import { downloadOf, KEYS, torrentSchema, type Torrent } from './deluge.schemas'
import { inShape, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, unlessRefused } from './service-test'

const entries = clientEntries('http://deluge:8112')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  { ...entries.password, required: true },
  entries.category,
]

type Deluge = OpenClient<{ http: DelugeHttp }>

/** Tracks, adds and removes torrents in Deluge 2 through its web interface. */
export function createDeluge(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  return createClientDriver({
    name: service,
    protocol: 'torrent',
    entries: ENTRIES,
    connect: () => ({ http: createDelugeHttp(dependencies) }),
    ping: versionOf,
    test,
    status,
    list,
    others,
    add,
    remove,
  })
}

async function versionOf({ http, at }: Deluge): Promise<string> {
  return inShape(service, outsideText, await http(at, 'daemon.get_version', []))
}

async function test(client: Deluge): Promise<ConnectionTestDto> {
  const version = saidBy(await versionOf(client)).slice(0, 50)
  return answers(service, version, [...(await labelsOff(client)), ...(await removals(client))])
}

/** Advice about a ratio at which torrents are removed, for all torrents or for those with the label. */
async function removals({ http, at, category }: Deluge): Promise<TestFinding[]> {
  const all = await unlessRefused(
    http(at, 'core.get_config_values', [['stop_seed_at_ratio', 'remove_seed_at_ratio']]),
  )
  const own = category === '' ? null : await unlessRefused(http(at, 'label.get_options', [labelOf(category)]))
  const label = labelSchema.safeParse(own).data
  const removes = label?.apply_queue
    ? label.stop_at_ratio && label.remove_at_ratio
    : removingSchema.safeParse(all).success
  return removes
    ? [found('seeding_removes', { service, place: 'Preferences → Queue → Share Ratio Reached' })]
    : []
}

/** Settings with which torrents are removed. */
const removingSchema = z.object({
  stop_seed_at_ratio: z.literal(true),
  remove_seed_at_ratio: z.literal(true),
})
/** The options of a label, of which those about seeding count only if applied. */
const labelSchema = z.object({
  apply_queue: z.boolean(),
  stop_at_ratio: z.boolean(),
  remove_at_ratio: z.boolean(),
})

const pluginsSchema = z.array(outsideText)

/** The advice for when downloads should get a label but the plugin is disabled. */
async function labelsOff({ http, at, category }: Deluge): Promise<TestFinding[]> {
  if (category === '') return []
  const plugins = await http(at, 'core.get_enabled_plugins', [])
  const enabled = inShape(service, pluginsSchema, plugins, 'not_a_list')
  return enabled.includes('Label') ? [] : [found('label_plugin_off', { service })]
}

const torrentsSchema = z.record(z.string(), z.unknown())

async function torrents({ http, at }: Deluge, filter: Readonly<Record<string, unknown>>) {
  const answer = await http(at, 'core.get_torrents_status', [filter, KEYS])
  const rows = inShape(service, torrentsSchema, answer, 'not_a_list')
  return Object.entries(rows).flatMap(([id, row]): [string, Torrent][] => {
    // Deluge may return an empty entry for an unknown hash.
    const torrent = torrentSchema.safeParse(row).data
    const isOne = torrent?.state !== '' && downloadId.safeParse(id).success
    return torrent && isOne ? [[id.toLowerCase(), torrent]] : []
  })
}

async function status(client: Deluge, ids: readonly string[]): Promise<ClientDownload[]> {
  const found = await torrents(client, { id: ids })
  return found.map(([id, torrent]) => downloadOf(id, torrent))
}

async function list(client: Deluge, ids: readonly string[]): Promise<ClientDownload[]> {
  const wanted = new Set(ids)
  return (await torrents(client, {}))
    .filter(([id, torrent]) => wanted.has(id) || isInCategory(client, torrent))
    .map(([id, torrent]) => downloadOf(id, torrent))
}

async function others(client: Deluge): Promise<ClientDownload[]> {
  return (await torrents(client, {}))
    .filter(([, torrent]) => !isInCategory(client, torrent))
    .map(([id, torrent]) => downloadOf(id, torrent))
}

function isInCategory({ category }: Deluge, { label }: Torrent): boolean {
  // Without the plugin nothing has a label.
  return category === '' || label === null || label === undefined || label === labelOf(category)
}

async function add(client: Deluge, download: TorrentDownload): Promise<string> {
  const { infoHash } = download
  const refusal = await refusalOf(
    download.kind === 'magnet'
      ? client.http(client.at, 'core.add_torrent_magnet', [download.uri, {}])
      : client.http(client.at, 'core.add_torrent_file', [`${infoHash}.torrent`, toBase64(download.file), {}]),
  )
  if (refusal !== null) {
    // Deluge also refuses a torrent that it already has.
    const known = await torrents(client, { id: [infoHash] })
    if (known.length === 0) throw notAdded(service, refusal)
  } else if (client.category !== '') {
    const label = labelOf(client.category)
    // The label may already exist. Without the plugin this fails, and the download goes ahead without a
    // label.
    await refusalOf(client.http(client.at, 'label.add', [label]))
    await refusalOf(client.http(client.at, 'label.set_torrent', [infoHash, label]))
  }
  return infoHash
}

/** Deluge's objection, or null if the call succeeded. @throws if something other than Deluge responds. */
async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    const objection = objectionIn(error)
    if (objection === null) throw error
    return objection
  }
}

async function remove(client: Deluge, id: string, files: boolean): Promise<void> {
  if ((await torrents(client, { id: [id] })).length === 0) return
  await client.http(client.at, 'core.remove_torrent', [id, files])
}

/** The plugin accepts only lower-case letters, digits and two other characters. */
const labelOf = (category: string) => category.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-')
