import type { Region } from '#contract/common'
import type { ColumnTypes } from '#server/db/column-types'
import type { RequestTables } from './requests'

/** The links of books: their series, authors and narrators. */
export function defineBookLinkTables(types: ColumnTypes, { audiobooks }: Pick<RequestTables, 'audiobooks'>) {
  const { table, text, integer, index, primaryKey } = types
  const ofBook = () =>
    text()
      .notNull()
      .references(() => audiobooks.asin, { onDelete: 'cascade' })

  const series = table('series', {
    /** The region with the ASIN or, for a book stored without it, the folded title. */
    id: text().primaryKey(),
    region: text().$type<Region>().notNull(),
    /** ASIN of the product that represents the series; null if unknown. */
    asin: text(),
    title: text().notNull(),
  })

  const bookSeries = table(
    'book_series',
    {
      asin: ofBook(),
      seriesId: text()
        .notNull()
        .references(() => series.id),
      /** As printed: "1", "0.5", "1-3"; null if the book has no place in the series. */
      position: text(),
      /** The position's leading number in thousandths; null if there is none. */
      place: integer(),
    },
    (columns) => [
      primaryKey({ columns: [columns.asin, columns.seriesId] }),
      index('book_series_place').on(columns.seriesId, columns.place, columns.asin),
    ],
  )

  const people = table('people', {
    /** The folded name: different spellings are one person. */
    id: text().primaryKey(),
    name: text().notNull(),
  })

  const bookPeople = table(
    'book_people',
    {
      asin: ofBook(),
      personId: text()
        .notNull()
        .references(() => people.id),
      role: text().$type<'author' | 'narrator'>().notNull(),
      /** Counted from 0, in the catalogue's order. */
      place: integer().notNull(),
    },
    (columns) => [
      primaryKey({ columns: [columns.asin, columns.role, columns.personId] }),
      index('book_people_person').on(columns.personId, columns.role, columns.asin),
    ],
  )

  return { series, bookSeries, people, bookPeople }
}
