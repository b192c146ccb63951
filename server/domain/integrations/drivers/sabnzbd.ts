import { causeOf } from '#contract/cause'
import { found, type ConnectionTestDto, type TestFinding } from '#contract/connection-test'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { DownloadClientDriver, SettingEntry } from '#server/domain/integrations/integrations.types'
import {
  clientEntries,
  createClientDriver,
  isSameName,
  type NzbDownload,
  type OpenClient,
} from './client.driver'
import { createSabnzbdHttp, service, type SabnzbdHttp } from './sabnzbd.http'
import {
  addedSchema,
  categoriesSchema,
  forgetsTooSoon,
  historySchema,
  queueSchema,
  retentionSchema,
  slotOfHistory,
  slotOfQueue,
  versionSchema,
  type Slot,
} from './sabnzbd.schemas'
import { inShape, saidBy, type ServiceHttpDependencies } from './service-http'
import { answers, missingCategory, unlessRefused } from './service-test'

/** SABnzbd returns ten history rows by default. */
const MAX_ROWS = '2000'

const entries = clientEntries('http://sabnzbd:8080')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  { ...entries.apiKey, required: true },
  entries.category,
]

type Sabnzbd = OpenClient<{
  http: SabnzbdHttp
  /** Downloads that were being unpacked when last seen. They are in the history, not in the queue. */
  unpacked: Set<string>
}>

/** Tracks, adds and removes NZB files in SABnzbd 3.0 and later. */
export function createSabnzbd(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  return createClientDriver({
    name: service,
    protocol: 'usenet',
    entries: ENTRIES,
    connect: () => ({ http: createSabnzbdHttp(dependencies), unpacked: new Set<string>() }),
    ping: (client) => queue(client, { limit: '1' }),
    test,
    status,
    list,
    others,
    add,
    remove,
  })
}

async function test(client: Sabnzbd): Promise<ConnectionTestDto> {
  const { http, at, category } = client
  // The version is returned even without a key.
  await queue(client, { limit: '1' })
  const { version } = inShape(service, versionSchema, await http(at, { mode: 'version' }))
  const known = category === '' ? [] : await categories(client)
  return answers(service, saidBy(version).slice(0, 50), [
    ...missingCategory({ service, place: 'Config → Categories' }, category, known),
    ...(await shortHistory(client)),
  ])
}

/** Advice about a history that is too short. A program that does not tell is taken to keep it. */
async function shortHistory({ http, at }: Sabnzbd): Promise<TestFinding[]> {
  const asked = http(at, { mode: 'get_config', section: 'misc' })
  const settings = retentionSchema.safeParse(await unlessRefused(asked)).data
  if (!settings || !forgetsTooSoon(settings)) return []
  return [found('history_not_kept', { service, place: 'Config → Switches → History Retention' })]
}

type Filter = Readonly<Record<string, string>>

async function queue({ http, at }: Sabnzbd, filter: Filter = {}): Promise<Slot[]> {
  const answer = await http(at, { mode: 'queue', ...filter })
  const { slots, kbpersec } = inShape(service, queueSchema, answer, 'not_a_list').queue
  return slots.flatMap((row) => slotOfQueue(row, kbpersec))
}

async function history({ http, at }: Sabnzbd, filter: Filter = {}): Promise<Slot[]> {
  const answer = await http(at, { mode: 'history', limit: MAX_ROWS, ...filter })
  return inShape(service, historySchema, answer, 'not_a_list').history.slots.flatMap(slotOfHistory)
}

async function categories({ http, at }: Sabnzbd): Promise<string[]> {
  return inShape(service, categoriesSchema, await http(at, { mode: 'get_cats' }), 'not_a_list')
}

/**
 * Reads the queue, then the history for what is missing: a download that leaves the queue between the two
 * calls is in the history by then, never the other way round. If all of them were last in the history, that
 * is read first.
 */
