import { agoOf } from '#server/async/due.rules'
import { holdLease, LEASE } from '#server/async/lease'
import { causeFrom } from '#server/errors/problem'
import type { Logger } from '#server/platform/log'
import { bind } from '#server/domain/bind'
import { causeOf } from '#contract/cause'
import { yieldEvery } from '#server/async/yield'
import { CHECK_EVERY, firstUnreadScan, isWalkDueAfterScan, scanSince } from './arrival.rules'
import { libraryShrank } from './library.errors'
import type { LibraryAbsenceRepository } from './library-absence.repository'
import type { LibraryItemsRepository } from './library-items.repository'
import type { LibraryWalksRepository, WalkState } from './library-walks.repository'
import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import type { LibraryConnections, LibraryMatcher, OpenLibrary } from './library.types'

/** Milliseconds between complete walks over a media server. */
const WALK_EVERY = 60 * 60_000
/**
 * How long to wait after a failed walk, and between a walk and one at the start of the server, in
 * milliseconds.
 */
const AGAIN_AFTER = 5 * 60_000
/** With fewer items than this, a missing disk cannot be told apart from someone tidying up. */
const MIN_FOR_SHRINK_CHECK = 20
/** Milliseconds between checks of the newest items; a little shorter, because timers are inexact. */
const CHECK_PAUSE = CHECK_EVERY - 5000

interface Context {
  connections: LibraryConnections
  items: Pick<LibraryItemsRepository, 'save'>
  absence: LibraryAbsenceRepository
  walks: LibraryWalksRepository
  matcher: () => Promise<Pick<LibraryMatcher, 'keysOfItem'>>
  /** Called when the contents may have changed. */
  changed: () => void
  /** Identifies this instance among those that share the database. */
  owner: string
  clock: () => Date
  log: Logger
  /** When a connection last failed, in milliseconds; used for this instance's retries. */
  failedAt: Map<string, Date>
  /** What was last walked; after any change of its settings, a connection is opened again. */
  walked: Map<string, Pick<OpenLibrary, 'library' | 'contents'>>
  /** The first scan of each connection that no complete walk has followed up. */
  unreadScans: Map<string, Date>
  /** When it was first noticed that most of a connection's items are missing, in milliseconds. */
  shrankAt: Map<string, number>
}

type WalkDependencies = Omit<Context, 'failedAt' | 'walked' | 'unreadScans' | 'shrankAt'>

/** Keeps a copy of the contents of the media servers. */
export function createWalks(dependencies: WalkDependencies) {
  const state = { failedAt: new Map(), walked: new Map(), unreadScans: new Map(), shrankAt: new Map() }
  const context: Context = { ...dependencies, ...state }
  return bind(context, { refresh, checkNewest })
}

/**
 * Walks over every media server whose copy is old, one at a time, and deletes the items of servers that are
 * gone for good. Items of disabled or recently deleted servers are kept but do not count. A failure is
 * recorded in the status of the connection, and deletes nothing.
 * @param signal aborts when the server stops.
 */
async function refresh(context: Context, signal: AbortSignal): Promise<void> {
  const { connections, absence, walks, clock } = context
  const open = await connections.libraries()
  await absence.removeAllBut(await connections.keptLibraryIds())
  if (await walks.setEnabled(open.map(({ id }) => id))) context.changed()
  const known = new Map((await walks.list()).map((walk) => [walk.connectionId, walk]))
  for (const library of open) {
    if (signal.aborted) return
    const before = context.walked.get(library.id)
    const isChanged = before !== undefined && before.library !== library.library
    const walk = known.get(library.id)
    const failedAt = context.failedAt.get(library.id) ?? null
    // Another instance may have read it since.
    const isUnread =
      before === undefined || (failedAt !== null && Number(failedAt) > Number(walk?.completeAt))
    const isDue =
      agoOf(failedAt, clock()) >= AGAIN_AFTER &&
      (isOld(walk, isUnread, clock()) || isWalkDueAfterScan(noteScans(context, walk), clock()))
    if (isChanged || isDue) await walkLibrary(context, library, signal)
    else context.walked.set(library.id, library)
  }
}

/** Remembers the first scan that no complete walk has followed up. */
function noteScans({ unreadScans }: Context, walk: WalkState | undefined): Date | undefined {
  if (!walk) return undefined
  const first = firstUnreadScan(unreadScans.get(walk.connectionId), walk)
  if (first) unreadScans.set(walk.connectionId, first)
  else unreadScans.delete(walk.connectionId)
  return first
}

/** @param isUnread whether this instance has not read the library since it started, or last failed to. */
function isOld(walk: WalkState | undefined, isUnread: boolean, now: Date): boolean {
  return agoOf(walk?.completeAt ?? null, now) >= (isUnread ? AGAIN_AFTER : WALK_EVERY)
}

