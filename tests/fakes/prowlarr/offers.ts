import type { FakeBook } from '../catalogue/fake-book'
import { randomFrom } from '../catalogue/seed'

export interface FakeIndexer {
  id: number
  name: string
  protocol: 'torrent' | 'usenet'
  enable: boolean
  priority: number
  privacy: 'public' | 'semiPrivate' | 'private'
}

export const AUDIOBOOK = { id: 3030, name: 'Audio/Audiobook', subCategories: [] }
const EBOOK = { id: 7020, name: 'Books/EBook', subCategories: [] }

export const INDEXERS: readonly FakeIndexer[] = [
  { id: 1, name: 'Spoken Shelf', protocol: 'torrent', enable: true, priority: 25, privacy: 'private' },
  { id: 2, name: 'Usenet Library', protocol: 'usenet', enable: true, priority: 25, privacy: 'semiPrivate' },
  { id: 3, name: 'Open Ear', protocol: 'torrent', enable: true, priority: 40, privacy: 'public' },
]

/** A row as the search answers it; tests may put in, or leave out, whatever they like. */
export type FakeRow = Record<string, unknown> & { guid?: unknown; indexerId?: unknown; title?: unknown }

interface Facts {
  size: number
  publishDate?: string
  categories?: readonly unknown[]
}

/** One offer of one indexer with every field that the real one has. */
export function rowOf(
  indexer: FakeIndexer,
  offer: Facts & { guid: string; title: string; date: string; link: string },
): FakeRow {
  const { link, date, ...fields } = offer
  const random = randomFrom(offer.guid)
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
    downloadUrl: link,
    fileName: `${offer.title}.${indexer.protocol === 'torrent' ? 'torrent' : 'nzb'}`,
    ...(indexer.protocol === 'torrent'
      ? { seeders: Math.floor(random() * 40), leechers: Math.floor(random() * 5) }
      : { grabs: 12 }),
    ...fields,
  }
}

/** What a book is offered as: good ones, a small one, an ebook under the same name, another language. */
export function offersOf(
  book: FakeBook,
  indexers: readonly FakeIndexer[],
  link: (indexerId: number) => string,
): FakeRow[] {
  const minutes = book.minutes ?? 480
  const author = book.authors[0] ?? 'Unknown'
  const named = `${book.title ?? ''} by ${author}`
  const bytes = (kbits: number) => Math.round((minutes * 60 * kbits * 1000) / 8)
  const offers: [indexerId: number, kind: string, title: string, fields: Facts][] = [
    [1, 'm4b', `${named} [${book.narrators[0] ?? ''}] [M4B 128 kbps]`, { size: bytes(128) }],
    [1, 'mp3', `${named} MP3 64kbps`, { size: bytes(64) }],
    [1, 'epub', `${named} [EPUB]`, { size: bytes(0.2), categories: [EBOOK] }],
    [2, 'nzb', `${named} - Unabridged - M4B`, { size: bytes(96) }],
    [3, 'pack', `${author} - ${book.title ?? ''} (Unabridged) [MP3]`, { size: bytes(96) }],
    // This one tells neither size nor date.
    [3, 'bare', `${book.title ?? ''} audiobook`, { size: 0, publishDate: '0001-01-01T00:00:00Z' }],
  ]
  return offers.flatMap(([indexerId, kind, title, fields]): FakeRow[] => {
    const indexer = indexers.find(({ id }) => id === indexerId)
    if (!indexer) return []
    const guid = `https://indexer-${indexerId}.invalid/${book.asin}/${kind}`
    const date = book.releaseDate ?? '2020-01-01'
    return [rowOf(indexer, { guid, title, date, link: link(indexerId), ...fields })]
  })
}

/** So many offers of one indexer for some words, for measuring and for the long list. */
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
