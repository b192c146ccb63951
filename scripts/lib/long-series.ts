import { BOOKS } from '#fakes/catalogue/books'
import type { FakeBook } from '#fakes/catalogue/fake-book'
import { seriesAsin } from '#fakes/catalogue/series'

const TITLE = 'The Longest Road'
const VOLUMES = 200

/** The id of a series as long as the longest real ones. */
export const LONG_SERIES_ASIN = seriesAsin(TITLE)

/** Its volumes, in order. */
export const LONG_SERIES: FakeBook[] = BOOKS.slice(0, 1).flatMap((book) =>
  Array.from({ length: VOLUMES }, (_, at) => ({
    ...book,
    asin: `EML${String(at + 1).padStart(7, '0')}`,
    title: `${TITLE} ${at + 1}`,
    series: [{ title: TITLE, sequence: String(at + 1) }],
  })),
)
