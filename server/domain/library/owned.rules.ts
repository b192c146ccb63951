import type { OwnedReason } from '#contract/library'
import type { Candidate, Correction, LibraryMatcher, Owned, SoughtFacts } from './library.types'

/** Reasons, surest first. */
const ORDER: readonly OwnedReason[] = [
  'corrected',
  'same_asin',
  'title_author_and_length',
  'title_and_author',
]

/** The items and corrections read for one lookup. */
interface Found {
  /** Items by lookup key. */
  items: ReadonlyMap<string, readonly Candidate[]>
  /** Items with corrections, by id. */
  named: ReadonlyMap<string, Candidate>
  /** The corrections for the books. */
  corrections: readonly Correction[]
}

/**
 * Every item that matches a book, surest first; corrections take precedence over rules.
 * @param yieldIfDue called before each comparison, so that many comparisons do not block requests.
 */
export async function ownedItems(
  asin: SoughtFacts['asin'],
  { keys, ownedAs }: ReturnType<LibraryMatcher['prepare']>,
  { items, named, corrections }: Found,
  yieldIfDue: () => Promise<void>,
): Promise<Owned[]> {
  const said = new Map(
    corrections.filter((correction) => correction.asin === asin).map(({ itemId, said }) => [itemId, said]),
  )
  const candidates = new Map(
    keys.flatMap((key) => items.get(key) ?? []).map((candidate) => [candidate.item.id, candidate]),
  )
  for (const [id, word] of said) {
    const candidate = named.get(id)
    if (word === 'is' && candidate) candidates.set(id, candidate)
  }
  const owned: Owned[] = []
  for (const [id, candidate] of candidates) {
    await yieldIfDue()
    const why = whyOwned(candidate, said.get(id), ownedAs)
    if (why !== null) owned.push({ item: candidate.item, why })
  }
  return owned.toSorted((one, other) => compareReasons(one.why, other.why))
}

/** Why an item matches a book, or null if it does not. Corrections take precedence over rules. */
export function whyOwned(
  { prepared }: Candidate,
  said: Correction['said'] | undefined,
  ownedAs: ReturnType<LibraryMatcher['prepare']>['ownedAs'],
): OwnedReason | null {
  if (said === 'is_not') return null
  return said === 'is' ? 'corrected' : ownedAs(prepared)
}

/** Whether an item is known to be the requested edition, by its ASIN or because an administrator said so. */
export function isSameEdition({ why }: Pick<Owned, 'why'>): boolean {
  return why === 'same_asin' || why === 'corrected'
}

/** Compares reasons, surest first; no match comes last. */
export function compareReasons(one: OwnedReason | null, other: OwnedReason | null): number {
  const place = (why: OwnedReason | null) => (why === null ? ORDER.length : ORDER.indexOf(why))
  return place(one) - place(other)
}
