import { serverBusy } from '#server/errors/server-busy'
import type { Region } from '#contract/common'
import type { SampleDto } from '#contract/samples'
import { createSlots } from '#server/async/slots'
import { bind } from '#server/domain/bind'
import { isHandMade } from '#server/domain/hand-made-id.rules'
import { noSample, sampleFailed } from './catalogue.errors'
import type { CatalogueBook } from './catalogue.types'
import type { MediaSource } from './covers.types'
import { createInFlight } from '#server/async/in-flight'
import { createRecentFailures } from '#server/async/recent-failures'
import { audioType } from './samples.rules'

interface SamplesDependencies {
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  source: MediaSource
  defaultRegion: Region
  /** Starts and ends with a slash. */
  baseUrl: string
  clock: () => Date
}

/** A recording to listen to. */
export interface Sample {
  mediaType: string
  /** In bytes. */
  size: number
  /** A copy of some of its bytes. Null once the sample was evicted; players then request the rest again. */
  read(from: number, to: number): Uint8Array<ArrayBuffer> | null
}

/** A stored sample, which can be evicted however many people are listening to it. */
interface KeptSample extends Sample {
  drop(): void
}

interface Recording {
  mediaType: string
  body: Uint8Array<ArrayBuffer>
}

/** Samples fetched concurrently, across all users; others queue. */
const FETCHES_AT_ONCE = 3
const WAITING = 20
/**
 * Bytes kept in memory, because a player requests a sample in parts: about a dozen samples, however slowly
 * they are read.
 */
const KEPT_BYTES = 32 * 1024 * 1024
/** Milliseconds before a failed sample is fetched again. */
const FAILURE_KEPT = 5000

const contextOf = (dependencies: SamplesDependencies) => ({
  ...dependencies,
  kept: new Map<string, KeptSample>(),
  share: createInFlight<Sample>(),
  unlessFailed: createRecentFailures({ clock: dependencies.clock, keptMs: FAILURE_KEPT }),
  inSlot: createSlots({ atOnce: FETCHES_AT_ONCE, waiting: WAITING, refuse: serverBusy }),
})
type Context = ReturnType<typeof contextOf>

interface Question {
  asin: string
  /** The default region if omitted. */
  region?: Region | undefined
}

/** Serves samples, so that browsers contact only this server. */
export function createSamples(dependencies: SamplesDependencies) {
  return bind(contextOf(dependencies), { find, play })
}

/** The address of a book's sample, if there is one. @throws the AppErrors of the catalogue. */
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

/** Keeps a sample in memory until others need the space; the least recently read is evicted first. */
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
