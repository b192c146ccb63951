import { rowOf, type FakeIndexer } from '#fakes/prowlarr/offers'

/** Numbers of releases of one book to rank; the goals apply to `MANY`. */
export const MANY = 2000
export const RANKED_COUNTS = [500, 1000, MANY, 4000] as const
export const RANKED_BOOK = { title: 'The Hollow Tide', author: 'Mara Ellison' }

/** Titles as indexers write them. Each gets a unique word or number where real titles differ. */
const TITLES = [
  '{title} by {author} [ENG / M4B / {kbits} kbps]',
  '{author} - [Saltmarsh 01] - {title} (Unabridged) read by June Park 64kbps-{GROUP}',
  '{author} {title} 2019 RETAIL EPUB eBook-{GROUP}',
  '{author} - Saltmarsh {volume} - The Drowned {Word} [MP3]',
  '{title} - {author} (Dramatized Adaptation) [{Word} Theatre]',
  '{author} - Saltmarsh 1-4 Box Set, {Word} Edition [ENG / MP3]',
  '{title}-AUDiOBOOK-WEB-DE-2020-{GROUP}',
  '{author} - {title} {Word} Companion [M4B]',
  '{title}: A Saltmarsh Novel {volume} by Sue {Word} [ENG / M4B] [VIP]',
  '{Word} {Word}son - An Unrelated Book, Volume {volume} (2014) [FLAC]',
] as const

const DATES = ['2019-05-02', '2020-11-30', '2021-07-14', '2023-01-09', '2024-12-24'] as const

/** Rows of a Prowlarr search for a book, good and bad ones, from several indexers in turn. */
export function benchRows(
  count: number,
  book: { title: string; author: string },
  indexers: readonly FakeIndexer[],
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, at) => {
    const indexer = indexers[at % indexers.length]
    if (!indexer) throw new Error('Rows need an indexer')
    return rowOf(indexer, {
      guid: `https://indexer.invalid/t/${at}`,
      title: titleAt(at, book),
      size: 200_000_000 + (at % 97) * 4_000_000,
      date: DATES[at % DATES.length] ?? DATES[0],
      link: `https://indexer.invalid/download/${at}`,
    })
  })
}

function titleAt(at: number, book: { title: string; author: string }): string {
  const word = inventedWord(at)
  return (TITLES[at % TITLES.length] ?? TITLES[0])
    .replace('{title}', book.title)
    .replace('{author}', book.author)
    .replace('{kbits}', String(24 + Math.floor(at / TITLES.length)))
    .replace('{volume}', String(2 + (at % 40)))
    .replace('{GROUP}', word.toUpperCase())
    .replaceAll('{Word}', word)
}

const ONSETS = ['B', 'D', 'F', 'G', 'H', 'K', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'V', 'W', 'Br', 'Gr', 'Tr']
const MIDDLES = ['al', 'em', 'ir', 'on', 'ul', 'ast', 'end', 'ork']
const ENDS = ['a', 'eck', 'ia', 'or', 'um', 'ett', 'ov', 'ham', 'wick', 'lund', 'sey', 'mere', 'dale', 'ric']

/** A word unique among the first two thousand rows, such as "Mastlund". */
function inventedWord(at: number): string {
  const onset = ONSETS[at % ONSETS.length] ?? ''
  const middle = MIDDLES[Math.floor(at / ONSETS.length) % MIDDLES.length] ?? ''
  return onset + middle + (ENDS[Math.floor(at / ONSETS.length / MIDDLES.length) % ENDS.length] ?? '')
}
