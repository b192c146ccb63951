import type { Region } from '#contract/common'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { createSlots } from '#server/async/slots'
import { coverType } from './cover-limits.rules'
import { placeholderCover } from './cover-placeholder.rules'
import { coverName, keptSize, LARGEST } from './covers.rules'
import type { Cover, CoverFiles, CoverImage, CoverQuestion, CoverSubject, MediaSource } from './covers.types'
import { createInFlight } from '#server/async/in-flight'
import { createRecentFailures } from '#server/async/recent-failures'

export interface CoversDependencies {
  catalogue: {
    remembered(asin: string, region: Region): Promise<CoverSubject | null>
    book(asin: string, region: Region): Promise<CoverSubject | null>
  }
  /**
   * The facts from which a requested audiobook's cover is made, or null if there is no request that this user
   * may see.
   */
  storedCover: (user: CurrentUser, asin: string) => Promise<CoverSubject | null>
  files: CoverFiles
  image: CoverImage
  source: MediaSource
  defaultRegion: Region
  clock: () => Date
  log: { debug: (message: string, properties: Record<string, unknown>) => void }
}

type Picture = Uint8Array<ArrayBuffer>

const MONTH = 30 * 24 * 60 * 60
const DAY = 24 * 60 * 60
/** Seconds before browsers request a failed cover again. */
const RETRY_AFTER = 60

/** Pictures fetched concurrently. Each takes up to 5 MB of memory until it is decoded. */
const FETCHES_AT_ONCE = 4
/**
 * Pictures decoded concurrently. Each takes a CPU core, and up to 50 MB of memory for the largest allowed.
 */
const DECODES_AT_ONCE = 1
/**
 * Maximum queue length for fetching and for decoding. When a queue is full, a picture counts as failed and is
 * requested again.
 */
const WAITING = 200

/** WebP quality, 1 to 100. High, because large stored pictures are scaled down later. */
const MASTER_QUALITY = 88
const QUALITY = 80

const contextOf = (dependencies: CoversDependencies) => {
  const { image, clock } = dependencies
  const sharePicture = createInFlight<Picture>()
  const unlessFailed = createRecentFailures({ clock, keptMs: RETRY_AFTER * 1000 })
  const inFetchSlot = createSlots({ atOnce: FETCHES_AT_ONCE, waiting: WAITING, refuse })
  const inDecodeSlot = createSlots({ atOnce: DECODES_AT_ONCE, waiting: WAITING, refuse })
  const square = (bytes: Picture, edge: number, quality: number) =>
    inDecodeSlot(() => image.square(bytes, edge, quality))
  return { ...dependencies, sharePicture, unlessFailed, inFetchSlot, square }
}
type Context = ReturnType<typeof contextOf>

/**
 * Serves covers. Each is fetched once, only from the address that the catalogue gave for the book, and stored
 * on disk in a few sizes. If there is none, a placeholder is drawn. The response is always a picture; after a
 * failure, browsers are told to request it again soon.
 */
export function createCovers(dependencies: CoversDependencies) {
  return bind(contextOf(dependencies), { cover })
}

const refuse = () => new Error('Too many covers are being processed')

async function subjectOf(
  { catalogue, storedCover }: Context,
  user: CurrentUser,
  asin: string,
  region: Region,
): Promise<CoverSubject | null> {
  return (
    (await catalogue.remembered(asin, region)) ??
    (await storedCover(user, asin)) ??
    (await catalogue.book(asin, region))
  )
}

function fetchSquare(context: Context, address: string): Promise<Picture> {
  const { unlessFailed, inFetchSlot, square, source } = context
  return unlessFailed(address, () =>
    inFetchSlot(async () => square(await source.fetch(address), LARGEST, MASTER_QUALITY)),
  )
}

/** The stored picture with the given name, or a new one, created once for all concurrent callers. */
function picture(context: Context, name: string, make: () => Promise<Picture>): Promise<Picture> {
  const { sharePicture, files } = context
  return sharePicture(name, async () => {
    const kept = await files.read(name)
    if (kept !== null) return kept
    const made = await make()
    await files.write(name, made)
    return made
  })
}

function squareOf(
  context: Context,
  name: (size: number) => string,
  size: number,
  address: string,
): Promise<Picture> {
  const { square } = context
  const master = () => picture(context, name(LARGEST), () => fetchSquare(context, address))
  if (size === LARGEST) return master()
  return picture(context, name(size), async () => square(await master(), size, QUALITY))
}

/** A WebP picture, unless the platform leaves pictures unchanged. */
const toCover = (body: Picture): Cover => ({
  body,
  mediaType: coverType(body) ?? 'image/webp',
  maxAge: MONTH,
})

function placeholder(asin: string, title: string | null, maxAge: number): Cover {
  return { body: new TextEncoder().encode(placeholderCover(asin, title)), mediaType: 'image/svg+xml', maxAge }
}

/**
 * The cover of a book in the next larger stored size, or a placeholder with its title. Never fails.
 * @param user the user who requests it; a book that this user may not see is treated as if it had no cover.
 */
async function cover(
  context: Context,
  user: CurrentUser,
  { asin, region = context.defaultRegion, size: wanted }: CoverQuestion,
): Promise<Cover> {
  const { files, log } = context
  const size = keptSize(wanted)
  const name = (edge: number) => coverName(asin, region, edge)
  const kept = await files.read(name(size))
  if (kept !== null) return toCover(kept)

  let title: string | null = null
  try {
    const subject = await subjectOf(context, user, asin, region)
    title = subject?.title ?? null
    const address = subject?.coverUrl ?? null
    if (address === null) return placeholder(asin, title, DAY)
    return toCover(await squareOf(context, name, size, address))
  } catch (error) {
    log.debug('Could not fetch the cover of {asin}: {error}', { asin, region, error })
    return placeholder(asin, title, RETRY_AFTER)
  }
}
