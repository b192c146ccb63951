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

/** Samples fetched at once, by all people together; others wait in line. */
const FETCHES_AT_ONCE = 3
const WAITING = 20
/** Kept in memory, as a player asks for one in parts: up to 8 MB each, and no more than these however slowly people read. */
const KEPT = 4
/** Milliseconds for which one that could not be had is not fetched again. */
const FAILURE_KEPT = 5000

const contextOf = (dependencies: SamplesDependencies) => ({
  ...dependencies,
  kept: new Map<string, KeptSample>(),
  share: createInFlight<KeptSample>(),
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
  const sample =
    known ??
    (await share(address, () => unlessFailed(address, () => inSlot(() => fetched(context, address)))))
  // What was played last goes last.
  kept.delete(address)
  kept.set(address, sample)
  const [[oldest, last] = []] = kept
  if (kept.size > KEPT && oldest !== undefined) {
    kept.delete(oldest)
    last?.drop()
  }
  return sample
}

async function fetched({ source }: Context, address: string): Promise<KeptSample> {
  let body
  try {
    body = await source.fetch(address)
  } catch (cause) {
    throw sampleFailed({}, { cause })
  }
  const mediaType = audioType(body)
  if (mediaType === null) throw sampleFailed()
  return keptSample(body, mediaType)
}

function keptSample(body: Uint8Array<ArrayBuffer>, mediaType: string): KeptSample {
  let bytes: Uint8Array<ArrayBuffer> | null = body
  return {
    mediaType,
    size: body.byteLength,
    read: (from, to) => bytes?.slice(from, to) ?? null,
    drop: () => void (bytes = null),
  }
}
