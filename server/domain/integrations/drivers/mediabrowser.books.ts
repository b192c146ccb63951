import type { LibraryItem } from '#server/domain/integrations/library.types'
import { nameOf, someNames } from '#server/domain/integrations/offer-bounds.rules'
import { asinIn, asinOf, dateOf, isbnOf, textOrNull } from './library.normalise'
import { itemSchema, type MediaItem } from './mediabrowser.schemas'

const TICKS_A_MINUTE = 600_000_000
/** Types of rows that are a file each; an album has all its files already. */
const FILE_TYPES: readonly string[] = ['AudioBook', 'Book']
/** The extensions of files that people listen to: a row of type Book may as well be an ebook. */
const AUDIO = /\.(?:aa|aac|aax|flac|m4a|m4b|mka|mp3|oga|ogg|opus|wav|wma)$/i

/** Which rows are audiobooks, and how to link to them. */
interface BookReading {
  types: readonly string[]
  linkTo: (id: string) => string
}

/**
 * An audiobook assembled so far. Keeps only what it needs from its rows, because a whole library is kept in
 * memory.
 */
interface Book {
  item: LibraryItem
  files: number
  ticks: number
  /** A name that several files share. */
  sharedTitle: string | null
  /** Id of the folder that contains the files. */
  folderId: string | null
}

/**
 * Assembles files into audiobooks. Jellyfin has a row for every file of an audiobook, in no particular order
 * (https://github.com/jellyfin/jellyfin/issues/10668), so no audiobook is complete until all rows are read.
 * Files in one folder with the same album form one audiobook. So do files without an album whose names are
 * only numbers, as in "Chapter 3"; that audiobook is named after the folder. Disc folders count as their
 * parent folder.
 */
export function createBooks({ types, linkTo }: BookReading) {
  const books = new Map<string, Book>()
  const seen = new Set<string>()

  return {
    /** Adds rows, in any order and with repeats. Unreadable ones are skipped. */
    take(rows: readonly unknown[]): void {
      for (const row of rows) {
        const { data } = itemSchema.safeParse(row)
        if (!data || !types.includes(data.Type) || data.LocationType === 'Virtual') continue
        if (data.Type === 'Book' && !isAudio(data.Path)) continue
        if (seen.has(data.Id)) continue
        const at = partOf(data)
        const item = toItem(data, at.title, linkTo)
        if (!item) continue
        seen.add(data.Id)
        add(books, at, { data, item })
      }
    },

    /** The key of the audiobook that a row belongs to, or null if it belongs to none. */
    keyOf(row: unknown): string | null {
      const { data } = itemSchema.safeParse(row)
      return data ? partOf(data).key : null
    },

    /** All audiobooks, optionally without the one that has the given key. */
    all(without: string | null = null): LibraryItem[] {
      return [...books].filter(([key]) => key !== without).map(([, book]) => complete(book, linkTo))
    },

    /**
     * All audiobooks in batches. Each batch is freed after use, because a large library takes much memory.
     */
    *drain(perPart: number): Iterable<LibraryItem[]> {
      seen.clear()
      let part: LibraryItem[] = []
      for (const [key, book] of books) {
        books.delete(key)
        part.push(complete(book, linkTo))
        if (part.length < perPart) continue
        yield part
        part = []
      }
      if (part.length > 0) yield part
    },
  }
}

interface Part {
  key: string
  /** The title of the audiobook, if more than one file states it. */
  title: string | null
}

function add(
  books: Map<string, Book>,
  { key, title }: Part,
  { data, item }: { data: MediaItem; item: LibraryItem },
): void {
  const book = books.get(key)
  const ticks = data.RunTimeTicks ?? 0
  if (!book) {
    books.set(key, { item, files: 1, ticks, sharedTitle: title, folderId: textOrNull(data.ParentId) })
    return
  }
  book.files++
  book.ticks += ticks
  const first = item.id < book.item.id ? item : book.item
  const other = first === item ? book.item : item
  book.item = { ...first, asin: first.asin ?? other.asin, isbn: first.isbn ?? other.isbn }
}

function complete({ item, files, ticks, sharedTitle, folderId }: Book, linkTo: BookReading['linkTo']) {
  return {
    ...item,
    title: files > 1 ? (sharedTitle ?? item.title) : item.title,
    durationMin: ticks > 0 ? Math.round(ticks / TICKS_A_MINUTE) : null,
    url: files > 1 && folderId !== null ? linkTo(folderId) : item.url,
  }
}

