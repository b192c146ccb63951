import type { ReasonCode } from '#contract/releases'
import type { WordsOf } from './in-words'
import type { Params } from './keys'

type Kind = 'edition' | 'format' | 'language' | 'medium'

/** The parameters that are codes, each with the kind of its codes. Wishes depend on what is wished for. */
const CODED: Partial<Record<ReasonCode, Readonly<Record<string, Kind>>>> = {
  language_matches: { language: 'language' },
  language_differs: { language: 'language', wanted: 'language' },
  edition_differs: { edition: 'edition', wanted: 'edition' },
  edition_unstated: { wanted: 'edition' },
  not_audiobook: { kind: 'medium' },
  format: { format: 'format' },
}
const WISHES: Readonly<Record<string, Kind>> = {
  edition: 'edition',
  language: 'language',
  format: 'format',
}

/** How to word codes of which there are too many for a text each; a parameter may list several. */
interface ListWords {
  language: (code: string) => string
  format: (code: string) => string
}

/** A reason's parameters as text where they are codes. */
export function valuesInWords(
  code: ReasonCode,
  params: Readonly<Params>,
  wordsOf: WordsOf,
  { language, format }: ListWords,
): Params {
  const words: Record<Kind, (value: string) => string> = {
    // Editions are reasons, too.
    edition: (value) => wordsOf('reasons', value, {}) ?? value,
    // A search that is stored may know a medium that is gone.
    medium: (value) => wordsOf('media', value, {}) ?? value.replaceAll('_', ' '),
    language: (value) => value.split(' ').map(language).join(', '),
    format: (value) => value.split(' ').map(format).join(' '),
  }
  const wish = WISHES[String(params['wish'])]
  const kinds = wish ? { wanted: wish, found: wish } : (CODED[code] ?? {})
  const worded = Object.entries(kinds).flatMap(([name, kind]) => {
    const value = params[name]
    return typeof value === 'string' && value !== '' ? [[name, words[kind](value)] as const] : []
  })
  return { ...params, ...Object.fromEntries(worded) }
}
