import type { Region } from '#contract/common'
import { bookKey } from './catalogue.rules'
import type { CatalogueBook } from './catalogue.types'
import type { CatalogueCache } from './drivers/catalogue-cache'

/** Caches books by region, as last read from the catalogue. */
export function createBookCache({ cache, clock }: { cache: CatalogueCache; clock: () => Date }) {
  /** A cached book. Null if the region does not have the book; undefined if the region was not asked. */
  async function find(asin: string, region: Region): Promise<CatalogueBook | null | undefined> {
    const kept = await cache.getItem<{ value: CatalogueBook | null }>(bookKey(region, asin))
    return kept?.value
  }

  /** Caches the books of a response, so that a cover or a request needs no further call. */
  async function remember(books: readonly CatalogueBook[]): Promise<void> {
    const at = clock().getTime()
    await Promise.all(
      books.map((book) => cache.setItem(bookKey(book.region, book.asin), { at, value: book })),
    )
  }

  return {
    find,
    remember,

    /**
     * Several books in the requested order, without those that the region does not have.
     * @param load fetches the missing ones in one call; not called if all are cached.
     */
    async several(
      asins: readonly string[],
      region: Region,
      load: (missing: readonly string[]) => Promise<CatalogueBook[]>,
    ): Promise<CatalogueBook[]> {
      const kept = await Promise.all(asins.map((asin) => find(asin, region)))
      const missing = asins.filter((_, at) => kept[at] === undefined)
      const loaded = missing.length === 0 ? [] : await load(missing)
      await remember(loaded)
      const found = new Map([...kept, ...loaded].flatMap((book) => (book ? [[book.asin, book]] : [])))
      return asins.flatMap((asin) => found.get(asin) ?? [])
    },
  }
}
