import { KEPT_KINDS, type KeptKind } from '#contract/storage'
import type { Space } from '#server/db/database'
import { bind } from '#server/domain/bind'
import { shareOf } from './retention.rules'
import type { KeptRows } from '#server/db/kept-rows.types'

/** Milliseconds for which sizes are cached: measuring reads every page of the big tables. */
const MEASURED_FOR = 10 * 60_000

/** The size of the database at one moment. */
interface Measured {
  bytes: number
  freeBytes: number | null
  kinds: Record<KeptKind, { rows: number; bytes: number }>
  at: Date
}

interface SizesDependencies {
  space: Space
  kept: Record<KeptKind, KeptRows>
  clock: () => Date
}

interface Context extends SizesDependencies {
  measured: Promise<Measured> | undefined
  measuredAt: number
}

export type StorageSizes = ReturnType<typeof createStorageSizes>

/** The size of each kind of rows, cached for everyone for ten minutes. */
export function createStorageSizes(dependencies: SizesDependencies) {
  const context: Context = { ...dependencies, measured: undefined, measuredAt: 0 }
  return bind(context, { find, forget })
}

function find(context: Context): Promise<Measured> {
  const now = context.clock().getTime()
  if (context.measured && now - context.measuredAt < MEASURED_FOR) return context.measured
  const measured = measure(context)
  context.measured = measured
  context.measuredAt = now
  measured.catch(() => {
    if (context.measured === measured) context.measured = undefined
  })
  return measured
}

/** Clears the cache. */
function forget(context: Context): void {
  context.measured = undefined
}

async function measure({ space, kept, clock }: Context): Promise<Measured> {
  const at = clock()
  const { bytes, freeBytes } = await space.usage()
  const counts = new Map<KeptKind, number>()
  /** Bytes and rows of each set of tables, which two kinds may share. */
  const shared = new Map<string, { bytes: number; rows: number }>()
  for (const kind of KEPT_KINDS) {
    const { tables, count } = kept[kind]
    const rows = await count()
    counts.set(kind, rows)
    const known = shared.get(tables.join())
    if (known) known.rows += rows
    else shared.set(tables.join(), { bytes: await space.sizeOf(tables), rows })
  }
  const sizeOf = (kind: KeptKind) => {
    const rows = counts.get(kind) ?? 0
    const all = shared.get(kept[kind].tables.join())
    return { rows, bytes: all ? shareOf(all.bytes, rows, all.rows) : 0 }
  }
  const kinds = {
    releases: sizeOf('releases'),
    timeline: sizeOf('timeline'),
    deliveries: sizeOf('deliveries'),
    failed_deliveries: sizeOf('failed_deliveries'),
    audit: sizeOf('audit'),
  }
  return { bytes, freeBytes, kinds, at }
}
