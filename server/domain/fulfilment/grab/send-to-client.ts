import { causeOf, type Cause } from '#contract/cause'
import { NOT_ADDED_CODES, type CauseCode } from '#contract/cause-codes'
import type { FulfilmentContext } from '#server/domain/fulfilment/context'
import { byName, possibleMatches } from '#server/domain/fulfilment/track/find-download.rules'
import type {
  DownloadChange,
  FollowedDownload,
  OpenClient,
} from '#server/domain/fulfilment/track/track.types'
import type {
  ClientDownload,
  ClientProtocol,
  Downloadable,
} from '#server/domain/integrations/download-client.types'
import { noClient } from '#server/domain/fulfilment/wait/connection-waits'
import { restOf, sourceOf } from '#server/domain/fulfilment/wait/rests'
import { AppError } from '#server/errors/app-error'
import { failedGrab, failureIn, faultOf } from '#server/errors/fault'
import { causeFrom } from '#server/errors/problem'
import { readReleaseFile, readReleaseMagnet } from './downloadable'
import { isLate, LATE, withConnection, type FinalGrabOutcome } from './grab-outcome'
import type { Grab } from './grabs.repository'

// Adds releases to the download clients set up here. The chosen client and a torrent's info hash are stored before the
// release is added, so whoever finds a grab without an outcome knows which client to ask.

/** Milliseconds for a search and for the file behind the link. */
const FETCH_LIMIT = 2 * 60_000
/** Milliseconds until a client is asked about a release just added to it. */
const FIRST_POLL = 5000

/** What a client answers instead of looking at the download: nothing was added, for certain. */
const NOT_LOOKED_AT: readonly CauseCode[] = [
  'not_set_up',
  'wrong_login',
  'wrong_password',
  'wrong_service_key',
  'login_blocked',
  'host_not_allowed',
  'login_or_host_refused',
  'too_many_questions',
  'redirected',
  'redirected_to',
  'client_full',
  ...NOT_ADDED_CODES,
]

/** Fetches a release and adds it to the first reachable client for its protocol. */
export async function sendToClient(
  context: FulfilmentContext,
  grab: Grab,
  protocol: ClientProtocol,
): Promise<FinalGrabOutcome> {
  const clients = (await context.clients()).filter((one) => one.protocol === protocol)
  const none = { id: protocol, name: protocol }
  let outcome = withConnection(failedGrab(400, noClient(context, protocol)), none)
  try {
    for (const client of clients) {
      if (!(await noteWhileUnderWay(context, grab, client))) return LATE
      // Fetch nothing while the client cannot accept it, because indexers count fetches.
      const failure = await failureOf(context, grab, client)
      if (failure === null) return await fetchAndAdd(context, grab, client)
      outcome = failure
    }
    return outcome
  } catch (error) {
    context.log.error('Sending "{title}" failed unexpectedly: {error}', { title: grab.title, error })
    return { state: 'unknown', cause: causeOf('unexpected') }
  }
}

async function fetchAndAdd(
  context: FulfilmentContext,
  grab: Grab,
  client: OpenClient,
): Promise<FinalGrabOutcome> {
  const fetched = await fetchRelease(context, grab)
  if ('state' in fetched) return fetched
  const hash = 'infoHash' in fetched ? fetched.infoHash : null
  const known: DownloadChange = hash === null ? {} : { downloadId: hash, foundBy: 'sent' }
  if (!(await noteWhileUnderWay(context, grab, client, known))) return LATE
  if (isLate(context, grab, FETCH_LIMIT)) return LATE
  return add(context, grab, client, fetched)
}

/** Stores which client gets a release, and what is known of it. @returns false if the outcome is already known. */
async function noteWhileUnderWay(
  { fulfilments, grabs, downloads, transaction, clock }: FulfilmentContext,
  grab: Grab,
  { id: connectionId, name: client }: OpenClient,
  known: DownloadChange = {},
): Promise<boolean> {
  const { id: grabId, asin, title, facts } = grab
  return transaction(async (within) => {
    await fulfilments.lock(within, asin)
    if ((await grabs.findUnderWay(asin, within))?.id !== grabId) return false
    const row = { grabId, asin, title, protocol: facts.protocol, downloadId: null, connectionId, client }
    await downloads.note(within, row, clock())
    await downloads.change(within, grabId, { connectionId, client, ...known }, clock())
    return true
  })
}

/** Why a client cannot accept anything now; null if it can. */
async function failureOf(
  context: FulfilmentContext,
  { actor }: Grab,
  open: OpenClient,
): Promise<FinalGrabOutcome | null> {
  const { noteClient } = context
  // A person may ask anyway.
  const resting = actor === null ? await restOf(context, open.id) : null
  if (resting) return fromClient(open, 503, resting.cause)
  try {
    await open.client.list()
    await noteClient(open.id, { ok: true })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { status, cause, retryAfter } = failureIn(error)
    await noteClient(open.id, { cause })
    return fromClient(open, status, cause, retryAfter)
  }
}

