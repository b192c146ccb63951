import { BOOKS } from '#fakes/catalogue/books'
import type { FakeBook } from '#fakes/catalogue/fake-book'
import { randomFrom } from '#fakes/catalogue/seed'
import type { FakeTorrent } from '#fakes/mam'

const KINDS = ['m4b', 'mp3'] as const
type Kind = (typeof KINDS)[number]

/** Bibliographic ISO 639-2 codes that are not a prefix of the English name. */
const CODES: Record<string, string> = { japanese: 'JPN', spanish: 'SPA', '': 'ENG' }

/** The language, as the tracker writes it. */
export function languageCode({ language }: FakeBook): string {
  return CODES[language] ?? language.slice(0, 3).toUpperCase()
}

/** The file type, as Prowlarr adds it to a torrent's title. */
export const wordOf = (kind: Kind): string => kind.toUpperCase()

const numberOf = (book: FakeBook, kind: Kind) => 500_000 + BOOKS.indexOf(book) * 2 + KINDS.indexOf(kind)

/** A torrent's address at the tracker, which identifies it everywhere. */
export function addressOf(tracker: string, book: FakeBook, kind: Kind): string {
  return `${tracker}/t/${numberOf(book, kind)}`
}

/** The tracker's data on a book's torrents, of which Prowlarr passes on only the title. */
export function torrentsOf(book: FakeBook): FakeTorrent[] {
  return KINDS.map((kind) => ({
    id: String(numberOf(book, kind)),
    title: book.title ?? '',
    main_cat: '13',
    lang_code: languageCode(book),
    filetype: kind,
    size: '512.0 MiB',
    author_info: people(book.authors),
    narrator_info: people(book.narrators),
    series_info: JSON.stringify(
      Object.fromEntries(book.series.map(({ title, sequence }, at) => [at + 1, [title, sequence]])),
    ),
    vip: '0',
    free: randomFrom(`${book.asin} ${kind} free`)() < 0.4 ? '1' : '0',
    fl_vip: '0',
    personal_freeleech: '0',
  }))
}

function people(names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name, at) => [at + 1, name])))
}
