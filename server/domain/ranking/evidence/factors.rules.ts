import type { ReasonDto } from '#contract/releases'
import { reason } from '#server/domain/ranking/reasons.rules'
import type { Fact } from './features.rules'
import type { OfAChunk, OfASide, OfTheMatch } from './feature-names.rules'
import type { Model } from './model.rules'
import { TRAINED } from './model.rules'

const MOST_FACTORS = 3
/** In logits: what weighs less changes nothing that a person would see. */
const WORTH_TELLING = 0.4
const MOST_SHOWN = 120

/** Each fact in English, as the end of a sentence about the words. */
const MEANINGS: Readonly<Record<OfASide | OfAChunk | OfTheMatch, string>> = {
  touching: 'goes on with the title',
  hyphen: 'is joined to the title',
  comma: 'is in a list with the title',
  colon: 'is divided from the title by a colon',
  dash: 'stands beside the title',
  bracket: 'is in brackets',
  apart: 'is explained by nothing',
  'two-words': 'is two words',
  'some-words': 'is some words',
  'many-words': 'is many words',
  'short-title': 'stands beside a title of one word',
  'piece-of-title': 'stands beside only a piece of the title',
  'title-is-series': 'may name another book of the series',
  describes: 'describes the book',
  person: 'is a person',
  'person-for-author': 'is a person, and the author is not named',
  name: 'looks like a name',
  'name-for-author': 'looks like another author',
  'word-for-author': 'may be another author',
  'beyond-author': 'looks like another title, with the author in between',
  'beyond-author-person': 'is a person behind the author',
  'leads-to-volume': 'names a series',
  'follows-volume': 'follows a volume',
  'beside-series': 'stands beside the series',
  outermost: 'stands outermost',
  capitals: 'is in capitals',
  'odd-case': 'looks like the name of a group',
  small: 'makes the title part of something longer',
  'own-words': 'is of the wanted title',
  'own-words-touching': 'is of the wanted title, in another order',
  'kind-of-book': 'is the kind of book',
  'about-the-book': 'is about the book',
  'opens-subtitle': 'begins like a subtitle',
  'subtitle-length': 'is as long as a subtitle',
  'begins-with-article': 'begins like another title',
  'foreign-article': 'begins in another language',
  possessive: 'belongs to a longer title',
  'beside-author-in-list': 'is named with the author',
  'runs-on-from-author': 'goes on behind the author',
  'runs-into-author': 'runs into the author',
  'group-suffix': 'is where a group signs',
  counted: 'counts something',
  'code-touching': 'is a number or a code at the title',
  'title-in-brackets': 'stands outside, the title in brackets',
  'list-goes-on': 'goes on with a list',
  'kind-beyond-author': 'is a book about the author',
  'title-incomplete': 'not the whole title is there',
  'title-piece': 'only a piece of the title is there',
  'title-short': 'the title is of one word, and something is beside it',
  'author-none': 'the author is not named',
  'author-family-only': 'only the last name of the author is there',
  'narrator-known': 'a narrator is named',
  'volume-known': 'a volume is named',
  'several-chunks': 'several things are beside the title',
  'title-in-list': 'the title is in brackets',
  'series-in-list': 'the series is in a list with the title',
}

const MEANING_OF: ReadonlyMap<string, string> = new Map(Object.entries(MEANINGS))

/** The facts that weighed most, in words, each with what it did. The author's absence has a reason of its own. */
export function weighedReasons(facts: readonly Fact[], { weights }: Model = TRAINED): ReasonDto[] {
  return facts
    .map((fact) => ({ fact, logits: (weights[fact.name] ?? 0) * fact.value }))
    .filter(({ fact, logits }) => Math.abs(logits) >= WORTH_TELLING && fact.name !== 'author-none')
    .sort((one, other) => Math.abs(other.logits) - Math.abs(one.logits))
    .slice(0, MOST_FACTORS)
    .map(({ fact, logits }) => toReason(fact, logits))
}

function toReason({ name, chunk }: Fact, logits: number): ReasonDto {
  const effect = logits > 0 ? 'bonus' : 'penalty'
  const meaning = MEANING_OF.get(name.replace(/^(?:before|after)-/, '')) ?? ''
  if (!chunk) return reason('title_weighed', effect, { fact: name, meaning })
  const words = chunk.words.map(({ raw }) => raw).join(' ')
  return reason('words_weighed', effect, { words: words.slice(0, MOST_SHOWN), fact: name, meaning })
}
