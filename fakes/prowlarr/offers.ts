import { randomFrom } from '#fakes/catalogue/seed'

export interface FakeIndexer {
  id: number
  name: string
  protocol: 'torrent' | 'usenet'
  enable: boolean
  priority: number
  privacy: 'public' | 'semiPrivate' | 'private'
}

export const AUDIOBOOK = { id: 3030, name: 'Audio/Audiobook', subCategories: [] }
export const EBOOK = { id: 7020, name: 'Books/EBook', subCategories: [] }

export const INDEXERS: readonly FakeIndexer[] = [
  { id: 1, name: 'Spoken Shelf', protocol: 'torrent', enable: true, priority: 25, privacy: 'private' },
  { id: 2, name: 'Usenet Library', protocol: 'usenet', enable: true, priority: 25, privacy: 'semiPrivate' },
  { id: 3, name: 'Open Ear', protocol: 'torrent', enable: true, priority: 40, privacy: 'public' },
]

/** The tracker, which describes its releases better than Prowlarr does. */
export const TRACKER: FakeIndexer = {
  id: 4,
  name: 'MyAnonamouse',
  protocol: 'torrent',
  enable: true,
  priority: 10,
  privacy: 'private',
}

/** A search row; tests may add or omit whatever they like. */
export type FakeRow = Record<string, unknown> & { guid?: unknown; indexerId?: unknown; title?: unknown }

export interface OfferFacts {
  size: number
  publishDate?: string
  categories?: readonly unknown[]
}

/** One indexer's release, with every field of a real row. */
export function rowOf(
  indexer: FakeIndexer,
  offer: OfferFacts & { guid: string; title: string; date: string; link: string },
): FakeRow {
  const { link, date, ...fields } = offer
  // Not seeded by the guid: a fake tracker listens on a different port each time.
  const random = randomFrom(`${indexer.id} ${offer.title}`)
  return {
    indexerId: indexer.id,
    indexer: indexer.name,
    sortTitle: offer.title.toLowerCase(),
    publishDate: `${date}T12:00:00Z`,
    age: 100,
    ageHours: 2400.5,
    imdbId: 0,
    protocol: indexer.protocol,
    categories: [AUDIOBOOK],
    indexerFlags: random() < 0.3 ? ['freeleech'] : [],
    infoUrl: `https://indexer-${indexer.id}.invalid/details/${encodeURIComponent(offer.guid)}`,
    downloadUrl: `${link}&file=${encodeURIComponent(offer.guid)}`,
    fileName: `${offer.title}.${indexer.protocol === 'torrent' ? 'torrent' : 'nzb'}`,
    ...(indexer.protocol === 'torrent'
      ? { seeders: Math.floor(random() * 40), leechers: Math.floor(random() * 5) }
      : { grabs: 12 }),
    ...fields,
  }
}

/** Many releases of one indexer for a query, for benchmarks and long lists. */
export function manyOffers(indexer: FakeIndexer, words: string, count: number, link: string): FakeRow[] {
  return Array.from({ length: count }, (_, index) =>
    rowOf(indexer, {
      guid: `https://indexer-${indexer.id}.invalid/many/${encodeURIComponent(words)}/${index}`,
      title: `${words} [${index % 2 === 0 ? 'M4B 64 kbps' : 'MP3 128 kbps'}] release ${index}`,
      size: 200_000_000 + index * 100_000,
      date: '2021-05-01',
      link,
    }),
  )
}
