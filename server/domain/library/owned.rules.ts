import type { OwnedReason } from '#contract/library'
import type { Correction, KeptItem, Owned, SoughtFacts, LibraryMatcher } from './library.types'

/** The surest first. */
const ORDER: readonly OwnedReason[] = [
  'corrected',
  'same_asin',
  'title_author_and_length',
  'title_and_author',
]

/** What is known for one answer. */
export interface Found {
  /** By key. */
  items: ReadonlyMap<string, readonly KeptItem[]>
  /** By id: those that people named. */
  named: ReadonlyMap<string, KeptItem>
  /** Of the book. */
  corrections: readonly Correction[]
}

/** Every item that is a book, the surest first: what people said counts before every rule. */
export function ownedItems(
  asin: SoughtFacts['asin'],
  { keys, ownedAs }: ReturnType<LibraryMatcher['prepare']>,
  { items, named, corrections }: Found,
): Owned[] {
  const said = new Map(
    corrections.filter((correction) => correction.asin === asin).map(({ itemId, said }) => [itemId, said]),
  )
  const candidates = new Map(keys.flatMap((key) => items.get(key) ?? []).map((item) => [item.id, item]))
  for (const [id, word] of said) {
    const item = named.get(id)
    if (word === 'is' && item) candidates.set(id, item)
  }
  return [...candidates.values()]
    .flatMap((item): Owned[] => {
      const word = said.get(item.id)
      if (word === 'is_not') return []
      const why = word === 'is' ? 'corrected' : ownedAs(item.facts)
      return why === null ? [] : [{ item, why }]
    })
    .sort((one, other) => ORDER.indexOf(one.why) - ORDER.indexOf(other.why))
}
