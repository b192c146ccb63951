import type { ListedBooks } from './listed-books.rules'
import { wordsOf } from './normalise.rules'
import { peopleOf } from './people.rules'
import type { Known } from './related.rules'
import { heavyKeys, looksLikeName } from './title-words.rules'
import { LIGHT, isA } from './vocabulary.rules'

/**
 * People whose full name near the title cannot mean anything else, folded and written as one word. Leaves out
 * names that share a word with the wanted title, subtitle or series, and names that are also book titles: a
 * wrong entry in an indexer's field must not explain a title.
 */
export function knownPeopleOf(
  names: readonly string[],
  { ownWords, series }: Known,
  listed: ListedBooks,
): ReadonlySet<string> {
  const taken = new Set(ownWords)
  for (const entry of series) for (const { key } of entry.words) taken.add(key)
  const people = new Set<string>()
  for (const { name, given, joined } of peopleOf([...new Set(names)])) {
    const words = wordsOf(name)
    const isTaken = words.some((word) => !isA(word, LIGHT) && taken.has(word.key))
    if (given.length > 0 && looksLikeName(words) && !isTaken && !listed.has(heavyKeys(words)))
      people.add(joined)
  }
  return people
}
