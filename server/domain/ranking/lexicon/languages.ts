import { fold, foldUmlauts } from '#server/domain/ranking/fold.rules'
import ar from './ar.json'
import bg from './bg.json'
import ca from './ca.json'
import cs from './cs.json'
import da from './da.json'
import de from './de.json'
import el from './el.json'
import en from './en.json'
import es from './es.json'
import fi from './fi.json'
import fr from './fr.json'
import he from './he.json'
import hi from './hi.json'
import hu from './hu.json'
import is from './is.json'
import it from './it.json'
import ja from './ja.json'
import ko from './ko.json'
import la from './la.json'
import nl from './nl.json'
import no from './no.json'
import pl from './pl.json'
import pt from './pt.json'
import ro from './ro.json'
import ru from './ru.json'
import sk from './sk.json'
import sv from './sv.json'
import tr from './tr.json'
import uk from './uk.json'
import media from './media.json'
import zh from './zh.json'

/** What the listed words say about a release. */
export const TAG_SECTIONS = [
  'm4b',
  'mp3',
  'flac',
  'unknown_audio',
  'ebook',
  'comic',
  'video',
  'music',
  'sheet_music',
  'software',
  'unabridged',
  'abridged',
  'dramatised',
  'audiobook',
  'pack',
  'derived',
  'note',
] as const
export type TagSection = (typeof TAG_SECTIONS)[number]

/** Words with a meaning outside a title, by meaning. */
export interface TagWords {
  tags: Readonly<Partial<Record<TagSection, string>>>
  /** Words that are also everyday words: they count only where tags usually are. */
  looseTags: Readonly<Partial<Record<TagSection, string>>>
  /** Phrases of two words each, folded. */
  phrases: Readonly<Partial<Record<TagSection, readonly string[]>>>
}

/** The sections that are plain lists of words, separated by spaces. */
export interface WordSections {
  /** Names of the language, in several languages, and its three-letter codes. */
  names: string
  /** Countries that stand for the language in scene names. */
  countries: string
  articles: string
  /** Articles that start titles and are not everyday words of another language. */
  articlesOfTitles: string
  /** Other words that weigh little in a title. */
  small: string
  /** Parts of a last name, such as "de". */
  particles: string
  and: string
  or: string
  /** As in "3 of 12". */
  of: string
  /** As in "1 to 3". */
  to: string
  with: string
  /** Between a role and a name, as in "read by". */
  by: string
  /** Words before the author in release names. */
  byline: string
  /**
   * Words before the number of a volume, words before that of a part of one book, and words that may mean
   * either.
   */
  volume: string
  part: string
  partOrVolume: string
  /** The same words joined with the number: `{n}`, or `{nn}` for at least two digits. */
  gluedVolume: string
  gluedPart: string
  /** Words before the names of narrators. */
  narrator: string
  hours: string
  minutes: string
  /** Ordinals, joined with the number as `{n}`. */
  ordinals: string
  /** Words for kinds of book, as in "A Novel". */
  kinds: string
  /** First words of subtitles. */
  openers: string
  /** As in "Saltmarsh Saga". */
  series: string
  /** Words after names and before them: "Jr", "Dr". */
  nameSuffixes: string
  titles: string
  /** Contributions to a book other than writing it. */
  roles: string
}

/** One language: `<ISO 639-1 code>.json`. */
interface Lexicon extends WordSections, TagWords {
  /** The script, if no other language here uses it; otherwise empty. */
  script: string
  /** Letters that no other language of its script has. */
  letters: string
  /** Whether it is written in Latin letters. */
  latin: boolean
  /** As in "read" and "by". */
  narration: { said: string; by: string }
  /**
   * Numbers from zero on, with alternatives separated by `/`; `-` if the word is a name or another language's
   * word.
   */
  numbers: string
  /** Tens, from twenty on. */
  tens: string
  scales: Readonly<Partial<Record<string, number>>>
  /** Spelling variants, as patterns, and the spelling to which they are converted. */
  spellings: Readonly<Record<string, string>>
  /** Full names that mean no particular person, separated by `|`. */
  nobody: string
}

/** Every language by its ISO 639-1 code. */
export const LEXICONS: Readonly<Record<string, Lexicon>> = {
  ar,
  bg,
  ca,
  cs,
  da,
  de,
  el,
  en,
  es,
  fi,
  fr,
  he,
  hi,
  hu,
  is,
  it,
  ja,
  ko,
  la,
  nl,
  no,
  pl,
  pt,
  ro,
  ru,
  sk,
  sv,
  tr,
  uk,
  zh,
}

/** Words that all languages share: formats, codecs, other media. */
export const MEDIA: TagWords = media

/** The language whose words occur in release names of any language. */
export const ENGLISH: Lexicon = en

/** The folded words of a list, including their spellings without umlauts. */
export function listed(words: string | undefined): string[] {
  if (words === undefined || words === '') return []
  return words.split(' ').flatMap((word) => {
    const [plain, written] = [fold(word), foldUmlauts(word)]
    return plain === written ? [plain] : [plain, written]
  })
}

/** The folded words of one section in all languages. */
export function everyWord(...sections: readonly (keyof WordSections)[]): ReadonlySet<string> {
  return new Set(
    Object.values(LEXICONS).flatMap((lexicon) => sections.flatMap((section) => listed(lexicon[section]))),
  )
}

/**
 * The language that each folded word reveals, if it occurs in only one. Null for words of several languages,
 * and for English words, which occur in release names of any language.
 */
export function languagesByWord(
  wordsOf: (lexicon: Lexicon) => readonly string[],
): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const [code, lexicon] of Object.entries(LEXICONS)) {
    for (const word of new Set(wordsOf(lexicon))) {
      found.set(word, found.has(word) || lexicon === en ? null : code)
    }
  }
  return found
}
