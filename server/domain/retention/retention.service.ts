import { auditNote } from '#contract/audit-note'
import { KEPT_KINDS, type KeptKind, type PatchStorageBody, type StorageDto } from '#contract/storage'
import { createListeners } from '#server/async/listeners'
import { yieldNow } from '#server/async/yield'
import type { Database } from '#server/db/database'
import type { Actor } from '#server/domain/auth/auth.types'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { Settings } from '#server/domain/settings/settings.service'
import { removedBefore } from './retention.rules'
import type { StorageSizes } from './storage-sizes.service'
import type { KeptRows, Place } from '#server/db/kept-rows.types'

interface RetentionDependencies extends Pick<FeatureContext, 'audit' | 'announce' | 'clock'> {
  database: Pick<Database, 'dialect' | 'space' | 'write'>
  settings: Pick<Settings, 'snapshot' | 'prepare' | 'set'>
  /** The rows of each kind, deleted by the features that own them. */
  kept: Record<KeptKind, KeptRows>
  sizes: StorageSizes
}

const contextOf = (dependencies: RetentionDependencies) => ({
  ...dependencies,
  cleaning: false,
  wakers: createListeners(),
})
type Context = ReturnType<typeof contextOf>

/** Retention limits and the space used. */
export function createRetention(dependencies: RetentionDependencies) {
  const context = contextOf(dependencies)
  return { ...bind(context, { read, patch, cleanUp, cleanUpSoon }), onWanted: context.wakers.add }
}

/** Limits, sizes and the last cleanup. */
async function read(context: Context): Promise<StorageDto> {
  const { settings, database, sizes, cleaning } = context
  const [stored, measured] = await Promise.all([settings.snapshot(), sizes.find()])
  const last = stored('last_clean_up')
  return {
    kept: KEPT_KINDS.map((kind) => ({ kind, ...stored(`keep_${kind}`), ...measured.kinds[kind] })),
    database: database.dialect,
    bytes: measured.bytes,
    free_bytes: measured.freeBytes,
    measured_at: measured.at.toISOString(),
    cleaning,
    last_clean_up: last,
  }
}

/** Changes limits; null restores a default. */
async function patch(context: Context, changes: PatchStorageBody, actor: Actor): Promise<void> {
  const { settings, database, audit } = context
  const kinds = KEPT_KINDS.filter((kind) => changes[kind] !== undefined)
  if (kinds.length === 0) return
  const store = await settings.prepare(
    Object.fromEntries(kinds.map((kind) => [`keep_${kind}`, changes[kind]])),
  )
  await database.write(async (within) => {
    await actor.stillEntitled(within)
    await store(within)
    const by = { actor: actor.user.username, address: actor.address }
    const note = auditNote('settings', { names: kinds.join(', ') })
    await audit.record({ ...by, kind: 'storage_changed', note }, within)
  })
}

/**
 * Deletes old and surplus rows, in small steps that let other work run in between. If one kind fails, the
 * others are still cleaned up.
 * @param signal ends it after the current step; the next cleanup continues.
 * @throws AggregateError of the failures.
 */
async function cleanUp(context: Context, signal: AbortSignal): Promise<void> {
  const { database, settings, clock } = context
  const failures: unknown[] = []
  const trying = async (work: Promise<unknown>) =>
    void (await work.catch((error: unknown) => failures.push(error)))
  let removed = 0
  setCleaning(context, true)
  try {
    for (const kind of KEPT_KINDS) {
      await trying(removeOld(context, kind, signal, (rows) => (removed += rows)))
    }
    if (removed > 0) await trying(database.space.reclaim(signal))
    const done = { at: clock().toISOString(), removed }
    if (!signal.aborted) await trying(settings.set('last_clean_up', done))
    if (removed > 0) context.sizes.forget()
  } finally {
    setCleaning(context, false)
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}

async function removeOld(
  { kept, settings, clock }: Context,
  kind: KeptKind,
  signal: AbortSignal,
  note: (removed: number) => void,
): Promise<void> {
  const limits = (await settings.snapshot())(`keep_${kind}`)
  const oldestOfNewest = await kept[kind].findOldestOf(limits.newest)
  const before = removedBefore(kind, limits, { now: clock(), oldestOfNewest })
  let from: Place | null = null
  while (!signal.aborted) {
    const step = await kept[kind].removeSome(before, from)
    note(step.removed)
    if (step.next === null) return
    from = step.next
    await yieldNow()
  }
}

/** Starts a cleanup now. */
function cleanUpSoon(context: Context): void {
  setCleaning(context, true)
  context.wakers.call()
}

function setCleaning(context: Context, cleaning: boolean): void {
  context.cleaning = cleaning
  context.announce({ topic: 'storage' }, { admins: true, userIds: [] })
}
