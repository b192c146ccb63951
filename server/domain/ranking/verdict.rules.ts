import type { DownloadSettings } from '#contract/download-settings'
import type { Reason, Verdict } from '#contract/releases'
import { readClaims, type Claims } from './claims.rules'
import { assessEdition } from './edition.rules'
import { isAllExplained } from './evidence/explained.rules'
import { weighedReasons } from './evidence/factors.rules'
import { AUTOMATIC, TRAINED, type Model } from './evidence/model.rules'
import { assessFiles, type FilesVerdict } from './files.rules'
import { matchTitle, type TitleMatch } from './match.rules'
import { assessOffer, type RankingContext } from './offer.rules'
import { scoreParts, totalScore, type Standing } from './order.rules'
import { isNamedByNumber } from './numbered.rules'
import { compareAuthors, compareNarrators, isAuthorListed, type PersonVerdict } from './people-match.rules'
import type { Release } from './ranking.types'
import { statesIdentifier } from './identifier.rules'
import { reason } from './reasons.rules'
import { readReleaseTitle, type ReadTitle } from './release-title.rules'
import { compareVolumes, type SeriesVerdict } from './series-match.rules'
import type { Wanted } from './wanted.rules'
import { assessWishes } from './wishes.rules'

/** One release, with its title as words. */
interface ReadRelease {
  release: Release
  read: ReadTitle
}

/** One release, with how its title relates to the wanted book. */
interface MatchedRelease extends ReadRelease {
  match: TitleMatch
}

/** A release with its verdict and everything parsed from its title. */
export interface AssessedRelease extends MatchedRelease {
  verdict: Verdict
  standing: Standing
  claims: Claims
}

const MAX_SHOWN = 120

/** Assesses one release with the weights of `model`. Linear in the length of its title. */
export function assessRelease(
  release: Release,
  context: RankingContext,
  model: Model = TRAINED,
): AssessedRelease {
  return assessMatched(matchRelease(readRelease(release), context, model), context, model)
}

/** Stage one of three: parses the title into words. */
export function readRelease(release: Release): ReadRelease {
  return { release, read: readReleaseTitle(release.title) }
}

/**
 * Stage two: looks for the wanted book in the title. If it is not found, the title is parsed again with a
 * possible genre kept, because "Classics: …" may be a title too.
 */
export function matchRelease(
  { release, read }: ReadRelease,
  { wanted, settings }: RankingContext,
  model: Model = TRAINED,
): MatchedRelease {
  const authorListed = isAuthorListed(wanted, release.metadata, settings.name_ratio / 100)
  const match = matchTitle(read, wanted, settings, authorListed, model)
  if (match.window || !read.guessed) return { release, read, match }
  const whole = readReleaseTitle(release.title, 'kept')
  const wholeMatch = matchTitle(whole, wanted, settings, authorListed, model)
  return wholeMatch.window ? { release, read: whole, match: wholeMatch } : { release, read, match }
}

/** Stage three: decides what all this means. */
export function assessMatched(
  { release, read, match }: MatchedRelease,
  context: RankingContext,
  model: Model = TRAINED,
): AssessedRelease {
  const { wanted, wishes, settings } = context
  const nameRatio = settings.name_ratio / 100
  const claims = readClaims(release, read, match, wanted.ownWords)
  const volumes = compareVolumes(match, read.words, wanted, release.metadata)
  const authors = compareAuthors(match, wanted, release.metadata, nameRatio)
  const narrators = compareNarrators(match, wanted, release.metadata, nameRatio)
  const isPack = claims.pack || volumes.range !== null
  const isNumbered = !isPack && isNamedByNumber(read, match, volumes, authors)
  const isIdentified = statesIdentifier(read.words, wanted.identifier)
  const isBook =
    isIdentified ||
    (match.window ? match.otherTitle === null : isNumbered || (isPack && packHolds(volumes, claims)))
  const files = assessFiles(release, read, claims, settings, wanted.runtimeMin, isPack)

  const reasons: Reason[] = []
  if (isIdentified)
    reasons.push(reason('identifier_matches', 'bonus', { identifier: wanted.identifier ?? '' }))
  addTitleReasons(reasons, release, match, claims, isBook)
  addAll(reasons, weighedReasons(match.facts, model))
  if (!isIdentified || authors.found !== null) reasons.push(authorReason(authors))
  addVolumeReasons(reasons, volumes)
  if (isNumbered) reasons.push(reason('number_only', 'neutral'))
  if (isPack) addPackReason(reasons, isBook, volumes, settings)
  if (!wishes?.narrator) addNarratorReason(reasons, narrators)
  const isRecognised = narrators.found !== null || files.fit === 2
  const isEdition = assessEdition(claims, wanted, isRecognised, reasons)
  if (claims.otherMedium !== null)
    reasons.push(reason('not_audiobook', 'reject', { kind: claims.otherMedium }))
  addAll(reasons, files.reasons)
  const isAsWished =
    !wishes || assessWishes(wishes, { release, claims, narrators, files, isIdentified }, reasons)
  const offer = assessOffer(release, context, reasons)
  const accepted = !reasons.some(({ effect }) => effect === 'reject')
  const corroborated = isIdentified || isCorroborated(authors, narrators, volumes, files, wanted)
  const certain = isIdentified || (!isNumbered && (match.window?.form.piece !== true || authors.strength > 0))
  const isLikely = corroborated && certain
  if (accepted && !isNumbered && !isLikely) reasons.push(reason('not_corroborated', 'neutral'))
  const standing: Standing = {
    accepted,
    automatic: accepted && isLikely && isEdition && isAsWished && (isIdentified || areWordsCertain(match)),
    match: matchLevel(isBook, match, authors, corroborated),
    narrator: narrators.found !== null ? 1 : narrators.other !== null ? -1 : 0,
    formatPlace: files.formatPlace,
    fit: files.fit,
    ...offer,
  }
  return { release, read, match, verdict: verdictOf(standing, reasons, settings), standing, claims }
}

