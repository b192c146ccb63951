import { rowOf, type FakeIndexer } from '#fakes/prowlarr/offers'

/** How many releases of one book are ranked; the aims are about `MANY`. */
export const MANY = 2000
export const RANKED_COUNTS = [500, 1000, MANY, 4000] as const
export const RANKED_BOOK = { title: 'The Hollow Tide', author: 'Mara Ellison' }

/** Titles as indexers write them, with a counter where a number keeps them apart. */
const TITLES = [
  '{title} by {author} [ENG / M4B]',
  '{author} - [Saltmarsh 01] - {title} (Unabridged) read by June Park 64kbps',
  '{author} {title} 2019 RETAIL EPUB eBook-GRP',
  '{author} - Saltmarsh # - The Drowned Bell [MP3]',
  '{title} - {author} (Dramatized Adaptation)',
  '{author} - Saltmarsh 1-4 Box Set [ENG / MP3]',
  '{title}-AUDiOBOOK-WEB-DE-2020-GRP',
  '{author} - {title} Companion [M4B]',
  '{title}: A Saltmarsh Novel # by Someone Else [ENG / M4B] [VIP]',
  'Some Other Author - An Unrelated Book, Volume # (2014) [FLAC]',
] as const

const DATES = ['2019-05-02', '2020-11-30', '2021-07-14', '2023-01-09', '2024-12-24'] as const

/** So many rows of a search for a book as Prowlarr answers them, good ones and bad ones, of some indexers in turn. */
export function benchRows(
  count: number,
  book: { title: string; author: string },
  indexers: readonly FakeIndexer[],
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, at) => {
    const indexer = indexers[at % indexers.length]
    if (!indexer) throw new Error('Rows need an indexer')
    const pattern = TITLES[at % TITLES.length] ?? TITLES[0]
    return rowOf(indexer, {
      guid: `https://indexer.invalid/t/${at}`,
      title: pattern
        .replace('{title}', book.title)
        .replace('{author}', book.author)
        .replace('#', String(2 + (at % 40))),
      size: 200_000_000 + (at % 97) * 4_000_000,
      date: DATES[at % DATES.length] ?? DATES[0],
      link: `https://indexer.invalid/download/${at}`,
    })
  })
}
