import type { Region } from '#contract/common'
import type { BookFacts } from '#server/domain/books/books.types'
import type { LibraryItemsRepository } from './library-items.repository'

/** Extra items to read, because some have no ASIN or share one. */
const BESIDES = 30
const ASIN = /^[A-Z0-9]{10}$/

/**
 * The latest books in the media servers, newest first, each once. Items without an ASIN are left out, because
 * they have no page here to open.
 */
export function createNewestBooks({ items }: { items: Pick<LibraryItemsRepository, 'newest'> }) {
  /** @param region assumed for all items, because media servers do not report it. */
  return async (region: Region, limit: number): Promise<BookFacts[]> => {
    const found = new Map<string, BookFacts>()
    for (const { facts } of await items.newest(limit + BESIDES)) {
      const { asin, durationMin, url: _url, isbn: _isbn, ...described } = facts
      if (asin === null || !ASIN.test(asin) || found.has(asin)) continue
      found.set(asin, {
        ...described,
        asin,
        region,
        edition: null,
        releaseDate: null,
        runtimeMin: durationMin,
      })
    }
    return [...found.values()].slice(0, limit)
  }
}
