import type { Region } from '#contract/common'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { createSlots } from '#server/async/slots'
import { coverType } from './cover-limits.rules'
import { placeholderCover } from './cover-placeholder.rules'
import { coverName, keptSize, LARGEST } from './covers.rules'
import type { Cover, CoverFiles, CoverImage, CoverQuestion, CoverSubject, MediaSource } from './covers.types'
import { createInFlight } from './in-flight'
import { createRecentFailures } from './recent-failures'

export interface CoversDependencies {
  catalogue: {
    remembered(asin: string, region: Region): Promise<CoverSubject | null>
    book(asin: string, region: Region): Promise<CoverSubject | null>
  }
  /** What a requested audiobook's cover is made from; null if there is no request that this person may see. */
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
/** Seconds until a cover that failed is requested again. */
const SOON = 60

/** Pictures fetched at once; each is held in memory, up to 5 MB, until it is decoded. */
const FETCHES_AT_ONCE = 4
/** Pictures decoded at once; each takes a CPU core, and up to 50 MB for the largest allowed. */
const DECODES_AT_ONCE = 1
/** Maximum queue for either; when it is full, a picture counts as failed and is requested again. */
const WAITING = 200

/** WebP quality, 1 to 100; high, because stored large pictures are scaled down again. */
const MASTER_QUALITY = 88
const QUALITY = 80

const contextOf = (dependencies: CoversDependencies) => {
  const { image, clock } = dependencies
  const sharePicture = createInFlight<Picture>()
  const unlessFailed = createRecentFailures({ clock, keptMs: SOON * 1000 })
  const inFetchSlot = createSlots({ atOnce: FETCHES_AT_ONCE, waiting: WAITING, refuse })
  const inDecodeSlot = createSlots({ atOnce: DECODES_AT_ONCE, waiting: WAITING, refuse })
  const square = (bytes: Picture, edge: number, quality: number) =>
    inDecodeSlot(() => image.square(bytes, edge, quality))
  return { ...dependencies, sharePicture, unlessFailed, inFetchSlot, square }
}
type Context = ReturnType<typeof contextOf>

/**
 * Serves covers. Each is fetched once, only from the address that the catalogue gave for the book, stored on disk in a
 * few sizes, and drawn if there is none. The answer is always a picture; after a failure the browser is told to ask
 * again soon.
 */
export function createCovers(dependencies: CoversDependencies) {
  return bind(contextOf(dependencies), { cover })
}

const refuse = () => new Error('Too many covers are being made')

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

/** The stored picture of that name, or else a new one, created once for all concurrent callers. */
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

/** A WebP, unless the platform leaves pictures as they are. */
const pictured = (body: Picture): Cover => ({
  body,
  mediaType: coverType(body) ?? 'image/webp',
  maxAge: MONTH,
})

function placeholder(asin: string, title: string | null, maxAge: number): Cover {
  return {
    body: new TextEncoder().encode(placeholderCover(asin, title)),
    mediaType: 'image/svg+xml',
    maxAge,
  }
}

/**
 * The cover of a book in the next larger stored size, or a drawing with its title. Never fails.
 * @param user who looks at it: a book that this person may not see is treated as if it had no cover.
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
  if (kept !== null) return pictured(kept)

  let title: string | null = null
  try {
    const subject = await subjectOf(context, user, asin, region)
    title = subject?.title ?? null
    const address = subject?.coverUrl ?? null
    if (address === null) return placeholder(asin, title, DAY)
    return pictured(await squareOf(context, name, size, address))
  } catch (error) {
    log.debug('Could not fetch the cover of {asin}: {error}', { asin, region, error })
    return placeholder(asin, title, SOON)
  }
}