async function find(client: Sabnzbd, ids: readonly string[]): Promise<Slot[]> {
  const found = new Map<string, Slot>()
  const missing = () => ids.filter((id) => !found.has(id))
  async function look(at: typeof queue, more: Filter = {}): Promise<void> {
    const wanted = missing()
    if (wanted.length === 0) return
    const asked = new Set(wanted)
    for (const slot of await at(client, { nzo_ids: wanted.join(','), ...more })) {
      if (asked.has(slot.id)) found.set(slot.id, slot)
    }
  }
  if (ids.every((id) => client.unpacked.has(id))) await look(history)
  await look(queue)
  await look(history)
  // A download that someone cleared from the history page is not gone.
  await look(history, { archive: '1' })
  return [...found.values()]
}

async function status(client: Sabnzbd, ids: readonly string[]): Promise<ClientDownload[]> {
  const { unpacked } = client
  const found = await find(client, ids)
  for (const id of ids) unpacked.delete(id)
  for (const { id, state } of found) if (state === 'processing') unpacked.add(id)
  return found.map(shown)
}

async function list(client: Sabnzbd, ids: readonly string[]): Promise<ClientDownload[]> {
  const ours = await everything(client, new Set(ids))
  const seen = new Set(ours.map(({ id }) => id))
  const archived = ids.filter((id) => !seen.has(id))
  if (archived.length === 0) return ours.map(shown)
  const more = await history(client, { nzo_ids: archived.join(','), archive: '1' })
  return [...ours, ...more.filter(({ id }) => !seen.has(id))].map(shown)
}

async function others(client: Sabnzbd): Promise<ClientDownload[]> {
  return (await listed(client)).filter((slot) => !isInCategory(client, slot)).map(shown)
}

const isInCategory = (client: Sabnzbd, { category }: Slot): boolean =>
  client.category === '' || category === client.category

/** The downloads in the category, and those with the given ids. */
async function everything(client: Sabnzbd, wanted: ReadonlySet<string> = new Set()): Promise<Slot[]> {
  return (await listed(client)).filter((slot) => isInCategory(client, slot) || wanted.has(slot.id))
}

/** The downloads of every category. */
async function listed(client: Sabnzbd): Promise<Slot[]> {
  const queued = await queue(client)
  const done = await history(client)
  const ids = new Set(queued.map(({ id }) => id))
  return [...queued, ...done.filter(({ id }) => !ids.has(id))]
}

async function add(client: Sabnzbd, download: NzbDownload): Promise<string> {
  const file = new File([new Uint8Array(download.file)], `${download.name}.nzb`, {
    type: 'application/x-nzb',
  })
  const values = { mode: 'addfile', nzbname: download.name, ...(client.category && { cat: client.category }) }
  const [id] = inShape(service, addedSchema, await client.http(client.at, values, { file })).nzo_ids
  if (id !== undefined) return id
  // SABnzbd returns no id for a supposed duplicate. A failed download does not count as a duplicate.
  const same = (await everything(client)).find(
    ({ name, state }) => state !== 'failed' && isSameName(name, download.name),
  )
  if (same) return same.id
  throw connectionFailed(causeOf('nzb_duplicate_or_empty', { service }))
}

async function remove({ http, at }: Sabnzbd, id: string, files: boolean): Promise<void> {
  const values = { name: 'delete', value: id, del_files: files ? '1' : '0' }
  await http(at, { mode: 'queue', ...values }, { isObeyed })
  // Since 4.3 it is archived by default, and so hidden.
  await http(at, { mode: 'history', archive: '0', ...values }, { isObeyed })
}

/** Whether an answer to a deletion is not merely the list: decypharr looks for what to delete in the address alone. */
function isObeyed(json: unknown): boolean {
  return !queueSchema.safeParse(json).success && !historySchema.safeParse(json).success
}

function shown({ category: _, ...download }: Slot): ClientDownload {
  return download
}