/** The trouble of a client, whatever it says: no release was involved. */
function fromClient(
  { id, name }: OpenClient,
  status: number,
  cause: Cause,
  retryAfter?: number | null,
): FinalGrabOutcome {
  const connection = { id, name }
  return {
    state: 'postponed',
    status,
    cause,
    fault: 'connection',
    connection,
    ...(retryAfter && { retryAfter }),
  }
}

/** What a release's link leads to, or why it cannot be fetched. */
async function fetchRelease(
  context: FulfilmentContext,
  { guid, indexerId, title: name, facts }: Grab,
): Promise<Downloadable | FinalGrabOutcome> {
  const { source } = context
  const indexer = { id: indexerId, name: facts.indexer, protocol: facts.protocol }
  const link = await source.download({ guid, indexer, query: facts.query })
  if (link.state === 'rejected' || link.state === 'postponed') return withConnection(link, sourceOf(context))
  const release = { name, infoHash: facts.info_hash }
  const read =
    link.state === 'magnet' ? readReleaseMagnet(release, link.uri) : await readReleaseFile(release, link.file)
  return 'download' in read ? read.download : withConnection(failedGrab(502, read.cause), sourceOf(context))
}

/** Adds a download to a client. Unless the client explicitly refuses, it may have been added. */
async function add(
  context: FulfilmentContext,
  grab: Grab,
  open: OpenClient,
  download: Downloadable,
): Promise<FinalGrabOutcome> {
  const { downloads, polls, transaction, clock } = context
  let downloadId: string
  try {
    downloadId = await open.client.add(download)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { status, cause, retryAfter } = failureIn(error)
    if (!NOT_LOOKED_AT.includes(cause.code)) return { state: 'unknown', cause }
    return faultOf(cause) === 'release'
      ? { state: 'rejected', status, cause }
      : fromClient(open, status, cause, retryAfter)
  }
  if (download.kind === 'nzb' && (await wasTakenBack(context, open, downloadId))) {
    const cause = causeOf('download_had_before', { client: open.name })
    return { state: 'rejected', status: 409, cause }
  }
  await transaction(async (within) => {
    const now = clock()
    await downloads.change(within, grab.id, { downloadId, foundBy: 'sent' }, now)
    await polls.bringForward(within, new Date(now.getTime() + FIRST_POLL))
  })
  return { state: 'grabbed' }
}

/** Whether the download that a Usenet client has for a release belongs to an earlier grab that failed. */
async function wasTakenBack(
  { clients, downloads }: FulfilmentContext,
  { id: connectionId }: OpenClient,
  downloadId: string,
): Promise<boolean> {
  const others = (await clients()).flatMap(({ id }) => (id === connectionId ? [] : [id]))
  return (await downloads.holders(others, [downloadId])).some(({ isActive }) => !isActive)
}

/** Whether a client has the release that was to be added, by info hash or by name. */
export async function clientHas(
  context: FulfilmentContext,
  { connectionId, downloadId }: Pick<FollowedDownload, 'connectionId' | 'downloadId'>,
  { title, createdAt: grabbedAt }: Grab,
): Promise<'yes' | 'no' | 'unknown'> {
  const clients = await context.clients()
  const open = clients.find(({ id }) => id === connectionId)
  if (!open) return 'unknown'
  const others = clients.flatMap(({ id }) => (id === open.id ? [] : [id]))
  const { client, protocol } = open
  // A torrent's info hash is known before it is added.
  if (downloadId === null && protocol === 'torrent') return 'no'
  try {
    const has =
      downloadId === null
        ? await isListed(context, others, { title, grabbedAt }, await client.list())
        : (await client.status([downloadId])).length > 0
    await context.noteClient(open.id, { ok: true })
    return has ? 'yes' : 'no'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const cause: Cause = causeFrom(error)
    await context.noteClient(open.id, { cause })
    return 'unknown'
  }
}

/** Whether a release is in a client's list, not counting downloads of failed grabs. */
async function isListed(
  { downloads }: FulfilmentContext,
  others: readonly string[],
  release: Parameters<typeof possibleMatches>[0],
  listed: readonly ClientDownload[],
): Promise<boolean> {
  const ids = possibleMatches(release, byName(listed)).map(({ id }) => id)
  const held = await downloads.holders(others, ids)
  return ids.some((id) =>
    held.every(({ downloadId, isActive, ended }) => downloadId !== id || (isActive && !ended)),
  )
}