/** The audiobook that a row belongs to. */
function partOf({ Id, Type, Name, Album, ParentId, Path }: MediaItem): Part {
  const folders = foldersOf(Path)
  const folder = folders.length > 0 ? folders.join('/') : (ParentId ?? '')
  const album = textOrNull(Album)
  if (!FILE_TYPES.includes(Type) || folder === '') return { key: Id, title: null }
  if (album !== null) return { key: `${folder}\n${album.toLowerCase()}`, title: album }
  return isNumbered(Name) ? { key: folder, title: textOrNull(folders.at(-1)) } : { key: Id, title: null }
}

const isAudio = (path: string | null | undefined): boolean => AUDIO.test(path?.slice(-6) ?? '')

/** The folders above a file, without disc folders. Accepts both kinds of path. */
function foldersOf(path: string | null | undefined): string[] {
  const folders = (path ?? '').split(/[/\\]/).slice(0, -1)
  return /^(?:cd|dis[ck]|part|teil|volume|vol)[\s._-]*\d{1,3}$/i.test(folders.at(-1) ?? '')
    ? folders.slice(0, -1)
    : folders
}

/** Names such as "01", "Chapter 3" and "CD1 - 02" say nothing about a book. */
function isNumbered(name: string | null | undefined): boolean {
  return /^(?:[\s._-]*(?:(?:chapter|kapitel|part|teil|track|titel|cd|dis[ck])[\s._-]*)?\d{1,4}){1,3}[\s._-]*$/i.test(
    name?.trim() ?? '',
  )
}

function toItem(data: MediaItem, shared: string | null, linkTo: BookReading['linkTo']): LibraryItem | null {
  const own = textOrNull(data.Name)
  const title = own === null || isNumbered(own) ? (shared ?? own) : own
  if (title === null) return null
  const authors = authorsOf(data, title)
  return {
    id: data.Id,
    addedAt: dateOf(data.DateCreated),
    title,
    subtitle: null,
    authors,
    narrators: peopleAs(data, 'Narrator'),
    series: seriesOf(data, [title, ...authors]),
    asin: asinOf(idCalled(data, /asin|audible/i)) ?? asinIn(title),
    isbn: isbnOf(idCalled(data, /isbn/i)),
    language: null,
    durationMin: null,
    url: linkTo(data.Id),
  }
}

/**
 * Jellyfin 12 says who is an author (https://github.com/jellyfin/jellyfin/pull/16518). Otherwise, taggers store authors
 * as album artists, and narrators among the artists of the file.
 */
function authorsOf(data: MediaItem, title: string): string[] {
  const { AlbumArtists, AlbumArtist, Artists } = data
  const named = [
    peopleAs(data, 'Author'),
    (AlbumArtists ?? []).map(({ Name }) => Name),
    [AlbumArtist ?? ''],
    Artists ?? [],
    authorFolderOf(data, title),
  ]
  const people = named.map((names) => names.filter((name) => name.trim() !== ''))
  return someNames(people.find((names) => names.length > 0) ?? []).map(nameOf)
}

function peopleAs({ People }: MediaItem, type: 'Author' | 'Narrator'): string[] {
  const names = (People ?? []).flatMap((person) => (person?.Type === type ? [person.Name] : []))
  return someNames(names.filter((name) => name.trim() !== '')).map(nameOf)
}

/**
 * Jellyfin reads no tags of a Book, so that only the author's folder says who wrote it. It contains the files, or a
 * folder for each book (https://jellyfin.org/docs/general/server/media/books). A length tells more than a folder may.
 */
function authorFolderOf({ Type, Path, RunTimeTicks }: MediaItem, title: string): string[] {
  if (Type !== 'Book' || RunTimeTicks) return []
  const folders = foldersOf(Path)
  const isOwn = folders.at(-1)?.toLowerCase().startsWith(title.toLowerCase()) ?? false
  return [folders.at(isOwn ? -2 : -1) ?? '']
}

/** For a file without a series, Jellyfin names the series of a Book after its folder: that of the title or the author. */
function seriesOf(
  { Type, SeriesName, IndexNumber }: MediaItem,
  others: readonly string[],
): LibraryItem['series'] {
  const series = textOrNull(SeriesName)
  if (series === null || (Type === 'Book' && others.includes(series))) return []
  const position = Type === 'Book' && IndexNumber ? String(IndexNumber) : null
  return [{ title: nameOf(series), position }]
}

/** Plugins choose the names of their ids freely. */
function idCalled({ ProviderIds }: MediaItem, name: RegExp): string | null {
  return Object.entries(ProviderIds ?? {}).find(([key]) => name.test(key))?.[1] ?? null
}
