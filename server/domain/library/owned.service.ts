import type { InLibraryDto } from '#contract/library'
import { yieldEvery } from '#server/async/yield'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { LibraryItemsRepository } from './library-items.repository'
import type { Candidate, KeptItem, LibraryMatcher, Owned, SoughtFacts } from './library.types'
import { isSameEdition, ownedItems } from './owned.rules'

interface Context {
  items: Pick<LibraryItemsRepository, 'isEmpty' | 'findByKeys' | 'findCorrected'>
  matcher: () => Promise<Pick<LibraryMatcher, 'prepare' | 'prepareItem'>>
  /** Whether the library had items when last checked. Once it has, it is not checked again. */
  known: { filled: boolean }
}

/** Finds out which books the library has. */
export function createOwnedBooks(dependencies: Omit<Context, 'known'>) {
  return bind({ ...dependencies, known: { filled: false } } satisfies Context, { among, shownTo })
}

/**
 * The items for each of the books, surest first, by ASIN; books without items are left out. Takes two queries
 * for any number of books, and one while no library is set up.
 */
async function among(
  { items, matcher, known }: Context,
  books: readonly SoughtFacts[],
): Promise<Map<string, Owned[]>> {
  const owned = new Map<string, Owned[]>()
  if (books.length === 0 || (!known.filled && (await items.isEmpty()))) return owned
  known.filled = true
  const { prepare, prepareItem } = await matcher()
  const yieldIfDue = yieldEvery()
  const sought = new Map<string, ReturnType<LibraryMatcher['prepare']>>()
  for (const book of books) {
    await yieldIfDue()
    sought.set(book.asin, prepare(book))
  }
  const keys = new Set([...sought.values()].flatMap((book) => book.keys))
  const [rows, corrected] = await Promise.all([
    items.findByKeys([...keys]),
    items.findCorrected([...sought.keys()]),
  ])
  const candidates = new Map<string, Candidate>()
  const candidateOf = (item: KeptItem): Candidate => {
    const candidate = candidates.get(item.id) ?? { item, prepared: prepareItem(item.facts) }
    candidates.set(item.id, candidate)
    return candidate
  }
  const byKey = new Map<string, Candidate[]>()
  for (const { key, ...item } of rows) {
    const there = byKey.get(key)
    if (there) there.push(candidateOf(item))
    else byKey.set(key, [candidateOf(item)])
  }
  const found = {
    items: byKey,
    named: new Map(corrected.map(({ item }) => [item.id, candidateOf(item)])),
    corrections: corrected.map(({ correction }) => correction),
  }
  for (const [asin, book] of sought) {
    const those = await ownedItems(asin, book, found, yieldIfDue)
    if (those.length > 0) owned.set(asin, those)
  }
  return owned
}

/** Presents the items for the books to a user; only administrators learn why an item matches. */
async function shownTo(
  context: Context,
  user: Pick<CurrentUser, 'role'>,
  books: readonly SoughtFacts[],
): Promise<Map<string, InLibraryDto>> {
  const isAdmin = user.role === 'admin'
  const shown = new Map<string, InLibraryDto>()
  for (const [asin, [first]] of await among(context, books)) {
    if (!first) continue
    const { item, why } = first
    shown.set(asin, {
      link: item.facts.url,
      same_edition: isSameEdition(first),
      why: isAdmin ? why : null,
      item: isAdmin ? item.id : null,
    })
  }
  return shown
}
