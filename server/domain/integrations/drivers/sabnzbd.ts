import type { ConfigurationEntryDto } from '#contract/indexers'
import { bind } from '#server/domain/bind'
import type { ClientDownload, Downloadable } from '#server/domain/integrations/download-client.types'
import type {
  DownloadClientDriver,
  DriverAccess,
  IntegrationSettings,
} from '#server/domain/integrations/integrations.types'
import { clientEntries, clientIssue, textOf } from './client-entries'
import { isSameName, notAdded, readySettings } from './client-ready'
import { createSabnzbdHttp, service, type SabnzbdAddress, type SabnzbdHttp } from './sabnzbd.http'
import {
  addedSchema,
  historySchema,
  queueSchema,
  slotOfHistory,
  slotOfQueue,
  versionSchema,
  type Slot,
} from './sabnzbd.schemas'
import { notTheApi, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, testService } from './service-test'

/** It answers ten rows of its history unless it is told how many. */
const MAX_ROWS = '2000'

const entries = clientEntries(service, 'http://sabnzbd:8080')
const ENTRIES: readonly ConfigurationEntryDto[] = [
  entries.address,
  {
    name: 'api_key',
    description: 'API key of SABnzbd, from its Config → General',
    default: null,
    required: true,
    type: 'str',
    secret: true,
  },
  entries.category,
]

interface Context {
  http: SabnzbdHttp
  access: DriverAccess
}

/** Follows, adds and removes NZB files in SABnzbd 3.0 and later. */
export function createSabnzbd(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  const http = createSabnzbdHttp(dependencies)
  return {
    kind: 'download-client',
    name: service,
    protocol: 'usenet',
    entries: ENTRIES,
    address: 'base_url',
    issue: clientIssue,
    test: (settings) => test(http, settings),
    open: (access) => bind({ http, access }, { status, list, add, remove }),
  }
}

function test(http: SabnzbdHttp, settings: IntegrationSettings) {
  return testService(async () => {
    const place = { http, ...readSettings(settings) }
    // The version is told without a key.
    await queue(place, { limit: '1' })
    const { data } = versionSchema.safeParse(await http(place.at, { mode: 'version' }))
    if (!data) throw notTheApi(service, 'not_json')
    const version = saidBy(data.version).slice(0, 50)
    return answers(service, version)
  })
}

interface Place {
  http: SabnzbdHttp
  at: SabnzbdAddress
  category: string
}

async function ready({ http, access }: Context): Promise<Place> {
  return { http, ...readSettings(await readySettings(service, access)) }
}

async function queue({ http, at }: Place, filter: Readonly<Record<string, string>> = {}): Promise<Slot[]> {
  const { data } = queueSchema.safeParse(await http(at, { mode: 'queue', ...filter }))
  if (!data) throw notTheApi(service, 'not_a_list')
  return data.queue.slots.flatMap((row) => slotOfQueue(row, data.queue.kbpersec))
}

async function history({ http, at }: Place, filter: Readonly<Record<string, string>> = {}): Promise<Slot[]> {
  const { data } = historySchema.safeParse(await http(at, { mode: 'history', limit: MAX_ROWS, ...filter }))
  if (!data) throw notTheApi(service, 'not_a_list')
  return data.history.slots.flatMap(slotOfHistory)
}

/** One that leaves the queue between the two questions is in the history by then, never the other way round. */
async function find(place: Place, ids: readonly string[]): Promise<Slot[]> {
  const found: Slot[] = []
  const missing = () => ids.filter((id) => !found.some((slot) => slot.id === id))
  const keep = (slots: readonly Slot[]) => {
    const wanted = new Set(missing())
    found.push(...slots.filter(({ id }) => wanted.has(id)))
  }
  keep(await queue(place, { nzo_ids: ids.join(',') }))
  if (missing().length > 0) keep(await history(place, { nzo_ids: missing().join(',') }))
  // What somebody took off the page of the history has not gone.
  if (missing().length > 0) keep(await history(place, { nzo_ids: missing().join(','), archive: '1' }))
  return found
}

async function status(context: Context, ids: readonly string[]): Promise<ClientDownload[]> {
  return ids.length === 0 ? [] : (await find(await ready(context), ids)).map(shown)
}

async function list(context: Context): Promise<ClientDownload[]> {
  return (await everything(await ready(context))).map(shown)
}

async function everything(place: Place): Promise<Slot[]> {
  const queued = await queue(place)
  const done = await history(place)
  const ids = new Set(queued.map(({ id }) => id))
  return [...queued, ...done.filter(({ id }) => !ids.has(id))].filter(
    ({ category }) => place.category === '' || category === place.category,
  )
}

async function add(context: Context, download: Downloadable): Promise<string> {
  const place = await ready(context)
  if (download.kind !== 'nzb') throw notAdded(service, 'a torrent is not for it')
  const file = new File([new Uint8Array(download.file)], `${download.name}.nzb`, {
    type: 'application/x-nzb',
  })
  const values = { mode: 'addfile', nzbname: download.name, ...(place.category && { cat: place.category }) }
  const { data } = addedSchema.safeParse(await place.http(place.at, values, file))
  if (!data) throw notTheApi(service, 'not_json')
  const [id] = data.nzo_ids
  if (id !== undefined) return id
  // Of what it takes for a duplicate it tells no id.
  const same = (await everything(place)).find(({ name }) => isSameName(name, download.name))
  if (same) return same.id
  throw notAdded(service, 'it takes the file for one that it has had before, or finds nothing in it')
}

async function remove(context: Context, id: string, files: boolean): Promise<void> {
  const { http, at } = await ready(context)
  const values = { name: 'delete', value: id, del_files: files ? '1' : '0' }
  await http(at, { mode: 'queue', ...values })
  // Since 4.3 it is kept out of sight unless it is said otherwise.
  await http(at, { mode: 'history', archive: '0', ...values })
}

function shown({ category: _, ...download }: Slot): ClientDownload {
  return download
}

function readSettings(values: IntegrationSettings) {
  const text = textOf(values)
  return { at: { baseUrl: text('base_url'), apiKey: text('api_key') }, category: text('category') }
}
