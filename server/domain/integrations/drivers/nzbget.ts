import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { causeOf } from '#contract/cause'
import { found, type ConnectionTestDto } from '#contract/connection-test'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed, connectionRefused } from '#server/domain/integrations/connection.errors'
import type { ClientDownload } from '#server/domain/integrations/download-client.types'
import type { DownloadClientDriver, SettingEntry } from '#server/domain/integrations/integrations.types'
import { toBase64 } from './base64'
import { basicAuthorization } from './basic-authorization'
import {
  clientEntries,
  createClientDriver,
  isSameName,
  type NzbDownload,
  type OpenClient,
} from './client.driver'
import { jsonRpcAnswer } from './client-values'
import { categoryOf, forgetsAtOnce, ID_PARAMETER, jobOfGroup, jobOfHistory, type Job } from './nzbget.schemas'
import {
  answersWith,
  createServiceHttp,
  failedWith,
  inShape,
  jsonOf,
  saidBy,
  wrongLogin,
  type AskService,
  type ServiceHttpDependencies,
} from './service-http'
import { answers, missingCategory } from './service-test'

const service = 'NZBGet'

const entries = clientEntries('http://nzbget:6789')
const ENTRIES: readonly SettingEntry[] = [
  entries.address,
  { ...entries.username, default: 'nzbget' },
  entries.password,
  entries.category,
]

type Nzbget = OpenClient<{ ask: AskService }>

/** Tracks, adds and removes NZB files in NZBGet 16 and later. */
export function createNzbget(dependencies: ServiceHttpDependencies): DownloadClientDriver {
  const { ask } = createServiceHttp(service, dependencies)
  return createClientDriver({
    name: service,
    protocol: 'usenet',
    entries: ENTRIES,
    connect: () => ({ ask }),
    ping: (client) => call(client, 'version', []),
    test,
    status,
    list,
    others,
    add,
    remove,
  })
}

async function test(client: Nzbget): Promise<ConnectionTestDto> {
  const { category } = client
  const version = saidBy(inShape(service, outsideText, await call(client, 'version', []))).slice(0, 50)
  // The version is readable even for users who may see nothing else.
  await queue(client)
  const options = await rows(client, 'config', [])
  const known = options.flatMap((row) => categoryOf(row) ?? [])
  return answers(service, version, [
    ...missingCategory({ service, place: 'Settings → Categories' }, category, known),
    ...(options.some(forgetsAtOnce) ? [found('history_not_kept', { service, place: HISTORY })] : []),
  ])
}

/** Where NZBGet shows how many days it keeps its history. */
const HISTORY = 'Settings → Incoming NZBs → KeepHistory'

/** The code returned to users who may only add downloads. */
const DENIED = 401

/** Calls a JSON-RPC method. @throws the errors of `connection.errors.ts`. */
async function call({ ask, at }: Nzbget, method: string, params: readonly unknown[]): Promise<unknown> {
  const account = basicAuthorization(at.username, at.password)
  const answer = await ask(endpoint(at.baseUrl, '/jsonrpc'), {
    secrets: [at.password, ...Object.values(account)],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: {
      'content-type': 'application/json',
      // NZBGet closes connections without notice, and the next call would be sent over a closed one.
      connection: 'close',
      ...account,
    },
  })
  if (answer.status === 401) throw wrongLogin(service)
  if (answer.status !== 200) throw failedWith(service, answer.status)
  const { result, error } = inShape(service, jsonRpcAnswer, jsonOf(service, answer.text))
  if (error?.code === DENIED) throw connectionRefused(causeOf('may_only_add', { service }))
  if (error) throw answersWith(service, error.message)
  return result
}

async function rows(client: Nzbget, method: string, params: readonly unknown[]): Promise<unknown[]> {
  return inShape(service, z.array(z.unknown()), await call(client, method, params), 'not_a_list')
}

const NONE: ReadonlySet<string> = new Set()

async function queue(client: Nzbget, ids = NONE): Promise<Job[]> {
  return (await rows(client, 'listgroups', [0])).flatMap((row) => jobOfGroup(row, ids))
}

async function history(client: Nzbget, ids = NONE): Promise<Job[]> {
  return (await rows(client, 'history', [false])).flatMap((row) => jobOfHistory(row, ids))
}

/**
 * Looks in the history, which may be long, only for what is not in the queue. The queue also contains
 * downloads that are being unpacked. A download that leaves the queue between the two calls is already in the
 * history.
 */
async function find(client: Nzbget, wanted: readonly string[]): Promise<Job[]> {
  const ids = new Set(wanted)
  const isWanted = ({ download }: Job) => ids.has(download.id)
  const queued = (await queue(client, ids)).filter(isWanted)
  const seen = new Set(queued.map(({ download }) => download.id))
  if (wanted.every((id) => seen.has(id))) return queued
  const done = (await history(client, ids)).filter(isWanted)
  return [...queued, ...done.filter(({ download }) => !seen.has(download.id))]
}

async function status(client: Nzbget, ids: readonly string[]): Promise<ClientDownload[]> {
  return (await find(client, ids)).map(({ download }) => download)
}

async function list(client: Nzbget, ids: readonly string[]): Promise<ClientDownload[]> {
  return (await everything(client, new Set(ids))).map(({ download }) => download)
}

async function others(client: Nzbget): Promise<ClientDownload[]> {
  const jobs = await listed(client)
  return jobs.filter((job) => !isInCategory(client, job)).map(({ download }) => download)
}

const isInCategory = (client: Nzbget, { category }: Job): boolean =>
  client.category === '' || category === client.category

/** The downloads in the category, and those with the given ids. */
async function everything(client: Nzbget, ids = NONE): Promise<Job[]> {
  const jobs = await listed(client, ids)
  return jobs.filter((job) => isInCategory(client, job) || ids.has(job.download.id))
}

/** The downloads of every category. */
async function listed(client: Nzbget, ids = NONE): Promise<Job[]> {
  const queued = await queue(client, ids)
  const seen = new Set(queued.map(({ nzbId }) => nzbId))
  return [...queued, ...(await history(client, ids)).filter(({ nzbId }) => !seen.has(nzbId))]
}

async function add(client: Nzbget, download: NzbDownload): Promise<string> {
  // NZBGet would add the same file twice, or record the second as a deleted copy.
  const same = (await everything(client)).find(
    ({ download: other }) => other.state !== 'failed' && isSameName(other.name, download.name),
  )
  if (same) return same.download.id
  const mark = crypto.randomUUID().replaceAll('-', '')
  const number = await call(client, 'append', [
    `${download.name}.nzb`,
    toBase64(download.file),
    client.category,
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
  throw connectionFailed(causeOf('nzb_unreadable', { service }))
}

async function remove(client: Nzbget, id: string): Promise<void> {
  const [job] = await find(client, [id])
  if (!job) return
  await call(client, 'editqueue', [job.queued ? 'GroupFinalDelete' : 'HistoryFinalDelete', '', [job.nzbId]])
}
