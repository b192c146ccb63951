import type { FakeBook } from './fake-book'

/** Converts text to lower case without accents and punctuation, so that "cafe" finds "Café". */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

interface Searchable {
  book: FakeBook
  title: string
  people: string
  rest: string
}

function searchable(book: FakeBook): Searchable {
  return {
    book,
    title: plain(book.title ?? ''),
    people: plain([...book.authors, ...book.narrators].join(' ')),
    rest: plain([book.subtitle, ...book.series.map(({ title }) => title), book.genre, book.isbn].join(' ')),
  }
}

/** Points for one word: the title counts most, a prefix less than the whole word. */
function pointsFor(word: string, { title, people, rest }: Searchable): number {
  const within = (text: string, whole: number, start: number) => {
    const words = text.split(' ')
    if (words.includes(word)) return whole
    return words.some((candidate) => candidate.startsWith(word)) ? start : 0
  }
  return Math.max(within(title, 10, 6), within(people, 8, 5), within(rest, 5, 3))
}

/** Creates a search for books that contain every word of the query, best first. */
export function createRanking(books: FakeBook[]) {
  const shelf = books.map(searchable)

  return function ranked(query: string): FakeBook[] {
    const wanted = plain(query)
    const words = wanted.split(' ').filter((word) => word !== '')
    if (words.length === 0) return []
    return shelf
      .map((entry) => {
        const points = words.map((word) => pointsFor(word, entry))
        const exact = entry.title === wanted ? 100 : entry.title.startsWith(wanted) ? 20 : 0
        return {
          book: entry.book,
          found: points.every((value) => value > 0),
          score: exact + points.reduce((a, b) => a + b, 0),
        }
      })
      .filter(({ found }) => found)
      .sort((a, b) => b.score - a.score)
      .map(({ book }) => book)
  }
}
