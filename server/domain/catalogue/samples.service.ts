import type { Region } from '#contract/common'
import type { SampleDto } from '#contract/samples'
import { createSlots } from '#server/async/slots'
import { bind } from '#server/domain/bind'
import { isHandMade } from '#server/domain/books/hand-made.rules'
import { catalogueTimeout, noSample, sampleFailed } from './catalogue.errors'
import type { CatalogueBook } from './catalogue.types'
import type { MediaSource } from './covers.types'
import { createInFlight } from './in-flight'
import { createRecentFailures } from './recent-failures'
import { audioType } from './samples.rules'

export interface SamplesDependencies {
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  source: MediaSource
  defaultRegion: Region
  /** With a slash at both ends. */
  baseUrl: string
  clock: () => Date
}

/** A recording to listen to. */
export interface Sample {
  mediaType: string
  /** In bytes. */
  size: number
  /** A copy of some bytes of it; null once it gave way to others: whoever still listens asks for the rest again. */
  read(from: number, to: number): Uint8Array<ArrayBuffer> | null
}

/** One that is kept, and can be let go of however many listen to it. */
interface KeptSample extends Sample {
  drop(): void
}

interface Recording {
  mediaType: string
  body: Uint8Array<ArrayBuffer>
}

/** Samples fetched at once, by all people together; others wait in line. */
const FETCHES_AT_ONCE = 3
const WAITING = 20
/** Bytes kept in memory, as a player asks for a sample in parts: of most a dozen, and no more however slowly people read. */
const KEPT_BYTES = 32 * 1024 * 1024
/** Milliseconds for which one that could not be had is not fetched again. */
const FAILURE_KEPT = 5000

const contextOf = (dependencies: SamplesDependencies) => ({
  ...dependencies,
  kept: new Map<string, KeptSample>(),
  share: createInFlight<Sample>(),
  unlessFailed: createRecentFailures({ clock: dependencies.clock, keptMs: FAILURE_KEPT }),
  inSlot: createSlots({ atOnce: FETCHES_AT_ONCE, waiting: WAITING, refuse: () => catalogueTimeout() }),
})
type Context = ReturnType<typeof contextOf>

interface Question {
  asin: string
  /** The default one where it is left out. */
  region?: Region | undefined
}

/** Samples as this server hands them out, so that browsers ask nobody else. */
export function createSamples(dependencies: SamplesDependencies) {
  return bind(contextOf(dependencies), { find, play })
}

/** Where the sample of a book is, if there is one. @throws AppError those of the catalogue. */
async function find(
  context: Context,
  { asin, region = context.defaultRegion }: Question,
): Promise<SampleDto> {
  const address = await addressOf(context, asin, region)
  return { audio: address && `${context.baseUrl}api/books/${asin}/sample/audio?region=${region}` }
}

async function addressOf({ catalogue }: Context, asin: string, region: Region): Promise<string | null> {
  return isHandMade(asin) ? null : ((await catalogue.book(asin, region))?.sampleUrl ?? null)
}

/** The sample of a book. @throws AppError `no_sample`, `sample_failed`, or those of the catalogue. */
async function play(context: Context, { asin, region = context.defaultRegion }: Question): Promise<Sample> {
  const address = await addressOf(context, asin, region)
  if (address === null) throw noSample()
  const { kept, share, unlessFailed, inSlot } = context
  const known = kept.get(address)
  if (known) return known
  return share(address, () => unlessFailed(address, () => inSlot(() => fetched(context, address))))
}

async function fetched(context: Context, address: string): Promise<Sample> {
  let body
  try {
    body = await context.source.fetch(address)
  } catch (cause) {
    throw sampleFailed({}, { cause })
  }
  const mediaType = audioType(body)
  if (mediaType === null) throw sampleFailed()
  return keep(context, address, { mediaType, body })
}

/** Keeps a sample for as long as others leave it room: whatever was not read for the longest goes first. */
function keep({ kept }: Context, address: string, { mediaType, body }: Recording): Sample {
  let bytes: Recording['body'] | null = body
  const sample = {
    mediaType,
    size: body.byteLength,
    read(from: number, to: number) {
      if (bytes === null) return null
      kept.delete(address)
      kept.set(address, sample)
      return bytes.slice(from, to)
    },
    drop: () => void (bytes = null),
  }
  kept.set(address, sample)
  let size = [...kept.values()].reduce((sum, each) => sum + each.size, 0)
  for (const [oldest, each] of kept) {
    if (size <= KEPT_BYTES) break
    kept.delete(oldest)
    each.drop()
    size -= each.size
  }
  return sample
}