function verdictOf(standing: Standing, reasons: Reason[], settings: DownloadSettings): Verdict {
  const { accepted, automatic } = standing
  const parts = scoreParts(standing, settings)
  const ordered = accepted ? reasons : rejectsFirst(reasons)
  return { accepted, automatic, score: totalScore(parts), score_parts: parts, reasons: ordered }
}

/** Whether the words leave no doubt. A pack without the title is assessed only by its series. */
function areWordsCertain({ likelihood, facts }: TitleMatch): boolean {
  return likelihood === null || (likelihood.probabilityOfWords >= AUTOMATIC && isAllExplained(facts))
}

/** Moves rejecting reasons to the front, and keeps the order otherwise. */
function rejectsFirst(reasons: readonly Reason[]): Reason[] {
  const isReject = ({ effect }: Reason) => effect === 'reject'
  return [...reasons.filter(isReject), ...reasons.filter((one) => !isReject(one))]
}

/**
 * A pack that does not name the book contains it if the series and range match, or if the pack is complete.
 */
function packHolds(volumes: SeriesVerdict, claims: Claims): boolean {
  return volumes.series !== null && (volumes.range === null ? claims.pack : volumes.holds)
}

/** Each release has a dozen reasons, and adding them to one list is cheaper than joining many lists. */
function addAll(reasons: Reason[], more: readonly Reason[]): void {
  for (const one of more) reasons.push(one)
}

function addTitleReasons(
  reasons: Reason[],
  release: Release,
  match: TitleMatch,
  claims: Claims,
  isBook: boolean,
): void {
  const percent = Math.floor(match.share * 100)
  if (!isBook) {
    const found = match.otherTitle === null || match.otherTitle === '' ? release.title : match.otherTitle
    reasons.push(reason('title_differs', 'reject', { found: found.slice(0, MAX_SHOWN), percent }))
  } else if (match.window) {
    reasons.push(reason('title_matches', 'bonus', { percent }))
  }
  if (claims.derived !== null) reasons.push(reason('derived_work', 'reject', { word: claims.derived }))
}

function authorReason({ found, other }: PersonVerdict): Reason {
  if (found !== null) return reason('author_matches', 'bonus', { author: found })
  if (other !== null) return reason('author_differs', 'reject', { author: other.slice(0, MAX_SHOWN) })
  return reason('author_unknown', 'neutral')
}

function addVolumeReasons(reasons: Reason[], { series, same, other, part, range }: SeriesVerdict): void {
  if (series !== null) reasons.push(reason('series_matches', 'bonus', { series }))
  if (same !== null) reasons.push(reason('volume_matches', 'bonus', { volume: same }))
  else if (other !== null && range === null)
    reasons.push(reason('volume_differs', 'reject', { volume: other }))
  if (part) {
    const params = part.total === null ? { part: part.part } : { part: part.part, total: part.total }
    reasons.push(reason('part_only', 'reject', params))
  }
}

function addPackReason(
  reasons: Reason[],
  isBook: boolean,
  { range, holds }: SeriesVerdict,
  settings: DownloadSettings,
): void {
  const params = { range: range ?? '' }
  if (range !== null && !holds) reasons.push(reason('volume_differs', 'reject', { volume: range }))
  else if (!settings.allow_packs) reasons.push(reason('pack_not_allowed', 'reject', params))
  else if (isBook) reasons.push(reason('pack_contains_book', 'neutral', params))
}

function addNarratorReason(reasons: Reason[], { found, other }: PersonVerdict): void {
  if (found !== null) reasons.push(reason('narrator_matches', 'bonus', { narrator: found }))
  else if (other !== null)
    reasons.push(reason('narrator_differs', 'penalty', { narrator: other.slice(0, MAX_SHOWN) }))
}

/** Whether anything apart from the title shows that it is this book. */
function isCorroborated(
  authors: PersonVerdict,
  narrators: PersonVerdict,
  volumes: SeriesVerdict,
  files: FilesVerdict,
  wanted: Wanted,
): boolean {
  if (authors.found !== null || narrators.found !== null || files.fit === 2) return true
  return volumes.series !== null && !wanted.titleIsSeries
}

function matchLevel(
  isBook: boolean,
  match: TitleMatch,
  authors: PersonVerdict,
  corroborated: boolean,
): number {
  if (!isBook) return 0
  if (authors.strength === 0) return corroborated ? 2 : 1
  const exact = match.share >= 1 && authors.strength === 2 && match.window?.form.piece !== true
  return exact ? 4 : 3
}
