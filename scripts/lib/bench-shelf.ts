import type { FakeItem } from '#fakes/libraries/audiobookshelf'
import type { BookFacts } from '#server/domain/books/books.types'

const FIRST =
  'amber ashen bitter blue broken burning cold copper crooked distant drowned empty fallen final frozen gilded glass golden hidden hollow iron ivory last lost lunar marble midnight narrow northern ochre pale paper quiet red restless salt scarlet secret silent silver sleeping southern stolen stone sunken tangled thousand velvet wandering western white wild winter wooden'
const SECOND =
  'anchor archive arrow atlas autumn bell bridge candle castle chapel choir city clock coast compass crown daughter desert door engine feather ferry field fire forest garden gate ghost harbour heart house island kingdom ladder lantern letter library lighthouse map meadow mirror moon mountain nest night oak ocean orchard palace path pilot plain queen raven river road room'
const THIRD =
  'alone apart beyond borrowed calling crossing departing ending falling forever forgotten found gathering hiding in-between keeping leaving listening mending never-told no-more of-dust of-ice of-sand reborn returning rising sailing sleeping speaking unbound unwritten waiting wanting'
const GIVEN = 'Ada Ben Cy Dora Edda Finn Greta Hal Ines Jon Kaya Leo Mara Nils Oda Per Runa Sol Tom Una'
const FAMILY =
  'Moor Hale Dorn Reed Park Calder Avery Hart Lund Stone Frost Vale Marsh Brook Thorne Quill Sable Wren Ives Noor'

const words = (text: string) => text.split(' ')
const [first, second, third, given, family] = [FIRST, SECOND, THIRD, GIVEN, FAMILY].map(words)
/** Fills the other fields of an item, which are not read, to the length of those in real libraries. */
const DESCRIPTION = 'A tale of tides and of those who keep the lights. '.repeat(24)
/** Number of books in the library, after which the first one repeats. */
const BOOKS = 100_000

const pick = (from: readonly string[] | undefined, at: number): string => from?.[at % from.length] ?? ''
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Number of the library's first books that form a series whose titles differ only in their number. */
const VOLUMES = 30

function volumeAt(at: number) {
  const position = String(at + 1)
  return {
    title: `The Lantern Coast, Vol. ${position}`,
    author: 'Ada Moor',
    narrator: 'Ben Hale',
    series: { title: 'The Lantern Coast', position },
    asin: `B${String(at).padStart(9, '0')}`,
    minutes: 500 + at,
  }
}

function bookAt(at: number) {
  if (at < VOLUMES) return volumeAt(at)
  const title = [pick(first, at), pick(second, Math.floor(at / 54)), pick(third, Math.floor(at / 3000))]
  const person = (one: number) => `${pick(given, one)} ${pick(family, Math.floor(one / 20))}`
  return {
    title: `The ${title.map(capital).join(' ').replaceAll('-', ' ')}`,
    author: person(at % 400),
    narrator: person((at * 7) % 400),
    series:
      at % 3 === 0 ? { title: `${capital(pick(second, at))} Cycle`, position: String((at % 9) + 1) } : null,
    asin: `B${String(at).padStart(9, '0')}`,
    minutes: 300 + (at % 600),
  }
}

/** One of many items of a fake library, the same each time; every fifth has no ASIN. */
export function shelfItem(at: number): FakeItem {
  const { title, author, narrator, series, asin, minutes } = bookAt(at)
  return {
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    title,
    authors: [author],
    narrators: [narrator],
    ...(series && { series: `${series.title} #${series.position}` }),
    asin: at % 5 === 0 ? null : asin,
    language: 'English',
    duration: minutes * 60,
    description: DESCRIPTION,
  }
}

/** One of some search results: most are in that library, some as other editions; every fifth is not. */
export function soughtBook(at: number): BookFacts {
  const book = bookAt((at * 1973) % BOOKS)
  const isThere = at % 5 !== 0
  if (isThere) return asFound(book, at % 2 === 0)
  return asFound({ ...book, title: `${book.title}, Unheard`, author: 'Nobody Known' }, false)
}

/**
 * One of some results of a search for the series: every volume in that library, and then other editions of
 * them.
 */
export function soughtVolume(at: number): BookFacts {
  return asFound(volumeAt(at % VOLUMES), at < VOLUMES)
}

/** @param isSame whether it is the edition that the library has. */
function asFound(
  { title, author, narrator, series, asin, minutes }: ReturnType<typeof bookAt>,
  isSame: boolean,
): BookFacts {
  return {
    asin: isSame ? asin : `X${asin.slice(1)}`,
    region: 'us',
    title,
    subtitle: null,
    authors: [author],
    narrators: [narrator],
    series: series ? [series] : [],
    language: 'en',
    edition: 'unabridged',
    releaseDate: '2020-05-01',
    runtimeMin: minutes,
  }
}
