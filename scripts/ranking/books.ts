import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import { candidatesOf } from '#server/domain/ranking/candidates.rules'
import type { Place } from '#server/domain/ranking/candidates.rules'
import type { Model } from '#server/domain/ranking/evidence/model.rules'
import { labelTitle } from '#server/domain/ranking/labels.rules'
import type { Release } from '#server/domain/ranking/ranking.types'
import type { ReadTitle } from '#server/domain/ranking/release-title.rules'
import { readReleaseTitle } from '#server/domain/ranking/release-title.rules'
import type { RankingContext } from '#server/domain/ranking/offer.rules'
import type { AssessedRelease } from '#server/domain/ranking/verdict.rules'
import { assessRelease } from '#server/domain/ranking/verdict.rules'
import { prepareWanted } from '#server/domain/ranking/wanted.rules'
import type { EvalWanted } from '#scripts/lib/eval-cases'

const SETTINGS = { ...DEFAULT_DOWNLOAD_SETTINGS, min_seeders: 0 }

/** Splits the people in a row of judged names. */
export function authorsOf({ author }: EvalWanted): string[] {
  return (author ?? '')
    .split(/,| & | and /)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !/^(?:translator|narrator|editor)$/i.test(name))
}

/** The key of a book: books with the same title and authors are the same. */
export function bookKey(wanted: EvalWanted): string {
  return `${wanted.author ?? ''}\n${wanted.title}`
}

const contexts = new Map<string, RankingContext>()

/**
 * Creates the ranking for a book's releases, with default settings and nothing blocked. `narrators` are those
 * known.
 */
function contextFor(wanted: EvalWanted, narrators: readonly string[]): RankingContext {
  const key = JSON.stringify([wanted, narrators])
  const known = contexts.get(key)
  if (known) return known
  const book = {
    title: wanted.title,
    subtitle: wanted.subtitle ?? null,
    authors: authorsOf(wanted),
    narrators: wanted.narrators,
    series: wanted.series,
    language: wanted.language,
    edition: wanted.edition,
    runtimeMin: wanted.runtime ?? null,
    releaseDate: null,
  }
  const context: RankingContext = {
    wanted: prepareWanted(book, SETTINGS, [], narrators),
    wishes: null,
    settings: SETTINGS,
    isBlocked: () => false,
    accountIsVip: true,
    now: 0,
  }
  contexts.set(key, context)
  return context
}

/** The verdict of a model on one release. */
export function assessBy(
  model: Model,
  wanted: EvalWanted,
  release: Release,
  narrators: readonly string[] = [],
): AssessedRelease {
  return assessRelease(release, contextFor(wanted, narrators), model)
}

/** Possible places of the wanted title in a name, with all facts about each. */
export function placesIn(title: string, wanted: EvalWanted, narrators: readonly string[] = []): Place[] {
  const context = contextFor(wanted, narrators)
  const placesOf = (read: ReadTitle) => [
    ...candidatesOf(labelTitle(read, context.wanted, context.settings, false)).places,
  ]
  const read = readReleaseTitle(title)
  const places = placesOf(read)
  return places.length === 0 && read.guessed ? placesOf(readReleaseTitle(title, 'kept')) : places
}
