import type { ReleaseFormat } from '#contract/download-settings'
import type { OtherMedium, StatedEdition } from '#contract/releases'
import { articleLanguages, foreignScript, languageCode } from './language.rules'
import { fold } from './fold.rules'
import { GAP, type Word } from './normalise.rules'
import { tagOf } from './lexicon.rules'
import type { TitleMatch } from './match.rules'
import type { Release } from './ranking.types'
import type { ReadTitle } from './release-title.rules'

type AudioFormat = Exclude<ReleaseFormat, 'unknown'>

/** What a release claims to be, according to its title, its categories and the indexer's data. */
export interface Claims {
  audio: readonly AudioFormat[]
  /** The medium, if it is not an audiobook; null if nothing says so. */
  otherMedium: OtherMedium | null
  /** ISO 639-1. */
  languages: readonly string[]
  /** Languages of the article before the title, if the wanted title has no such article; ISO 639-1. */
  articleLanguages: readonly string[]
  /** A non-Latin script, with its language if only one uses it. */
  script: { language: string | null } | null
  editions: readonly StatedEdition[]
  pack: boolean
  /** The word that marks the release as a book about the book. */
  derived: string | null
}

/** Reads the claims. Words of the wanted title and of names are not claims. */
export function readClaims(
  release: Release,
  read: ReadTitle,
  match: TitleMatch,
  ownWords: ReadonlySet<string>,
): Claims {
  const audio: AudioFormat[] = []
  const other: string[] = []
  const languages: string[] = []
  const editions: StatedEdition[] = []
  let pack = false
  let derived: string | null = null
  let saysAudiobook = false
  for (let at = 0; at < read.tags.length; at++) {
    const tag = read.tags[at]
    if (!tag || isName(match, at)) continue
    if (tag.language !== undefined) addTo(languages, tag.language)
    switch (tag.kind) {
      case 'format':
        addTo(audio, audioFormat(tag.value))
        break
      case 'not_audio':
        addTo(other, tag.value)
        break
      case 'language':
        addTo(languages, tag.value)
        break
      case 'edition':
        addTo(editions, editionOf(tag.value))
        break
      case 'pack':
        pack ||= !tag.soft || !isPartOfName(read, match, at)
        break
      case 'derived':
        if (!ownWords.has(read.words[at]?.key ?? '')) derived ??= read.words[at]?.raw ?? null
        break
      case 'medium':
        saysAudiobook = true
        break
      case 'note':
        break
    }
  }
  pack ||= isTitleOfPack(read, match)
  if (release.metadata) readFiletypes(release.metadata.filetypes, audio, other)
  for (const { language } of read.narration) if (language !== null) addTo(languages, language)
  const language = languageCode(release.metadata?.language ?? null)
  if (saysAudiobook && audio.length === 0) audio.push('unknown_audio')
  return {
    audio,
    otherMedium: otherMedium(other, audio) ?? otherCategory(release.categories, audio.length > 0),
    languages: language === null ? languages : [language],
    articleLanguages:
      languages.length > 0 || language !== null ? [] : foreignArticle(read.words, match, ownWords),
    script: language === null ? foreignScript(release.title) : null,
    editions,
    pack,
    derived,
  }
}

/** "Der Hobbit" and "Le Hobbit" are not English editions, although articles do not count in titles. */
function foreignArticle(
  words: readonly Word[],
  { window, labels }: TitleMatch,
  ownWords: ReadonlySet<string>,
): readonly string[] {
  if (!window) return []
  const isOwn = articleLanguages(words[window.start]?.key ?? '').length > 0
  const at = isOwn ? window.start : window.start - 1
  const article = words[at]
  if (!article || ownWords.has(article.key) || (!isOwn && words[window.start]?.gap !== GAP.none)) return []
  const begins = at === 0 || article.gap !== GAP.none || labels[at - 1] !== undefined
  return begins ? articleLanguages(article.key) : []
}

