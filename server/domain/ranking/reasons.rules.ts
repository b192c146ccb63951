import type { ReasonCode, ReasonDto, ReasonEffect } from '#contract/releases'

type Params = Record<string, string | number>

/** Each reason in English. Clients that translate use the code and the parameters instead. */
const TEXTS: Readonly<Record<ReasonCode, string>> = {
  title_matches: 'title matches ({percent} %)',
  title_differs: 'other book: {found}',
  title_weighed: '{meaning}',
  words_weighed: '“{words}” {meaning}',
  derived_work: 'about the book, not the book: {word}',
  author_matches: 'author matches: {author}',
  author_differs: 'other author: {author}',
  author_unknown: 'author not named',
  series_matches: 'series matches: {series}',
  volume_matches: 'volume matches: {volume}',
  number_only: 'named by its number in the series, not by its title',
  volume_differs: 'wrong volume: {volume}',
  part_only: 'only part {part}',
  pack_contains_book: 'a pack that holds the book: {range}',
  pack_not_allowed: 'a pack: {range}',
  not_corroborated: 'only the title says that it is this book',
  narrator_matches: 'narrator matches: {narrator}',
  narrator_differs: 'other narrator: {narrator}',
  language_matches: 'language matches: {language}',
  language_differs: 'wrong language: {language}',
  abridged: 'abridged',
  unabridged: 'unabridged',
  dramatised: 'dramatised',
  edition_differs: 'other edition: {edition}',
  edition_unstated: 'does not say that it is {wanted}',
  runtime_fits: 'length fits: {minutes} min',
  runtime_differs: 'length differs: {minutes} min',
  not_audiobook: 'not an audiobook: {kind}',
  format: 'format {format}',
  bitrate_in_range: '{kbits} kbit/s, in range',
  bitrate_out_of_range: '{kbits} kbit/s, not within {from} to {to}',
  size_impossible: 'size does not fit the length ({kbits} kbit/s)',
  size_unknown: 'size or length not known',
  seeders: '{seeders} seeders',
  few_seeders: '{seeders} seeders, fewer than {minimum}',
  flag: '{flag} ({score})',
  indexer: 'indexer {indexer}, place {place}',
  age: '{days} days old',
  vip_only: 'only for accounts of a higher class',
  blocked: 'blocked for this book',
}

/** Other words where what is counted is one. */
const TEXTS_OF_ONE: Readonly<Partial<Record<ReasonCode, { counted: string; text: string }>>> = {
  seeders: { counted: 'seeders', text: '{seeders} seeder' },
  few_seeders: { counted: 'seeders', text: '{seeders} seeder, fewer than {minimum}' },
  age: { counted: 'days', text: '{days} day old' },
}

/** The fixed pieces of each text and the names of the parameters between them, split once. */
const PIECES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TEXTS).map(([code, text]) => [code, text.split(/[{}]/)]),
)
const PIECES_OF_ONE: ReadonlyMap<string, { counted: string; pieces: readonly string[] }> = new Map(
  Object.entries(TEXTS_OF_ONE).map(([code, { counted, text }]) => [
    code,
    { counted, pieces: text.split(/[{}]/) },
  ]),
)

/** A reason with its sentence fragment. */
export function reason(code: ReasonCode, effect: ReasonEffect, params: Params = {}): ReasonDto {
  return { code, params, text: fill(code, params), effect }
}

function fill(code: ReasonCode, params: Params): string {
  const ofOne = PIECES_OF_ONE.get(code)
  const pieces = (ofOne && params[ofOne.counted] === 1 ? ofOne.pieces : PIECES.get(code)) ?? []
  if (pieces.length === 1) return pieces[0] ?? ''
  let text = ''
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? ''
    text += at % 2 === 0 ? piece : String(params[piece] ?? '')
  }
  return text.endsWith(': ') ? text.slice(0, -2) : text
}
