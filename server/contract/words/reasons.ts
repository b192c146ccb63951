import type { ReasonCode, Verdict, VerdictDto } from '#contract/releases'
import { factName, FACT_WORDS } from './facts'
import type { NamesIn, Params } from './fill'
import { fill } from './fill'

/** Each reason of a verdict in English, as a fragment of a sentence. */
export const REASON_WORDS = {
  identifier_matches: 'states its identifier: {identifier}',
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
  wish_matches: 'as requested: {wanted}',
  wish_differs: 'not as requested ({wanted}): {found}',
  wish_unstated: 'does not say whether it is as requested: {wanted}',
  seeders: '{seeders} seeder | {seeders} seeders',
  few_seeders: '{seeders} seeder, fewer than {minimum} | {seeders} seeders, fewer than {minimum}',
  flag: '{flag} ({score})',
  indexer: 'indexer {indexer}, place {place}',
  age: '{days} day old | {days} days old',
  vip_only: 'only for accounts of a higher class',
  blocked: 'blocked for this book',
} as const satisfies Record<ReasonCode, string>

/** The values that the words of a reason ask for; what a fact means is looked up from its name. */
type Asked<C extends ReasonCode> =
  NamesIn<(typeof REASON_WORDS)[C]> extends infer Name ? (Name extends 'meaning' ? 'fact' : Name) : never

/** What a reason is made with after its code and effect: all values its words ask for, and more for programs. */
export type ReasonArguments<C extends ReasonCode> = [Asked<C>] extends [never]
  ? [params?: Params]
  : [params: Params & Record<Asked<C> & string, string | number>]

const MEANING_OF: ReadonlyMap<string, string> = new Map(Object.entries(FACT_WORDS))

/** The values of a reason with what its fact means, in English. */
export function reasonParams(params: Readonly<Params>): Params {
  const { fact } = params
  if (typeof fact !== 'string') return params
  return { ...params, meaning: MEANING_OF.get(factName(fact)) ?? '' }
}

/** A reason in English. */
export function reasonText(code: ReasonCode, params: Readonly<Params>): string {
  return fill(REASON_WORDS[code], reasonParams(params))
}

/** A verdict as the API shows it: each reason with its English words. */
export function showVerdict(verdict: Verdict): VerdictDto {
  return {
    ...verdict,
    reasons: verdict.reasons.map(({ code, params, effect }) => ({
      code,
      params: reasonParams(params),
      text: reasonText(code, params),
      effect,
    })),
  }
}
