import type { RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import type { SeriesDto } from '#contract/series'
import { AppError } from '#server/errors/app-error'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BookFacts } from '#server/domain/books/books.types'
import { isHandMade } from '#server/domain/hand-made-id.rules'
import type { CatalogueSeriesReads } from '#server/domain/catalogue/catalogue-series'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { BookAtPosition, CatalogueSeries } from '#server/domain/catalogue/series.types'
import { noSuchSeries } from './series.errors'
import { around, countsOf, inOrder, withStandings } from './series.rules'

interface Context {
  catalogue: Pick<CatalogueSeriesReads, 'series'> & {
    book(asin: string, region: Region): Promise<CatalogueBook | null>
  }
  books: {
    present(user: CurrentUser, books: readonly BookFacts[]): Promise<RequestedBookDto[]>
    factsOf(asin: string, region?: Region): Promise<BookFacts>
    repository: { ofSeries(series: { region: Region; asin: string }): Promise<BookFacts[]> }
  }
  config: { defaultRegion: Region }
  clock: () => Date
}

/** A series, and the error code that made it stale. */
interface FoundSeries {
  series: CatalogueSeries<BookFacts>
  stale: string | null
}

export type Series = ReturnType<typeof createSeries>

/** Series as shown to people. */
export function createSeries(context: Context) {
  return bind(context, { find, ofBook, titleOf })
}

/** A series as far as the stored books describe it. */
function keptSeries(asin: string, region: Region, kept: readonly BookFacts[]): CatalogueSeries<BookFacts> {
  const entryOf = ({ series }: BookFacts) => series.find((entry) => entry.asin === asin)
  return {
    asin,
    region,
    title: kept.map(entryOf).find((entry) => entry)?.title ?? asin,
    books: kept.map((book) => ({ position: entryOf(book)?.position ?? null, book })),
  }
}

/**
 * The books of a series from the catalogue and from storage; only stored ones if the catalogue is down.
 * @throws AppError `no_such_series`, or those of the catalogue if none are stored.
 */
async function read({ catalogue, books }: Context, asin: string, region: Region): Promise<FoundSeries> {
  const kept = keptSeries(asin, region, await books.repository.ofSeries({ region, asin }))
  try {
    const { value, stale } = await catalogue.series(asin, region)
    if (value === null && kept.books.length === 0) throw noSuchSeries({ asin, region })
    return { series: value ? { ...value, books: united(value.books, kept.books) } : kept, stale }
  } catch (error) {
    if (!(error instanceof AppError) || kept.books.length === 0) throw error
    return { series: kept, stale: error.code }
  }
}

function united<Book extends { asin: string }>(
  some: readonly BookAtPosition<Book>[],
  others: readonly BookAtPosition<Book>[],
): BookAtPosition<Book>[] {
  const known = new Set(some.map(({ book }) => book.asin))
  return [...some, ...others.filter(({ book }) => !known.has(book.asin))]
}

async function present(
  { books, clock }: Context,
  user: CurrentUser,
  { asin, region, title, books: found }: CatalogueSeries<BookFacts>,
): Promise<SeriesDto> {
  const entries = inOrder(found)
  const shown = await books.present(
    user,
    entries.map(({ book }) => book),
  )
  const placed = shown.map((item, at) => ({ ...item, position: entries[at]?.position ?? null }))
  const standing = withStandings(placed, clock().toISOString().slice(0, 10))
  return { asin, region, title, counts: countsOf(standing), books: standing }
}

/**
 * A series with its books in order.
 * @param wanted its region is the default one if omitted.
 * @throws AppError `no_such_series`, or those of the catalogue.
 */
async function find(
  context: Context,
  user: CurrentUser,
  { asin, region = context.config.defaultRegion }: { asin: string; region?: Region | undefined },
): Promise<{ series: SeriesDto; stale: string | null }> {
  const { series, stale } = await read(context, asin, region)
  return { series: await present(context, user, series), stale }
}

/**
 * The title of a series.
 * @throws AppError `no_such_series`, or those of the catalogue.
 */
async function titleOf(context: Context, asin: string, region: Region): Promise<string> {
  return (await read(context, asin, region)).series.title
}

/**
 * The series of a book, each with the neighbouring books. Queries the catalogue if the book was stored
 * without its series.
 * @param region where to look up a book that is not stored; the default region if omitted.
 * @throws AppError `not_in_region`, or those of the catalogue.
 */
async function ofBook(
  context: Context,
  user: CurrentUser,
  asin: string,
  region?: Region,
): Promise<SeriesDto[]> {
  if (isHandMade(asin)) return []
  const { books, catalogue } = context
  const kept = await books.factsOf(asin, region)
  const isKnown = kept.series.every((entry) => entry.asin)
  const named = isKnown ? kept.series : ((await catalogue.book(asin, kept.region))?.series ?? [])
  const asins = named.flatMap((entry) => entry.asin ?? [])
  const found = await Promise.all(asins.map((each) => existing(read(context, each, kept.region))))
  const series = found.flatMap((one) => one?.series ?? [])
  const shown = await Promise.all(series.map((one) => present(context, user, one)))
  return shown.map((one) => ({ ...one, books: around(one.books, asin) }))
}

/** A series, or null: a book may name one that the catalogue of its region does not have. */
async function existing(reading: Promise<FoundSeries>): Promise<FoundSeries | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_such_series') return null
    throw error
  }
}
