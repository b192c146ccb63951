import { holdLease, LEASE } from '#server/async/lease'
import { causeFrom } from '#server/problem'
import type { Logger } from '#server/log'
import { bind } from '#server/domain/bind'
import { LOOK_EVERY } from './arrival.rules'
import type { LibraryItemsRepository } from './library-items.repository'
import type { LibraryWalksRepository } from './library-walks.repository'
import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import type { LibraryConnections, LibraryMatcher, OpenLibrary } from './library.types'

/** Milliseconds between two complete walks over a media server. */
const WALK_EVERY = 60 * 60_000
/** The same after one that failed. */
const AGAIN_AFTER = 5 * 60_000
/** Milliseconds between two looks at the newest items; timers need not be exact. */
const LOOK_PAUSE = LOOK_EVERY - 5000

interface Context {
  connections: LibraryConnections
  items: Pick<LibraryItemsRepository, 'save' | 'removeUnseen' | 'removeAllBut'>
  walks: LibraryWalksRepository
  matcher: Pick<LibraryMatcher, 'keysOfItem'>
  /** Lets waiting requests have their turn, when it is time. */
  yieldEvery: () => () => Promise<void>
  /** Called when what is there may have changed. */
  changed: () => void
  /** Of this instance, among all that share the database. */
  owner: string
  clock: () => Date
  log: Logger
  /** When a connection failed last, in milliseconds: what this instance waits for. */
  failedAt: Map<string, number>
  /** What was walked over last: with other settings a connection is another library. */
  walked: Map<string, Library>
}

export type WalkDependencies = Omit<Context, 'failedAt' | 'walked'>
export type Walks = ReturnType<typeof createWalks>

/** Keeps the copy of what media servers have. */
export function createWalks(dependencies: WalkDependencies) {
  return bind({ ...dependencies, failedAt: new Map(), walked: new Map() } satisfies Context, {
    refresh,
    lookAtNewest,
  })
}

/**
 * Walks over every media server whose copy is old, one after the other, and forgets those that are gone. What those
 * have that are switched off is kept, and counts for nothing. What fails is kept as the state of the connection, and
 * removes nothing.
 * @param signal the server stops.
 */
async function refresh(context: Context, signal: AbortSignal): Promise<void> {
  const { connections, items, walks, clock } = context
  const open = await connections.libraries()
  await items.removeAllBut(await connections.libraryIds())
  if (await walks.keepOn(open.map(({ id }) => id))) context.changed()
  const known = new Map(
    (await walks.list()).map(({ connectionId, completeAt }) => [connectionId, completeAt]),
  )
  for (const library of open) {
    if (signal.aborted) return
    const completeAt = known.get(library.id)?.getTime() ?? Number.NEGATIVE_INFINITY
    const failedAt = context.failedAt.get(library.id) ?? Number.NEGATIVE_INFINITY
    const now = clock().getTime()
    const before = context.walked.get(library.id)
    const isOther = before !== undefined && before !== library.library
    const isDue = now >= completeAt + WALK_EVERY && now >= failedAt + AGAIN_AFTER
    if (isOther || isDue) await walkOver(context, library, signal)
    else context.walked.set(library.id, library.library)
  }
}

async function walkOver(context: Context, library: OpenLibrary, signal: AbortSignal): Promise<void> {
  const { walks, owner, clock, log, connections, failedAt } = context
  const { id: connectionId, name } = library
  const now = clock()
  const claimed = await walks.claim({ connectionId, owner, until: new Date(now.getTime() + LEASE), now })
  if (!claimed) return
  context.walked.set(connectionId, library.library)
  const renew = (until: Date) => walks.renew({ connectionId, owner, until })
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
    failedAt.set(connectionId, clock().getTime())
    await connections.note(connectionId, { cause: causeFrom(error) })
    log.warn('Reading library {name} failed: {error}', { name, error })
  } finally {
    lease.end()
    await walks.end({ connectionId, owner, completeAt })
  }
}

/** @throws what the walk fails with; then nothing was removed. */
async function readAll(
  context: Context,
  { id: connectionId, library }: OpenLibrary,
  signal: AbortSignal,
): Promise<{ seen: number; changed: number; removed: number }> {
  const { items, clock } = context
  const began = clock()
  const seen = new Set<string>()
  let changed = 0
  for await (const page of library.walk(signal)) {
    signal.throwIfAborted()
    changed += await keep(context, connectionId, page)
    for (const { id } of page) seen.add(keptId(connectionId, id))
  }
  signal.throwIfAborted()
  const removed = await items.removeUnseen({ connectionId, seen, began })
  return { seen: seen.size, changed, removed }
}

/**
 * Looks at what came last to the media servers: one page of each. Each is looked at by one instance once a minute, and
 * asked once after a completed download to look for new files itself, where it does that.
 * @param completedAt when the newest download was complete that is looked for.
 * @returns whether anything was new.
 */
async function lookAtNewest(context: Context, completedAt: Date, signal: AbortSignal): Promise<boolean> {
  const { connections, walks, clock, log } = context
  let isNew = false
  for (const { id: connectionId, name, library } of await connections.libraries()) {
    const now = clock()
    const since = new Date(now.getTime() - LOOK_PAUSE)
    if (!(await walks.claimLook({ connectionId, since, now }))) continue
    try {
      await scanOnce(context, connectionId, library, completedAt)
      const page = await library.newest(signal)
      if ((await keep(context, connectionId, page)) > 0) {
        isNew = true
        context.changed()
      }
      await connections.note(connectionId, { ok: true })
    } catch (error) {
      if (signal.aborted) return isNew
      await connections.note(connectionId, { cause: causeFrom(error) })
      log.warn('Checking library {name} for new audiobooks failed: {error}', { name, error })
    }
  }
  return isNew
}

async function scanOnce(
  { walks, clock }: Context,
  connectionId: string,
  library: Library,
  completedAt: Date,
): Promise<void> {
  if (!(await walks.claimScan({ connectionId, since: completedAt, now: clock() }))) return
  try {
    await library.scan()
  } catch (error) {
    await walks.giveScanBack(connectionId)
    throw error
  }
}

/** Stores what was seen. @returns how much of it was new or another one. */
function keep(context: Context, connectionId: string, page: readonly LibraryItem[]): Promise<number> {
  const { items, matcher, yieldEvery, clock } = context
  const letOthers = yieldEvery()
  return items.save({
    connectionId,
    items: page.map(({ id, ...facts }) => ({ id: keptId(connectionId, id), facts })),
    async keysOf(facts) {
      await letOthers()
      return matcher.keysOfItem(facts)
    },
    now: clock(),
  })
}

const keptId = (connectionId: string, id: string) => `${connectionId}/${id}`
