/** English and own names, and codes of three letters, of the languages that releases name; by ISO 639-1 code. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'english eng englisch anglais',
  de: 'german deutsch ger deu',
  fr: 'french francais fre fra truefrench vff',
  es: 'spanish espanol spa castellano esp',
  it: 'italian italiano ita',
  nl: 'dutch nederlands dut nld',
  pt: 'portuguese portugues por brazilian',
  sv: 'swedish svenska swe svensk',
  da: 'danish dansk dan',
  no: 'norwegian norsk nor',
  fi: 'finnish suomi fin',
  is: 'icelandic islenska',
  pl: 'polish polski pol polnisch',
  cs: 'czech cesky cze ces cestina',
  sk: 'slovak slovensky slk',
  hu: 'hungarian magyar hun',
  ro: 'romanian romana rum ron',
  bg: 'bulgarian bul',
  ru: 'russian rus russisch',
  uk: 'ukrainian ukr',
  el: 'greek gre ell',
  tr: 'turkish turkce tur',
  he: 'hebrew heb',
  ar: 'arabic ara',
  hi: 'hindi hin',
  ja: 'japanese jpn jap',
  zh: 'chinese chi zho mandarin',
  ko: 'korean kor',
  ca: 'catalan catala',
  la: 'latin lat',
}

/** Folded names of languages with their codes. */
export const LANGUAGE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)),
)
export const LANGUAGE_CODES: readonly string[] = Object.keys(LANGUAGES)

/** The ISO 639-1 code of a language given as a code of two or three letters or by its name; null where unknown. */
export function languageCode(language: string | null): string | null {
  if (language === null) return null
  const word =
    language
      .trim()
      .toLowerCase()
      .split(/[\s_-]/)[0] ?? ''
  if (word in LANGUAGES) return word
  return LANGUAGE_WORDS.get(word) ?? null
}

/** Languages with an article, and its forms that begin titles and are no everyday words of another language. */
const ARTICLES: Readonly<Record<string, string>> = {
  en: 'the',
  de: 'der das die ein eine',
  fr: 'le la les un une',
  es: 'el la los las un una',
  it: 'il la lo gli un una',
  pt: 'o os um uma',
  nl: 'het een de',
  sv: 'den det ett',
  da: 'den det',
  no: 'den det',
  ca: 'el la els les un una',
  ro: 'un',
}
const ARTICLE_LANGUAGES = new Map<string, string[]>()
for (const [code, words] of Object.entries(ARTICLES)) {
  for (const word of words.split(' '))
    ARTICLE_LANGUAGES.set(word, [...(ARTICLE_LANGUAGES.get(word) ?? []), code])
}

/** ISO 639-1 codes of the languages of which a folded word is an article; empty where it is none. */
export function articleLanguages(key: string): readonly string[] {
  return ARTICLE_LANGUAGES.get(key) ?? []
}

export type Script =
  'latin' | 'cyrillic' | 'greek' | 'hebrew' | 'arabic' | 'kana' | 'han' | 'hangul' | 'devanagari'

const SCRIPTS: readonly (readonly [Script, RegExp, string | null])[] = [
  ['cyrillic', /\p{Script=Cyrillic}/gu, null],
  ['greek', /\p{Script=Greek}/gu, 'el'],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  ['han', /\p{Script=Han}/gu, null],
  ['hangul', /\p{Script=Hangul}/gu, 'ko'],
  ['hebrew', /\p{Script=Hebrew}/gu, 'he'],
  ['arabic', /\p{Script=Arabic}/gu, null],
  ['devanagari', /\p{Script=Devanagari}/gu, 'hi'],
]
/** Above Latin, Latin supplements and combining marks. */
const BEYOND_LATIN = /[\u0370-\u1dff\u2e80-\ud7ff\uf900-\ufaff]/
/** Fewer letters of another script are a name or an ornament, not the language of the release. */
const FEWEST_LETTERS = 3

/**
 * The script in which a text is written where it is another than Latin, with the language that this means
 * where only one uses it. Texts of two scripts count as the other one: a translation keeps the original's
 * title beside its own, never the other way round.
 */
export function foreignScript(text: string): { script: Script; language: string | null } | null {
  if (!BEYOND_LATIN.test(text)) return null
  for (const [script, letters, language] of SCRIPTS) {
    if ((text.match(letters)?.length ?? 0) < FEWEST_LETTERS && script !== 'han') continue
    if (!text.match(letters)) continue
    return { script, language: script === 'cyrillic' ? cyrillicLanguage(text) : language }
  }
  return null
}

/** Letters that only one of the two large Cyrillic languages of indexers has. */
function cyrillicLanguage(text: string): string | null {
  if (/[іїєґ]/i.test(text)) return 'uk'
  return /[ыэёъ]/i.test(text) ? 'ru' : null
}