function isName(match: TitleMatch, at: number): boolean {
  const { window, labels } = match
  if (window && at >= window.start && at < window.end) return true
  const label = labels[at]
  return label === 'author' || label === 'narrator' || label === 'series'
}

/** "The Maze Runner Trilogy" is not the first book of the trilogy. */
function isTitleOfPack({ words }: ReadTitle, { window, volumes }: TitleMatch): boolean {
  const next = window ? words[window.end] : undefined
  if (!next || next.gap !== GAP.none || next.entry.tag?.kind !== 'pack') return false
  return !volumes.volumes.some(({ start, from, to }) => start === (window?.end ?? 0) + 1 && from === to)
}

/** Whether a word for a pack belongs to a volume or a series. */
function isPartOfName(read: ReadTitle, match: TitleMatch, at: number): boolean {
  return isFollowedByVolume(match, at) || isOfSeriesName(read, match, at)
}

/** "Mistborn Saga" next to the title of one of its books, if that is the name of the series. */
function isOfSeriesName({ words }: ReadTitle, { window, series }: TitleMatch, at: number): boolean {
  if (!window) return false
  return series.some(
    (found) =>
      found.end === at &&
      (found.end <= window.start || found.start >= window.end) &&
      found.series.title
        .toLowerCase()
        .split(/\s+/)
        .includes(words[at]?.key ?? ''),
  )
}

/** "The First Law Trilogy, Book 1" is one book of the trilogy. */
function isFollowedByVolume({ volumes }: TitleMatch, at: number): boolean {
  return volumes.volumes.some(({ start, from, to }) => start === at + 1 && from === to)
}

const isAudioCategory = (id: number) => id >= 3000 && id < 4000 && id !== 3020

/** Adds a claim unless the list has it. Lists are short, and most are empty. */
function addTo<Claim>(list: Claim[], claim: Claim): void {
  if (!list.includes(claim)) list.push(claim)
}

function audioFormat(value: string): AudioFormat {
  return value === 'm4b' || value === 'mp3' || value === 'flac' ? value : 'unknown_audio'
}

function editionOf(value: string): StatedEdition {
  return value === 'abridged' || value === 'dramatised' ? value : 'unabridged'
}

/** The indexer's list of file types is more reliable than words of the title. */
function readFiletypes(filetypes: readonly string[], audio: AudioFormat[], other: string[]): void {
  if (filetypes.length === 0) return
  audio.length = 0
  other.length = 0
  for (const filetype of filetypes) {
    const tag = tagOf(fold(filetype))
    if (tag?.kind === 'format') addTo(audio, audioFormat(tag.value))
    if (tag?.kind === 'not_audio') addTo(other, tag.value)
  }
}

/**
 * An ebook or a booklet along with audio files is an extra; video and sheet music never count as audiobooks.
 */
function otherMedium(found: readonly string[], audio: readonly string[]): OtherMedium | null {
  if (found.length === 0) return null
  for (const medium of ['video', 'sheet_music'] as const) if (found.includes(medium)) return medium
  if (found.includes('music') && !audio.includes('m4b') && !audio.includes('unknown_audio')) return 'music'
  if (audio.length > 0) return null
  for (const medium of ['ebook', 'comic', 'software'] as const) if (found.includes(medium)) return medium
  return null
}

/**
 * The medium by Newznab category. Trackers file audiobooks anywhere under Audio, and some under the top
 * levels of Books and Other.
 */
function otherCategory(categories: readonly number[], saysAudio: boolean): OtherMedium | null {
  if (categories.some(isAudioCategory)) return null
  const standard = categories.filter((id) => id < 100_000)
  if (standard.some((id) => id === 3020 || (id >= 2000 && id < 3000) || (id >= 5000 && id < 6000)))
    return 'video'
  if (saysAudio) return null
  if (standard.some((id) => id >= 4000 && id < 5000)) return 'software'
  if (standard.includes(7030)) return 'comic'
  return standard.some((id) => id === 7010 || id === 7020 || id === 7040) ? 'ebook' : null
}
