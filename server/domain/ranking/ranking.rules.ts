import type { ReleaseMetadataDto, Verdict } from '#contract/releases'
import type { Conditions } from '#contract/wishes'
import { wordsOf } from './normalise.rules'
import { compareKeys, sortKeys } from './order.rules'
import type { RankedRelease, RankingInput, Release, ReleaseIdentity } from './ranking.types'
import { MAX_TITLE_LENGTH } from './release-title.rules'
import { filetypeOf, guessTitle } from './title-guess.rules'
import type { RankingContext } from './offer.rules'
import { assessMatched, matchRelease, readRelease, type AssessedRelease } from './verdict.rules'
import { prepareWanted, type Wanted } from './wanted.rules'
import { withWishes, prepareWishes } from './wishes.rules'

/**
 * How many characters of titles are ranked before yielding: about twenty releases, which take half a
 * millisecond, or a few before V8 has compiled the code. Two titles of maximum length exceed it, so each is
 * ranked separately.
 */
const SLICE = 1800
/** The cost of ranking a release apart from parsing its title, measured in title characters. */
const BASE_COST = 20

/**
 * Ranks the releases offered for a book: best first, rejected ones last. Equal releases keep their order.
 * Linear in the number of releases, apart from sorting.
 */
export function rankReleases(input: RankingInput): RankedRelease[] {
  const steps = rankingSteps(input)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Like {@link rankReleases}, but calls `pause` between slices, so that a server can respond in the meantime.
 */
export async function rankInSlices(
  input: RankingInput,
  pause: () => Promise<void>,
): Promise<RankedRelease[]> {
  const steps = rankingSteps(input)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pause()
  }
}

/** Ranks in steps of a few milliseconds. The last step returns the list. */
export function* rankingSteps(input: RankingInput): Generator<void, RankedRelease[]> {
  const context = contextOf(input)
  const entries: Entry[] = []
  let slice: Release[] = []
  let length = 0
  for (const release of input.releases) {
    const own = release.title.length + BASE_COST
    if (length > 0 && length + own > SLICE) {
      assessSlice(slice, context, entries)
      yield
      slice = []
      length = 0
    }
    slice.push(release)
    length += own
  }
  assessSlice(slice, context, entries)
  yield
  entries.sort((one, other) => compareKeys(one.keys, other.keys))
  yield
  return entries.map(({ release, verdict, metadata }, at) => ({ release, rank: at + 1, verdict, metadata }))
}

interface Entry {
  release: Release
  verdict: Verdict
  metadata: ReleaseMetadataDto
  keys: number[]
}

/**
 * Ranks some releases one stage at a time, so that the CPU cache contains the code of one stage at a time.
 */
function assessSlice(slice: readonly Release[], context: RankingContext, entries: Entry[]): void {
  const read = slice.map(readRelease)
  const matched = read.map((one) => matchRelease(one, context))
  const assessed = matched.map((one) => assessMatched(one, context))
  for (const one of assessed) {
    const { release, verdict, standing } = one
    entries.push({ release, verdict, metadata: metadataOf(one), keys: sortKeys(standing) })
  }
}

function contextOf(input: RankingInput): RankingContext {
  const {
    book,
    related = [],
    narrators = [],
    settings,
    conditions = null,
    blocked,
    accountIsVip,
    now,
  } = input
  const refused = new Set(blocked.map(identityKey))
  return {
    wanted: conditions ? prepareWished(input, conditions) : prepareWanted(book, settings, related, narrators),
    wishes: conditions && prepareWishes(conditions, book),
    settings,
    isBlocked: (release) => refused.size > 0 && refused.has(identityKey(release)),
    accountIsVip,
    now: now.getTime(),
  }
}

/** The book with the wishes applied. Its narrators in the catalogue are still recognised near a title. */
function prepareWished(
  { book, related, narrators = [], settings }: RankingInput,
  conditions: Conditions,
): Wanted {
  const { language } = conditions
  const wished = withWishes(book, conditions, settings.name_ratio / 100)
  const spoken = language === null ? settings : { ...settings, languages: [language] }
  return prepareWanted(wished, spoken, related, [...narrators, ...book.narrators])
}

const identityKey = ({ guid, indexerId }: ReleaseIdentity) => `${String(indexerId)} ${guid}`

function metadataOf({ release, read, claims, match }: AssessedRelease): ReleaseMetadataDto {
  const { metadata } = release
  const guess = guessTitle(read, match.volumes.volumes)
  const filetype = filetypeOf(claims.audio, claims.otherMedium)
  const shown: ReleaseMetadataDto = {
    title: metadata?.title ?? guess.title,
    subtitle: metadata?.subtitle ?? null,
    authors: metadata && metadata.authors.length > 0 ? [...metadata.authors] : guess.authors,
    narrators: metadata && metadata.narrators.length > 0 ? [...metadata.narrators] : guess.narrators,
    filetype: metadata && metadata.filetypes.length > 0 ? metadata.filetypes.join(' ') : filetype,
  }
  if (isReadDifferently(release.title, read.name)) shown.read_as = read.name
  return shown
}

/** Whether two names differ by more than punctuation. */
function isReadDifferently(title: string, name: string): boolean {
  return title !== name && keysOf(title) !== keysOf(name)
}

const keysOf = (text: string) =>
  wordsOf(text.slice(0, MAX_TITLE_LENGTH))
    .map(({ key }) => key)
    .join(' ')
