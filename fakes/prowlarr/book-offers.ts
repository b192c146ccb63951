import { BOOKS } from '#fakes/catalogue/books'
import type { FakeBook } from '#fakes/catalogue/fake-book'
import { pick, randomFrom } from '#fakes/catalogue/seed'
import { addressOf, languageCode, wordOf } from '#fakes/mam/torrents'
import { EBOOK, rowOf, type FakeIndexer, type FakeRow, type OfferFacts } from './offers'

/** Books without a good release. */
const HARD_TO_FIND: readonly (string | null)[] = ['Moss: A Small History']
const NARRATORS = [...new Set(BOOKS.flatMap(({ narrators }) => narrators))]

interface Offer extends OfferFacts {
  indexerId: number
  kind: string
  title: string
  /** Its id at the indexer, unless derived from its kind. */
  guid?: string
}

/**
 * The releases of a book: good ones, a small one, and some easily mistaken for it: an ebook, an abridged
 * version, another recording, another volume, a pack, and a release without any facts.
 * @param tracker address of MyAnonamouse, if it is one of the indexers.
 */
export function offersOf(
  book: FakeBook,
  indexers: readonly FakeIndexer[],
  link: (indexerId: number) => string,
  tracker: string | null,
): FakeRow[] {
  const minutes = book.minutes ?? 480
  const wanted = HARD_TO_FIND.includes(book.title) ? isPoor : () => true
  return allOffers(book, minutes, tracker)
    .filter(wanted)
    .flatMap(({ indexerId, kind, guid, ...offer }): FakeRow[] => {
      const indexer = indexers.find(({ id }) => id === indexerId)
      if (!indexer) return []
      const named = guid ?? `https://indexer-${indexerId}.invalid/${book.asin}/${kind}`
      const date = book.releaseDate ?? '2020-01-01'
      return [rowOf(indexer, { guid: named, date, link: link(indexerId), ...offer })]
    })
}

const isPoor = ({ kind }: Offer) => ['epub', 'abridged', 'summary'].includes(kind)

function allOffers(book: FakeBook, minutes: number, tracker: string | null): Offer[] {
  const title = book.title ?? ''
  const author = book.authors[0] ?? 'Unknown'
  const named = `${title} by ${author}`
  const bytes = (kbits: number, length = minutes) => Math.round((length * 60 * kbits * 1000) / 8)
  const dotted = `${author} ${title}`.replaceAll(/[^\p{L}\p{N}]+/gu, '.')
  const year = (book.releaseDate ?? '2020').slice(0, 4)
  return [
    {
      indexerId: 1,
      kind: 'm4b',
      title: `${named} [${book.narrators[0] ?? ''}] [M4B 128 kbps]`,
      size: bytes(128),
    },
    { indexerId: 1, kind: 'mp3', title: `${named} MP3 64kbps`, size: bytes(64) },
    { indexerId: 1, kind: 'epub', title: `${named} [EPUB]`, size: bytes(0.2), categories: [EBOOK] },
    { indexerId: 2, kind: 'nzb', title: `${named} - Unabridged - M4B`, size: bytes(96) },
    { indexerId: 2, kind: 'scene', title: `${dotted}.${year}.AUDIOBOOK.MP3-EARSHOT`, size: bytes(128) },
    {
      indexerId: 2,
      kind: 'abridged',
      title: `${author} - ${title} (Abridged) [MP3]`,
      size: bytes(96, minutes / 3),
    },
    {
      indexerId: 3,
      kind: 'pack',
      title: `${author} - ${title} (Unabridged) [MP3]`,
      size: bytes(96),
    },
    {
      indexerId: 3,
      kind: 'other-narrator',
      title: `${named}, read by ${otherNarrator(book)} [MP3 96 kbps]`,
      size: bytes(96),
    },
    { indexerId: 3, kind: 'summary', title: `Summary of ${title} [MP3]`, size: bytes(64, 40) },
    // A release with neither size nor date.
    {
      indexerId: 3,
      kind: 'bare',
      title: `${title} audiobook`,
      size: 0,
      publishDate: '0001-01-01T00:00:00Z',
    },
    ...seriesOffers(book, author, bytes),
    ...trackerOffers(book, tracker, named, bytes),
  ]
}

function otherNarrator({ asin, narrators }: FakeBook): string {
  const others = NARRATORS.filter(
    (name) => !narrators.includes(name) && /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(name),
  )
  return pick(others, randomFrom(`${asin} narrator`)())
}

/** Releases of the next volume, under the name of the series, and of all volumes together. */
function seriesOffers(
  book: FakeBook,
  author: string,
  bytes: (kbits: number, length?: number) => number,
): Offer[] {
  const [series] = book.series
  if (series === undefined) return []
  const volumes = BOOKS.filter(
    ({ minutes, format, series: [its] }) =>
      minutes !== null &&
      format === 'unabridged' &&
      its?.title === series.title &&
      /^\d+$/.test(its.sequence),
  )
  const last = Math.max(...volumes.map(({ series: [its] }) => Number(its?.sequence)))
  const next = volumes.find(({ series: [its] }) => Number(its?.sequence) === Number(series.sequence) + 1)
  const length = volumes.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0)
  const pack: Offer = {
    indexerId: 1,
    kind: 'series',
    title: `${author} - ${series.title} 1-${last} (Unabridged) [M4B]`,
    size: bytes(64, length),
  }
  if (next === undefined) return [pack]
  const number = next.series[0]?.sequence.padStart(2, '0') ?? ''
  const volume: Offer = {
    indexerId: 3,
    kind: 'next-volume',
    title: `${author} - ${series.title} ${number} - ${next.title ?? ''} [M4B]`,
    size: bytes(64, next.minutes ?? 480),
  }
  return [pack, volume]
}

/** The tracker's releases. Prowlarr passes on only a title. Source: Prowlarr, MyAnonamouse.cs. */
function trackerOffers(
  book: FakeBook,
  tracker: string | null,
  named: string,
  bytes: (kbits: number) => number,
): Offer[] {
  if (tracker === null) return []
  const language = languageCode(book)
  return (['m4b', 'mp3'] as const).map((kind) => ({
    indexerId: 4,
    kind,
    guid: addressOf(tracker, book, kind),
    title: `${named} [${language} / ${wordOf(kind)}]`,
    size: bytes(kind === 'm4b' ? 64 : 128),
  }))
}
