import type { Region } from '#contract/common'
import type { BookFacts } from '#server/domain/books/books.types'
import type { LibraryItemsRepository } from './library-items.repository'

/** Items that are read beyond what is wanted: some have no ASIN, or one that another item has. */
const BESIDES = 30
const ASIN = /^[A-Z0-9]{10}$/

/**
 * Tells which books the media servers got last, newest first, each once. An item without an ASIN is none that anybody
 * could open here.
 */
export function createNewestBooks({ items }: { items: Pick<LibraryItemsRepository, 'newest'> }) {
  /** @param region the one that items are taken to be of: media servers do not say. */
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
