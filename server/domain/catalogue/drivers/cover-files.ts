import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bind } from '#server/domain/bind'
import type { CoverFiles } from '#server/domain/catalogue/covers.types'

/** Fraction of the limit that remains after an eviction, so that not every new cover causes one. */
const KEPT_SHARE = 0.9
/** Milliseconds between updates of a file's timestamp, because reads should rarely write. */
const TOUCH_EVERY = 24 * 60 * 60_000
const NAME = /^[\w-]+\.webp$/
const TEMPORARY = /\.tmp$/

interface CoverFilesDependencies {
  /** Created when the first cover is stored. */
  directory: string
  /** Limit for the total size of all files, in bytes. */
  maxBytes?: number
  clock: () => Date
  log: { warn: (message: string, properties: Record<string, unknown>) => void }
}

interface Kept {
  bytes: number
  usedAt: number
  touchedAt: number
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** A WebP file states its length in its header, so an empty or truncated one is detected without decoding. */
function isWhole(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 12) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isWebp = view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250
  return isWebp && view.getUint32(4, true) + 8 === bytes.byteLength
}

interface Context extends Required<CoverFilesDependencies> {
  /** The files on disk, by name. */
  indexed?: Promise<Map<string, Kept>> | undefined
  warned: boolean
}

/**
 * Stores covers in a directory up to a size limit, evicting the least recently used. A file appears under its
 * name only when complete. A full or read-only disk is logged once, and again only if writing has worked in
 * between.
 */
export function createCoverFiles(dependencies: CoverFilesDependencies): CoverFiles {
  const context: Context = { maxBytes: 500_000_000, ...dependencies, warned: false }
  return bind(context, { read, write })
}

function tell(context: Context, error: unknown): void {
  const { log, directory } = context
  if (!context.warned) log.warn('Could not store covers in {directory}: {error}', { error, directory })
  context.warned = true
}

async function readDirectory({ directory }: Context): Promise<Map<string, Kept>> {
  await mkdir(directory, { recursive: true })
  const kept = new Map<string, Kept>()
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    // Left behind by a process that was killed while writing.
    if (TEMPORARY.test(name)) await rm(path, { force: true })
    if (!NAME.test(name)) continue
    const { size, mtimeMs } = await stat(path)
    kept.set(name, { bytes: size, usedAt: mtimeMs, touchedAt: mtimeMs })
  }
  return kept
}

/** The index of the directory. Read only once, but retried until reading succeeds. */
function index(context: Context): Promise<Map<string, Kept>> {
  context.indexed ??= readDirectory(context).catch((error: unknown) => {
    context.indexed = undefined
    throw error
  })
  return context.indexed
}

async function remove({ directory }: Context, kept: Map<string, Kept>, name: string): Promise<void> {
  kept.delete(name)
  await rm(join(directory, name), { force: true })
}

async function makeRoom(context: Context, kept: Map<string, Kept>): Promise<void> {
  const { maxBytes } = context
  let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= maxBytes) return
  const oldestFirst = [...kept].sort(([, a], [, b]) => a.usedAt - b.usedAt)
  for (const [name, { bytes }] of oldestFirst) {
    if (total <= maxBytes * KEPT_SHARE) return
    total -= bytes
    await remove(context, kept, name)
  }
}

async function markUsed(context: Context, name: string, bytes: number): Promise<void> {
  const { clock, directory } = context
  const kept = await index(context)
  const now = clock()
  const entry = kept.get(name) ?? { bytes, usedAt: 0, touchedAt: 0 }
  kept.set(name, { ...entry, usedAt: now.getTime() })
  if (now.getTime() - entry.touchedAt < TOUCH_EVERY) return
  kept.set(name, { bytes, usedAt: now.getTime(), touchedAt: now.getTime() })
  await utimes(join(directory, name), now, now)
}

async function read(context: Context, name: string) {
  const { directory } = context
  try {
    const bytes = new Uint8Array(await readFile(join(directory, name)))
    if (!isWhole(bytes)) {
      await remove(context, await index(context), name)
      return null
    }
    // A complete picture is served even if its last use cannot be recorded.
    await markUsed(context, name, bytes.byteLength).catch((error: unknown) => tell(context, error))
    return bytes
  } catch (error) {
    if (!isMissing(error)) tell(context, error)
    return null
  }
}

async function write(context: Context, name: string, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  const { directory, clock } = context
  const temporary = join(directory, `${randomUUID()}.tmp`)
  try {
    const kept = await index(context)
    await writeFile(temporary, picture)
    await rename(temporary, join(directory, name))
    const now = clock().getTime()
    kept.set(name, { bytes: picture.byteLength, usedAt: now, touchedAt: now })
    await makeRoom(context, kept)
    context.warned = false
  } catch (error) {
    tell(context, error)
    await rm(temporary, { force: true }).catch((error: unknown) => tell(context, error))
  }
}
