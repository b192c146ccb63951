import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fold } from '#server/domain/ranking/fold.rules'
import type { WordSections } from '#server/domain/ranking/lexicon/languages'
import { LEXICONS, MEDIA, TAG_SECTIONS, everyWord, listed } from '#server/domain/ranking/lexicon/languages'

const RANKING = join(import.meta.dirname, '../../../../server/domain/ranking')
/** Files of the folder that belong to no single language. */
const OF_NO_LANGUAGE = ['given-names', 'media', 'nicknames', 'noise', 'romanisation']
const codes = Object.keys(LEXICONS)
const shapeOf = (lexicon: object) =>
  Object.entries(lexicon).map(([section, value]) => `${section}: ${typeof value}`)

/** Sections that must not share words, because they would be ambiguous, and the words that may be in both. */
const CONFLICTING: readonly { one: keyof WordSections; other: keyof WordSections; allowed?: string }[] = [
  { one: 'volume', other: 'part' },
  { one: 'volume', other: 'partOrVolume' },
  { one: 'part', other: 'partOrVolume' },
  { one: 'volume', other: 'articles' },
  { one: 'part', other: 'articles' },
  { one: 'volume', other: 'narrator' },
  { one: 'articles', other: 'openers', allowed: 'a an ein eine' },
  { one: 'gluedVolume', other: 'gluedPart' },
  { one: 'and', other: 'of' },
  { one: 'titles', other: 'series' },
]

describe('The lexicons', () => {
  it('include every file in the folder', () => {
    const files = readdirSync(join(RANKING, 'lexicon'))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replace('.json', ''))
      .filter((name) => !OF_NO_LANGUAGE.includes(name))
    expect(files.sort()).toEqual(codes.sort())
    expect(codes).toEqual(
      expect.arrayContaining(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja']),
    )
  })

  it.each(codes)('have every section: %s', (code) => {
    expect(shapeOf(LEXICONS[code] ?? {})).toEqual(shapeOf(LEXICONS['en'] ?? {}))
  })

  it.each([...codes, 'media'])('have their words in lower case, each once in its list: %s', (code) => {
    const { tags, looseTags, ...sections } = code === 'media' ? MEDIA : (LEXICONS[code] ?? MEDIA)
    for (const [section, list] of Object.entries({ ...sections, ...tags, ...prefixed('loose', looseTags) })) {
      if (typeof list !== 'string' || section === 'countries') continue
      const words = list.split(section === 'nobody' ? '|' : /[ /]/).filter((word) => word !== '-')
      expect(list, section).toBe(list.toLowerCase().trim().replaceAll('  ', ' '))
      expect(
        words.filter((word, at) => words.indexOf(word) !== at),
        section,
      ).toEqual([])
    }
  })

  it.each(codes)('contain only known kinds of tags: %s', (code) => {
    const lexicon = LEXICONS[code]
    const kinds = [lexicon?.tags, lexicon?.looseTags, lexicon?.phrases].flatMap((tags) =>
      Object.keys(tags ?? {}),
    )
    expect(kinds.filter((kind) => !TAG_SECTIONS.some((section) => section === kind))).toEqual([])
  })

  it('give each tag one meaning in all languages', () => {
    const meanings = new Map<string, Set<string>>()
    for (const { tags, looseTags } of [MEDIA, ...Object.values(LEXICONS)]) {
      for (const section of TAG_SECTIONS) {
        for (const [kept, strength] of [
          [tags, 'sure'],
          [looseTags, 'loose'],
        ] as const) {
          for (const word of listed(kept[section])) {
            meanings.set(word, (meanings.get(word) ?? new Set()).add(`${strength} ${section}`))
          }
        }
      }
    }
    expect([...meanings].filter(([, found]) => found.size > 1)).toEqual([])
  })

  it.each(CONFLICTING)('share no word between $one and $other', ({ one, other, allowed = '' }) => {
    const others = everyWord(other)
    const both = [...everyWord(one)].filter((word) => others.has(word) && !allowed.split(' ').includes(word))
    expect(both).toEqual([])
  })

  it('have one value for each number word of the length that counts in every language', () => {
    const values = new Map<string, Set<number>>()
    for (const { numbers, tens } of Object.values(LEXICONS)) {
      const declare = (words: string, value: number) => {
        for (const word of listed(words.replaceAll('/', ' '))) {
          if (word.length > 3) values.set(word, (values.get(word) ?? new Set()).add(value))
        }
      }
      for (const [value, words] of numbers.split(' ').entries()) declare(words, value)
      for (const [at, words] of tens.split(' ').entries()) declare(words, (at + 2) * 10)
    }
    expect([...values].filter(([, found]) => found.size > 1)).toEqual([])
  })

  it('identify each language by names that no other language has', () => {
    const names = Object.values(LEXICONS).flatMap((lexicon) => [...new Set(listed(lexicon.names))])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

describe('The ranking code', () => {
  const sources = readdirSync(RANKING, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, code: withoutComments(readFileSync(join(RANKING, file), 'utf8')) }))

  it('is found', () => {
    expect(sources.length).toBeGreaterThan(20)
  })

  /** Tables of how letters are written without diacritics belong to no language. */
  const LETTERS = ['fold.rules.ts']

  it('contains no words beyond ASCII: they belong to the lexicon', () => {
    const found = sources.flatMap(({ file, code }) =>
      LETTERS.includes(file)
        ? []
        : (code.match(/(?!\p{ASCII}|\p{Lm})\p{L}/gu) ?? []).map((letter) => `${file}: ${letter}`),
    )
    expect(found).toEqual([])
  })

  it('contains no list of words: it belongs to the lexicon', () => {
    const found = sources.flatMap(({ file, code }) =>
      [...code.matchAll(/(['"`])([\p{L}]+(?: [\p{L}]+)+)\1\s*\)?\.split\(/gu)].map(
        (match) => `${file}: ${match[2] ?? ''}`,
      ),
    )
    expect(found).toEqual([])
  })

  it('compares no word with a word of a language: the lexicon classifies it', () => {
    const words = everyWord(
      'articles',
      'small',
      'particles',
      'and',
      'or',
      'of',
      'to',
      'with',
      'by',
      'openers',
      'titles',
    )
    const found = sources.flatMap(({ file, code }) =>
      [...code.matchAll(/(?:key|first|word|\?\? '')\)? [!=]== '(\p{L}+)'/gu)]
        .filter((match) => words.has(fold(match[1] ?? '')))
        .map((match) => `${file}: ${match[0]}`),
    )
    expect(found).toEqual([])
  })
})

function prefixed(prefix: string, lists: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lists).map(([key, value]: [string, unknown]) => [`${prefix} ${key}`, value]),
  )
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')
}
