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
      const why = whyOwned(item, said.get(item.id), ownedAs)
      return why === null ? [] : [{ item, why }]
    })
    .sort((one, other) => compareReasons(one.why, other.why))
}

/** Why an item is a book; null where it is another one. What a person said counts before every rule. */
export function whyOwned(
  item: KeptItem,
  said: Correction['said'] | undefined,
  ownedAs: ReturnType<LibraryMatcher['prepare']>['ownedAs'],
): OwnedReason | null {
  if (said === 'is_not') return null
  return said === 'is' ? 'corrected' : ownedAs(item.facts)
}

/** The surest first, and what is no match last. */
export function compareReasons(one: OwnedReason | null, other: OwnedReason | null): number {
  const place = (why: OwnedReason | null) => (why === null ? ORDER.length : ORDER.indexOf(why))
  return place(one) - place(other)
}
