import { z } from 'zod'
import { causeOf } from '#contract/cause'
import { bind } from '#server/domain/bind'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed, connectionRefused } from '#server/domain/integrations/connection.errors'
import type { ClientDownload, Downloadable } from '#server/domain/integrations/download-client.types'
import type {
  DownloadClientDriver,
  DriverAccess,
  IntegrationSettings,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'
import { toBase64 } from './base64'
import { basicAuthorization } from './basic-authorization'
import { clientEntries, clientIssue, textOf } from './client-entries'
import { isSameName, notAdded, readySettings } from './client-ready'
import { answerSchema, categoryOf, ID_PARAMETER, jobOfGroup, jobOfHistory, type Job } from './nzbget.schemas'
import {
  createServiceHttp,
  failedWith,
  jsonOf,
  notTheApi,
  saidBy,
  wrongLogin,
  type AskService,
  type ServiceHttpDependencies,
} from './service-http'
import { answers, missingCategory, testService } from './service-test'

const service = 'NZBGet'

const entries = clientEntries('http://nzbget:6789')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  { ...entries.username, default: 'nzbget' },
  entries.password,
  entries.category,
]

interface Context {
  ask: AskService
  access: DriverAccess
}

/** Tracks, adds and removes NZB files in NZBGet 16 and later. */
export function createNzbget(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  const { ask } = createServiceHttp(service, dependencies)
  return {
    kind: 'download_client',
    name: service,
    protocol: 'usenet',
    entries: ENTRIES,
    address: 'base_url',
    issue: clientIssue,
    test: (settings) => test(ask, settings),
    open: (access) => bind({ ask, access }, { ping, status, list, add, remove }),
  }
}

function test(ask: AskService, settings: IntegrationSettings) {
  return testService(async () => {
    const place = { ask, ...readSettings(settings) }
    const version = await call(place, 'version', [])
    if (typeof version !== 'string') throw notTheApi(service, 'not_json')
    const said = saidBy(version).slice(0, 50)
    // The version is readable even for users who may see nothing else.
    await queue(place)
    const options = place.category === '' ? [] : await rows(place, 'config', [])
    const known = options.flatMap((row) => categoryOf(row) ?? [])
    const at = { service, place: 'Settings → Categories' }
    return answers(service, said, missingCategory(at, place.category, known))
  })
}

interface Place {
  ask: AskService
  at: { baseUrl: string; username: string; password: string }
  category: string
}

async function ready({ ask, access }: Context): Promise<Place> {
  return { ask, ...readSettings(await readySettings(service, access)) }
}

/** The code returned to users who may only add downloads. */
const DENIED = 401

/** Calls a JSON-RPC method. @throws the errors of `connection.errors.ts`. */
async function call({ ask, at }: Place, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await ask(endpoint(at.baseUrl, '/jsonrpc'), {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: {
      'content-type': 'application/json',
      // NZBGet closes connections without notice, and the next call would be sent over a closed one.
      connection: 'close',
      ...basicAuthorization(at.username, at.password),
    },
  })
  if (answer.status === 401) throw wrongLogin(service)
  if (answer.status !== 200) throw failedWith(service, answer.status)
  const { data } = answerSchema.safeParse(jsonOf(service, answer.text))
  if (!data) throw notTheApi(service, 'not_json')
  if (data.error?.code === DENIED) throw connectionRefused(causeOf('may_only_add', { service }))
  if (data.error) {
    throw connectionFailed(causeOf('answers', { service, text: saidBy(data.error.message) }))
  }
  return data.result
}

async function rows(place: Place, method: string, params: readonly unknown[]): Promise<unknown[]> {
  const { data } = z.array(z.unknown()).safeParse(await call(place, method, params))
  if (!data) throw notTheApi(service, 'not_a_list')
  return data
}

const NONE: ReadonlySet<string> = new Set()

async function queue(place: Place, ids = NONE): Promise<Job[]> {
  return (await rows(place, 'listgroups', [0])).flatMap((row) => jobOfGroup(row, ids))
}

async function history(place: Place, ids = NONE): Promise<Job[]> {
  return (await rows(place, 'history', [false])).flatMap((row) => jobOfHistory(row, ids))
}

/**
 * Looks in the history, which may be long, only for what is not in the queue. The queue also contains
 * downloads that are being unpacked. A download that leaves the queue between the two calls is already in the
 * history.
 */
async function find(place: Place, wanted: readonly string[]): Promise<Job[]> {
  const ids = new Set(wanted)
  const isWanted = ({ download }: Job) => ids.has(download.id)
  const queued = (await queue(place, ids)).filter(isWanted)
  const seen = new Set(queued.map(({ download }) => download.id))
  if (wanted.every((id) => seen.has(id))) return queued
  const done = (await history(place, ids)).filter(isWanted)
  return [...queued, ...done.filter(({ download }) => !seen.has(download.id))]
}

async function ping(context: Context): Promise<void> {
  await call(await ready(context), 'version', [])
}

async function status(context: Context, ids: readonly string[]): Promise<ClientDownload[]> {
  if (ids.length === 0) return []
  return (await find(await ready(context), ids)).map(({ download }) => download)
}

async function list(context: Context, ids: readonly string[] = []): Promise<ClientDownload[]> {
  return (await everything(await ready(context), new Set(ids))).map(({ download }) => download)
}

/** The downloads in the category, and those with the given ids. */
async function everything(place: Place, ids = NONE): Promise<Job[]> {
  const queued = await queue(place, ids)
  const seen = new Set(queued.map(({ nzbId }) => nzbId))
  const done = (await history(place, ids)).filter(({ nzbId }) => !seen.has(nzbId))
  return [...queued, ...done].filter(
    ({ category, download }) => place.category === '' || category === place.category || ids.has(download.id),
  )
}

async function add(context: Context, download: Downloadable): Promise<string> {
  const place = await ready(context)
  if (download.kind !== 'nzb') throw notAdded(service, 'a torrent is not for it')
  // NZBGet would add the same file twice, or record the second as a deleted copy.
  const same = (await everything(place)).find(
    ({ download: other }) => other.state !== 'failed' && isSameName(other.name, download.name),
  )
  if (same) return same.download.id
  const mark = crypto.randomUUID().replaceAll('-', '')
  const number = await call(place, 'append', [
    `${download.name}.nzb`,
    toBase64(download.file),
    place.category,
    0,
    false,
    false,
    '',
    0,
    'ALL',
    // A flat list of names and values.
    [ID_PARAMETER, mark],
  ])
  if (typeof number === 'number' && number > 0) return mark
  throw notAdded(service, 'it cannot read the NZB file')
}

async function remove(context: Context, id: string): Promise<void> {
  const place = await ready(context)
  const [job] = await find(place, [id])
  if (!job) return
  await call(place, 'editqueue', [job.queued ? 'GroupFinalDelete' : 'HistoryFinalDelete', '', [job.nzbId]])
}

function readSettings(values: IntegrationSettings) {
  const text = textOf(values)
  return {
    at: { baseUrl: text('base_url'), username: text('username'), password: text('password') },
    category: text('category'),
  }
}
