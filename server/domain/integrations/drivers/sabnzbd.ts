import { bind } from '#server/domain/bind'
import type { ClientDownload, Downloadable } from '#server/domain/integrations/download-client.types'
import type {
  DownloadClientDriver,
  DriverAccess,
  IntegrationSettings,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'
import { clientEntries, clientIssue, textOf } from './client-entries'
import { isSameName, notAdded, readySettings } from './client-ready'
import { createSabnzbdHttp, service, type SabnzbdAddress, type SabnzbdHttp } from './sabnzbd.http'
import {
  addedSchema,
  categoriesSchema,
  historySchema,
  queueSchema,
  slotOfHistory,
  slotOfQueue,
  versionSchema,
  type Slot,
} from './sabnzbd.schemas'
import { notTheApi, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, missingCategory, testService } from './service-test'

/** SABnzbd returns ten history rows by default. */
const MAX_ROWS = '2000'

const entries = clientEntries('http://sabnzbd:8080')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  { ...entries.apiKey, required: true },
  entries.category,
]

interface Context {
  http: SabnzbdHttp
  access: DriverAccess
  /** Downloads that were being unpacked when last seen. They are in the history, not in the queue. */
  unpacked: Set<string>
}

/** Tracks, adds and removes NZB files in SABnzbd 3.0 and later. */
export function createSabnzbd(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  const http = createSabnzbdHttp(dependencies)
  return {
    kind: 'download_client',
    name: service,
    protocol: 'usenet',
    entries: ENTRIES,
    address: 'base_url',
    issue: clientIssue,
    test: (settings) => test(http, settings),
    open: (access) =>
      bind({ http, access, unpacked: new Set<string>() }, { ping, status, list, add, remove }),
  }
}

function test(http: SabnzbdHttp, settings: IntegrationSettings) {
  return testService(async () => {
    const place = { http, ...readSettings(settings) }
    // The version is returned even without a key.
    await queue(place, { limit: '1' })
    const { data } = versionSchema.safeParse(await http(place.at, { mode: 'version' }))
    if (!data) throw notTheApi(service, 'not_json')
    const version = saidBy(data.version).slice(0, 50)
    const at = { service, place: 'Config → Categories' }
    const known = place.category === '' ? [] : await categories(place)
    return answers(service, version, missingCategory(at, place.category, known))
  })
}

interface Place {
  http: SabnzbdHttp
  at: SabnzbdAddress
  category: string
}

async function ready({ http, access }: Pick<Context, 'http' | 'access'>): Promise<Place> {
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

async function categories({ http, at }: Place): Promise<string[]> {
  const { data } = categoriesSchema.safeParse(await http(at, { mode: 'get_cats' }))
  if (!data) throw notTheApi(service, 'not_a_list')
  return data.categories
}

/**
 * Reads the queue, then the history for what is missing: a download that leaves the queue between the two
 * calls is in the history by then, never the other way round. If all of them were last in the history, that
 * is read first.
 */
async function find(place: Place, ids: readonly string[], unpacked: ReadonlySet<string>): Promise<Slot[]> {
  const found = new Map<string, Slot>()
  const missing = () => ids.filter((id) => !found.has(id))
  async function look(at: typeof queue, more: Readonly<Record<string, string>> = {}): Promise<void> {
    const wanted = missing()
    if (wanted.length === 0) return
    const asked = new Set(wanted)
    for (const slot of await at(place, { nzo_ids: wanted.join(','), ...more })) {
      if (asked.has(slot.id)) found.set(slot.id, slot)
    }
  }
  if (ids.every((id) => unpacked.has(id))) await look(history)
  await look(queue)
  await look(history)
  // A download that someone cleared from the history page is not gone.
  await look(history, { archive: '1' })
  return [...found.values()]
}

async function ping(context: Context): Promise<void> {
  await queue(await ready(context), { limit: '1' })
}

async function status(context: Context, ids: readonly string[]): Promise<ClientDownload[]> {
  if (ids.length === 0) return []
  const { unpacked } = context
  const found = await find(await ready(context), ids, unpacked)
  for (const id of ids) unpacked.delete(id)
  for (const { id, state } of found) if (state === 'processing') unpacked.add(id)
  return found.map(shown)
}

async function list(context: Context, ids: readonly string[] = []): Promise<ClientDownload[]> {
  const place = await ready(context)
  const listed = await everything(place, new Set(ids))
  const seen = new Set(listed.map(({ id }) => id))
  const archived = ids.filter((id) => !seen.has(id))
  if (archived.length === 0) return listed.map(shown)
  const more = await history(place, { nzo_ids: archived.join(','), archive: '1' })
  return [...listed, ...more.filter(({ id }) => !seen.has(id))].map(shown)
}

/** The downloads in the category, and those with the given ids. */
async function everything(place: Place, wanted: ReadonlySet<string> = new Set()): Promise<Slot[]> {
  const queued = await queue(place)
  const done = await history(place)
  const ids = new Set(queued.map(({ id }) => id))
  return [...queued, ...done.filter(({ id }) => !ids.has(id))].filter(
    ({ category, id }) => place.category === '' || category === place.category || wanted.has(id),
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
  // SABnzbd returns no id for a supposed duplicate. A failed download does not count as a duplicate.
  const same = (await everything(place)).find(
    ({ name, state }) => state !== 'failed' && isSameName(name, download.name),
  )
  if (same) return same.id
  throw notAdded(service, 'it takes the file for one that it has had before, or finds nothing in it')
}

async function remove(context: Context, id: string, files: boolean): Promise<void> {
  const { http, at } = await ready(context)
  const values = { name: 'delete', value: id, del_files: files ? '1' : '0' }
  await http(at, { mode: 'queue', ...values })
  // Since 4.3 it is archived by default, and so hidden.
  await http(at, { mode: 'history', archive: '0', ...values })
}

function shown({ category: _, ...download }: Slot): ClientDownload {
  return download
}

function readSettings(values: IntegrationSettings) {
  const text = textOf(values)
  return { at: { baseUrl: text('base_url'), apiKey: text('api_key') }, category: text('category') }
}
