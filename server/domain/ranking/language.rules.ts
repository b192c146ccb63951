import type { Reason } from '#contract/releases'
import { LEXICONS, listed } from './lexicon/languages'
import { reason } from './reasons.rules'

/** Folded names of languages with their codes. */
export const LANGUAGE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(LEXICONS).flatMap(([code, { names }]) => listed(names).map((word) => [word, code] as const)),
)
export const LANGUAGE_CODES: readonly string[] = Object.keys(LEXICONS)

/** The ISO 639-1 code of a language, given as a two- or three-letter code or as a name; null if unknown. */
export function languageCode(language: string | null): string | null {
  if (language === null) return null
  const word =
    language
      .trim()
      .toLowerCase()
      .split(/[\s_-]/)[0] ?? ''
  if (word in LEXICONS) return word
  return LANGUAGE_WORDS.get(word) ?? null
}

/** Countries, in capitals, that stand for their language in scene names. */
export const LANGUAGES_OF_COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries(LEXICONS).flatMap(([code, { countries }]) =>
    countries.split(' ').map((country) => [country, code] as const),
  ),
)

/** Languages usually written in a non-Latin script. */
const NON_LATIN: ReadonlySet<string> = new Set(
  LANGUAGE_CODES.filter((code) => LEXICONS[code]?.latin === false),
)

const ARTICLE_LANGUAGES = new Map<string, string[]>()
for (const [code, { articlesOfTitles }] of Object.entries(LEXICONS)) {
  for (const word of listed(articlesOfTitles))
    ARTICLE_LANGUAGES.set(word, [...(ARTICLE_LANGUAGES.get(word) ?? []), code])
}

/** ISO 639-1 codes of the languages in which a folded word is an article; empty for other words. */
export function articleLanguages(key: string): readonly string[] {
  return ARTICLE_LANGUAGES.get(key) ?? []
}

type Script = 'latin' | 'cyrillic' | 'greek' | 'hebrew' | 'arabic' | 'kana' | 'han' | 'hangul' | 'devanagari'

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['han', /\p{Script=Han}/gu],
  ['hangul', /\p{Script=Hangul}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
]
/** Scripts that only one language uses. */
const LANGUAGES_OF_SCRIPTS: ReadonlyMap<string, string> = new Map(
  Object.entries(LEXICONS).flatMap(([code, { script }]) => (script === '' ? [] : [[script, code] as const])),
)
/** Letters that only one language of a shared script uses. */
const OWN_LETTERS: readonly (readonly [RegExp, string])[] = Object.entries(LEXICONS)
  .filter(([, { letters }]) => letters !== '')
  .map(([code, { letters }]) => [new RegExp(`[${letters}]`, 'i'), code])
/** Above Latin, Latin supplements and combining marks. */
const BEYOND_LATIN = /[\u0370-\u1dff\u2e80-\ud7ff\uf900-\ufaff]/
/** Fewer letters than this in another script are a name or an ornament, not the language of the release. */
const MIN_LETTERS = 3

/**
 * The non-Latin script of a text, with its language if only one uses the script. A text in two scripts counts
 * as non-Latin, because a translation keeps the original title next to its own, never the other way round.
 */
export function foreignScript(text: string): { script: Script; language: string | null } | null {
  if (!BEYOND_LATIN.test(text)) return null
  for (const [script, letters] of SCRIPTS) {
    if ((text.match(letters)?.length ?? 0) < MIN_LETTERS && script !== 'han') continue
    if (!text.match(letters)) continue
    const ownLetters = OWN_LETTERS.find(([own]) => own.test(text))
    return { script, language: LANGUAGES_OF_SCRIPTS.get(script) ?? ownLetters?.[1] ?? null }
  }
  return null
}

/**
 * Whether a release is in a wanted language, as a reason of its verdict. The language is the one that it states, or else
 * that of an article in its title, or else that of its script.
 * @param release.articleLanguages those in which a word of the title is an article.
 * @param wanted.latin whether the wanted title is in Latin script.
 * @returns null if nothing speaks for or against it.
 */
export function languageReason(
  release: {
    languages: readonly string[]
    articleLanguages: readonly string[]
    script: { language: string | null } | null
  },
  { languages: aims, latin }: { languages: readonly string[]; latin: boolean },
): Reason | null {
  const { languages, articleLanguages: ofArticle, script } = release
  const wanted = aims.join(' ')
  const isWanted = (language: string) => aims.includes(language)
  const differs = (found: readonly string[]) =>
    reason('language_differs', 'reject', { language: found.join(' '), wanted })
  if (languages.length > 0) {
    if (aims.length === 0) return null
    const same = languages.find(isWanted)
    return same === undefined ? differs(languages) : reason('language_matches', 'bonus', { language: same })
  }
  if (aims.length > 0 && ofArticle.length > 0 && !ofArticle.some(isWanted)) return differs(ofArticle)
  if (!script || !latin) return null
  if (script.language !== null) return isWanted(script.language) ? null : differs([script.language])
  return aims.some((code) => NON_LATIN.has(code)) ? null : reason('script_differs', 'reject', { wanted })
}