async function walkLibrary(context: Context, library: OpenLibrary, signal: AbortSignal): Promise<void> {
  const { walks, owner, clock, log, connections, failedAt } = context
  const { id: connectionId, name } = library
  const now = clock()
  const claimed = await walks.claim({ connectionId, owner, until: new Date(now.getTime() + LEASE), now })
  if (!claimed) return
  const before = context.walked.get(connectionId)
  context.walked.set(connectionId, library)
  const renew = (until: Date) => walks.renew({ connectionId, owner, until })
  // Only other contents may lack most of the items at once: a new key or name does not.
  if (before && before.contents !== library.contents)
    context.shrankAt.set(connectionId, Number.NEGATIVE_INFINITY)
  const lease = holdLease({ renew, signal, clock, log })
  let completeAt: Date | null = null
  try {
    const { seen, changed, removed } = await readAll(context, library, lease.signal)
    completeAt = now
    failedAt.delete(connectionId)
    log.info('Read library {name}: {seen} audiobooks, {removed} removed since the last time', {
      name,
      seen,
      removed,
    })
    if (changed + removed > 0) context.changed()
    await connections.note(connectionId, { ok: true })
  } catch (error) {
    if (lease.signal.aborted) return
    failedAt.set(connectionId, clock())
    await connections.note(connectionId, { cause: causeFrom(error) })
    log.warn('Reading library {name} failed: {error}', { name, error })
  } finally {
    lease.end()
    await walks.end({ connectionId, owner, completeAt })
  }
}

/** @throws if the walk fails; nothing is deleted then. */
async function readAll(
  context: Context,
  { id: connectionId, name, library }: OpenLibrary,
  signal: AbortSignal,
): Promise<{ seen: number; changed: number; removed: number }> {
  const { clock } = context
  const began = clock()
  const seen = new Set<string>()
  let changed = 0
  for await (const page of library.walk(signal)) {
    signal.throwIfAborted()
    changed += await keep(context, connectionId, page)
    for (const { id } of page) seen.add(keptId(connectionId, id))
  }
  signal.throwIfAborted()
  const removed = await markAbsent(context, { connectionId, name, seen, began })
  return { seen: seen.size, changed, removed }
}

/**
 * Marks the items that a complete walk has not seen as absent. If most items are missing, a disk may be
 * offline, so they are marked only if still missing an hour later.
 * @returns the number of absent items.
 * @throws AppError while most items are missing but not marked yet.
 */
async function markAbsent(
  { absence, clock, shrankAt }: Context,
  walked: { connectionId: string; name: string; seen: ReadonlySet<string>; began: Date },
): Promise<number> {
  const { connectionId, name } = walked
  const { unseen, before } = await absence.findUnseen(walked)
  const now = clock()
  if (unseen.length >= MIN_FOR_SHRINK_CHECK && unseen.length > before / 2) {
    const since = Math.min(shrankAt.get(connectionId) ?? now.getTime(), now.getTime())
    shrankAt.set(connectionId, since)
    if (now.getTime() - since < WALK_EVERY) {
      throw libraryShrank(causeOf('library_shrank', { service: name, missing: unseen.length, total: before }))
    }
  }
  shrankAt.delete(connectionId)
  await absence.markAbsent({ connectionId, ids: unseen, now })
  return unseen.length
}

/**
 * Checks the newest items of the media servers, one page each. Each server is checked by one instance once a
 * minute, and told to scan once after a completed download, if it supports that.
 * @param completedAt when the newest awaited download completed.
 * @returns whether anything was new, and the names of the libraries that were told to scan.
 */
async function checkNewest(
  context: Context,
  completedAt: Date,
  signal: AbortSignal,
): Promise<{ isNew: boolean; scanned: string[] }> {
  const { connections, walks, clock, log } = context
  const scanned: string[] = []
  let isNew = false
  for (const { id: connectionId, name, library } of await connections.libraries()) {
    const now = clock()
    const since = new Date(now.getTime() - CHECK_PAUSE)
    if (!(await walks.claimCheck({ connectionId, since, now }))) continue
    try {
      if (await scanAfter(context, connectionId, library, completedAt)) scanned.push(name)
      const page = await library.newest(signal)
      if ((await keep(context, connectionId, page)) > 0) {
        isNew = true
        context.changed()
      }
      await connections.note(connectionId, { ok: true })
    } catch (error) {
      if (signal.aborted) break
      await connections.note(connectionId, { cause: causeFrom(error) })
      log.warn('Checking library {name} for new audiobooks failed: {error}', { name, error })
    }
  }
  return { isNew, scanned }
}

/**
 * Starts a scan after a completed download. It is recorded only after the media server has responded: a
 * second scan does no harm, but without one it may never find the files. Only the instance that checks the
 * library starts the scan.
 * @returns whether a scan was started now.
 */
async function scanAfter(
  { walks, clock }: Context,
  connectionId: string,
  library: Library,
  completedAt: Date,
): Promise<boolean> {
  const at = clock()
  if (!(await walks.isScanDue({ connectionId, since: scanSince(completedAt, at), now: at }))) return false
  const scans = await library.scan()
  await walks.noteScan({ connectionId, at })
  return scans
}

/** Stores the given items. @returns how many were new or changed. */
async function keep(context: Context, connectionId: string, page: readonly LibraryItem[]): Promise<number> {
  const { items, matcher, clock } = context
  const { keysOfItem } = await matcher()
  const yieldIfDue = yieldEvery()
  const now = clock()
  return items.save({
    connectionId,
    items: page.map(({ id, addedAt, ...facts }) => ({
      id: keptId(connectionId, id),
      facts,
      // A date in the future must be wrong.
      addedAt: addedAt && addedAt <= now ? addedAt : null,
    })),
    async keysOf(facts) {
      await yieldIfDue()
      return keysOfItem(facts)
    },
    now,
  })
}

const keptId = (connectionId: string, id: string) => `${connectionId}/${id}`
