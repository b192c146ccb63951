import type { Region } from '#contract/common'
import { bookKey } from './catalogue.rules'
import type { CatalogueBook } from './catalogue.types'
import type { CatalogueCache } from './drivers/catalogue-cache'

/** Books as the catalogue last told of them, by region. */
export function createKeptBooks({ cache, clock }: { cache: CatalogueCache; clock: () => Date }) {
  /** Null where the region was asked and does not have it; undefined where it was not asked. */
  async function find(asin: string, region: Region): Promise<CatalogueBook | null | undefined> {
    const kept = await cache.getItem<{ value: CatalogueBook | null }>(bookKey(region, asin))
    return kept?.value
  }

  /** Keeps every book of an answer, so that its cover and a request need no further question. */
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
     * Several books in the order asked, without those that the region does not have.
     * @param load asks for those that are not kept, all at once; not called where all are.
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
