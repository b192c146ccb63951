import { summaryOf } from './blurbs'
import type { FakeBook } from './fake-book'
import { ODD_BOOKS } from './odd-books'
import { hash, pick, randomFrom } from './seed'
import { SHELF } from './shelf'
import type { ShelfEntry } from './shelf'

const PUBLISHERS = [
  'Quiet Harbour Audio',
  'Larkspur & Finch',
  'Spoken Meadow',
  'Nine Bells Audio',
  'Foxglove House',
]
const SUBTITLES: Record<ShelfEntry['genre'], string[]> = {
  fantasy: ['A Novel', 'An Epic Fantasy'],
  science: ['A Novel', 'A Space Opera'],
  crime: ['A Mystery', 'A Thriller'],
  literary: ['A Novel'],
  history: ['A History', 'A Novel of the North'],
  horror: ['A Novel', 'A Ghost Story'],
  romance: ['A Love Story', 'A Romantic Comedy'],
  nature: ['A Field Guide to Paying Attention', 'Notes from the Edge'],
  ideas: ['A Short Guide', 'And What to Do About It'],
}

/** Invented ASINs start with EM, which the real catalogue does not use. */
function asinOf(author: string, title: string): string {
  return `EM${(hash(`${author}/${title}`) % 36 ** 6).toString(36).toUpperCase().padStart(8, '0')}`
}

function dateFrom(random: () => number, later: number): string {
  const year = 2008 + Math.floor(random() * 12) + later
  const month = 1 + Math.floor(random() * 12)
  const day = 1 + Math.floor(random() * 28)
  return `${Math.min(year, 2025)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function booksOf(entry: ShelfEntry): FakeBook[] {
  const { author, narrators, genre, series, language = 'english', titles } = entry
  return titles.map((title, index) => {
    const asin = asinOf(author, title)
    const random = randomFrom(asin)
    return {
      asin,
      title,
      subtitle: series
        ? `${series}, Book ${index + 1}`
        : random() < 0.5
          ? pick(SUBTITLES[genre], random())
          : null,
      authors: [author],
      narrators,
      series: series ? [{ title: series, sequence: String(index + 1) }] : [],
      language,
      genre,
      releaseDate: dateFrom(random, index),
      minutes: 240 + Math.floor(random() * 900),
      publisher: pick(PUBLISHERS, random()),
      summary: summaryOf(genre, title, random),
      format: 'unabridged',
      contentType: 'Product',
      delivery: random() < 0.3 ? 'MultiPartBook' : 'SinglePartBook',
      hasCover: true,
    }
  })
}

function completed(odd: (typeof ODD_BOOKS)[number]): FakeBook {
  const random = randomFrom(odd.asin)
  const genre = odd.genre ?? 'fantasy'
  return {
    subtitle: null,
    authors: ['Maren Oakhollow'],
    narrators: ['Tobias Fenwright'],
    series: [],
    language: 'english',
    genre,
    releaseDate: dateFrom(random, 0),
    minutes: 300 + Math.floor(random() * 500),
    publisher: pick(PUBLISHERS, random()),
    summary: summaryOf(genre, odd.title ?? '', random),
    format: 'unabridged',
    contentType: 'Product',
    delivery: 'SinglePartBook',
    hasCover: true,
    ...odd,
  }
}

/** Every invented book: more than two hundred, always the same. */
export const BOOKS: FakeBook[] = [...SHELF.flatMap(booksOf), ...ODD_BOOKS.map(completed)]
