import type { FakeBook } from './fake-book'
import { seriesAsin } from './series'

/** Keys of the edge lengths in which the catalogue lists pictures. */
const IMAGE_SIZES = ['500', '1024']

const LADDERS: Record<FakeBook['genre'], string[]> = {
  fantasy: ['Science Fiction & Fantasy', 'Fantasy'],
  science: ['Science Fiction & Fantasy', 'Science Fiction'],
  crime: ['Mystery, Thriller & Suspense', 'Mystery'],
  literary: ['Literature & Fiction', 'Genre Fiction'],
  history: ['History', 'World'],
  horror: ['Literature & Fiction', 'Horror'],
  romance: ['Romance', 'Contemporary'],
  nature: ['Science & Engineering', 'Outdoors & Nature'],
  ideas: ['Relationships, Parenting & Personal Development', 'Personal Success'],
}

const GENERAL = [...new Set(Object.values(LADDERS).flatMap(([general = '']) => general))]

/** The shop's top-level categories. */
export const CATEGORIES = GENERAL.map((name, at) => ({ id: String(18_570_000_011 + at), name }))

/** The category of a book. */
export function categoryOf({ genre }: Pick<FakeBook, 'genre'>): { id: string; name: string } {
  const found = CATEGORIES.find(({ name }) => name === LADDERS[genre][0])
  if (found === undefined) throw new Error(`No category for ${genre}`)
  return found
}

const hasSample = ({ hasSample = true, minutes }: FakeBook) => hasSample && minutes !== null

/** The fields of each response group; the response omits those of groups not requested. */
function groupsOf(book: FakeBook, images: string): Record<string, Record<string, unknown>> {
  const released = book.releaseDate
  return {
    contributors: {
      authors: book.authors.map((name) => ({ name })),
      narrators: book.narrators.map((name) => ({ name })),
    },
    media: {
      ...(book.minutes === null ? {} : { runtime_length_min: book.minutes }),
      ...(book.hasCover
        ? {
            product_images: Object.fromEntries(
              IMAGE_SIZES.map((size) => [size, `${images}/${book.asin}._SL${size}_.jpg`]),
            ),
          }
        : {}),
    },
    product_attrs: {
      content_type: book.contentType,
      content_delivery_type: book.delivery,
      format_type: book.format,
      ...(book.language === '' ? {} : { language: book.language }),
      ...(released === null ? {} : { release_date: released, issue_date: released }),
      publisher_name: book.publisher,
    },
    product_desc: {
      title: book.title,
      ...(book.subtitle === null ? {} : { subtitle: book.subtitle }),
      merchandising_summary: '',
    },
    product_extended_attrs: book.summary === null ? {} : { publisher_summary: book.summary },
    product_details: released === null ? {} : { publication_datetime: `${released}T08:00:00Z` },
    series:
      book.series.length === 0
        ? {}
        : { series: book.series.map((entry) => ({ asin: seriesAsin(entry.title), ...entry })) },
    sample: hasSample(book)
      ? { sample_url: `${images.replace(/images$/, 'samples')}/${book.asin}_sample.mp3` }
      : {},
    category_ladders: {
      category_ladders: [
        {
          root: 'Genres',
          ladder: [categoryOf(book), ...LADDERS[book.genre].slice(1).map((name) => ({ id: '1', name }))],
        },
      ],
    },
  }
}

/**
 * A product as in responses of the catalogue's API.
 * @param groups the requested response groups
 * @param images base address of pictures
 */
export function toProduct(book: FakeBook, groups: string[], images: string): Record<string, unknown> {
  if (book.title === null) return toStub(book.asin)
  const all = groupsOf(book, images)
  const product = toStub(book.asin)
  for (const group of groups) Object.assign(product, all[group])
  return Object.assign(product, book.overrides)
}

/** The catalogue's response, with status 200, for an ASIN that it does not sell in this region. */
export function toStub(asin: string): Record<string, unknown> {
  return { asin, asset_details: [], is_vvab: false }
}

/** Rows of suggestions, in the mixed forms of real responses. */
export function toSuggestions(books: FakeBook[], words: string): Record<string, unknown>[] {
  const payload = (delivery: string) => ({
    type: 'deeplink',
    payload: { url: 'open_pdp', metadata: { content_delivery_type: delivery } },
  })
  const typed = words.toLowerCase()
  const authors = [...new Set(books.flatMap((book) => book.authors))].filter((name) =>
    name.toLowerCase().includes(typed),
  )
  const series = [...new Set(books.flatMap((book) => book.series.map(({ title }) => title)))].filter(
    (title) => title.toLowerCase().includes(typed),
  )
  return [
    ...books.slice(0, 6).map((book) => ({
      view: { template: 'AsinRow' },
      model: {
        product_metadata: { asin: book.asin, title: { value: book.title } },
        tap_action: payload(book.delivery),
      },
    })),
    ...series.slice(0, 2).map((title) => ({
      view: { template: 'CollectionRowItem' },
      model: { title: { value: title }, subtitle: { value: 'Series' }, tap_action: payload('BookSeries') },
    })),
    ...authors.slice(0, 2).map((name) => ({
      view: { template: 'AuthorItemV2' },
      model: { person_metadata: { name: { value: name } } },
    })),
    ...books.slice(6, 8).map((book) => ({
      view: { template: 'ListItem' },
      model: {
        title_group: { title: { value: String(book.title).toLowerCase() } },
        tap_action: { type: 'deeplink', payload: { url: 'search_term' } },
      },
    })),
  ]
}
