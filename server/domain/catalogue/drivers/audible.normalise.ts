import type { Edition } from '#contract/books'
import type { Region } from '#contract/common'
import type { z } from 'zod'
import type { CatalogueBook, Suggestion } from '#server/domain/catalogue/catalogue.types'
import { languageCode } from './audible.languages'
import { peopleOf } from './audible.people'
import {
  contributorSchema,
  ladderSchema,
  seriesEntrySchema,
  type AudibleProduct,
  type AudibleSuggestion,
} from './audible.schemas'
import { oneLine, plainText } from './audible.text'

/** Products that are not audiobooks: podcasts, periodicals, and products that represent a series. */
const NOT_A_BOOK = /^(?:podcast|periodical|newspaper|magazine|bookseries|series|episode)/i
/** Series and undated books are dated 2200-01-01. */
const PLACEHOLDER_YEAR = 2200
const DRAMATISED = /dramati[sz](?:ed|ation)|graphic ?audio|hörspiel|radio ?play|audio ?drama/i
/** Minimum edge length, in pixels, at which a picture is sharp at every displayed size. */
const SHARP = 1000
/** Maximum people, series or categories per book. */
const MAX_ENTRIES = 100
const IN_BRACKETS = /[([]([^()[\]]*)[)\]]/g

/** The well-formed entries of a list. */
function readable<T extends z.ZodType>(schema: T, entries: unknown[] | null | undefined): z.infer<T>[] {
  return (entries ?? []).slice(0, MAX_ENTRIES).flatMap((entry) => {
    const parsed = schema.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })
}

/** An ISO date from the catalogue's date or time, or null for impossible and placeholder dates. */
function realDate(text: string | null | undefined): string | null {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0]
  if (date === undefined || Number(date.slice(0, 4)) >= PLACEHOLDER_YEAR) return null
  const time = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== date ? null : date
}

function editionOf(product: AudibleProduct): Edition | null {
  const saidBeside = [...(product.title ?? '').matchAll(IN_BRACKETS)].map((match) => match[1])
  const described = [product.subtitle, product.publisher_name, ...saidBeside].join(' ')
  if (DRAMATISED.test(described) || /^(?:performance|radio)/i.test(product.content_type ?? ''))
    return 'dramatised'
  switch (product.format_type?.toLowerCase()) {
    case 'unabridged':
      return 'unabridged'
    case 'abridged':
      return 'abridged'
    case 'original_recording':
      return 'original'
    default:
      return null
  }
}

/** An ASIN in capitals, or null if invalid. */
export function readAsin(text: string | null | undefined): string | null {
  const asin = (text ?? '').trim().toUpperCase()
  return /^[A-Z0-9]{10}$/.test(asin) ? asin : null
}

function namesOf(entries: unknown[] | null | undefined): string[] {
  return readable(contributorSchema, entries).flatMap(({ name }) => oneLine(name) ?? [])
}

/** The series of a product. Search results without series details still have a series name. */
function seriesOf(product: AudibleProduct): CatalogueBook['series'] {
  const entries = readable(seriesEntrySchema, product.series)
  const given = product.series
    ? entries
    : [{ asin: null, title: product.publication_name ?? '', sequence: null }]
  const byTitle = new Map<string, CatalogueBook['series'][number]>()
  for (const { asin: rawAsin, title: rawTitle, sequence } of given) {
    const title = oneLine(rawTitle)
    const asin = readAsin(rawAsin)
    if (title === null || byTitle.has(title)) continue
    byTitle.set(title, { title, position: oneLine(sequence), ...(asin !== null && { asin }) })
  }
  return [...byTitle.values()]
}

/**
 * The smallest picture that is sharp at every displayed size, otherwise the largest. Only http(s) addresses.
 */
function coverOf(product: AudibleProduct): string | null {
  const offers = Object.entries(product.product_images ?? {})
    .map(([size, address]) => ({ size: Number.parseInt(size, 10) || 0, address }))
    .sort((a, b) => (a.size >= SHARP && b.size >= SHARP ? a.size - b.size : b.size - a.size))
  for (const { address } of offers) if (isAddress(address)) return address
  return null
}

const isAddress = (address: unknown): address is string =>
  typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

function categoriesOf(product: AudibleProduct): string[] {
  const names = readable(ladderSchema, product.category_ladders).flatMap(({ ladder }) =>
    ladder.flatMap(({ name }) => oneLine(name) ?? []),
  )
  return [...new Set(names)]
}

/**
 * A product as an audiobook of the region. Null for products that are not audiobooks, and for the untitled
 * stub that represents an unknown or delisted ASIN, or one from another region.
 */
export function toBook(product: AudibleProduct, region: Region): CatalogueBook | null {
  const title = oneLine(product.title)
  const asin = readAsin(product.asin)
  if (title === null || asin === null) return null
  if ([product.content_delivery_type, product.content_type].some((type) => NOT_A_BOOK.test(type ?? '')))
    return null
  const language = oneLine(product.language)
  const runtime = product.runtime_length_min ?? 0
  return {
    asin,
    region,
    title,
    subtitle: oneLine(product.subtitle),
    authors: peopleOf(namesOf(product.authors), 'author'),
    narrators: peopleOf(namesOf(product.narrators), 'narrator'),
    series: seriesOf(product),
    language: language === null ? null : languageCode(language),
    edition: editionOf(product),
    releaseDate:
      realDate(product.release_date) ??
      realDate(product.issue_date) ??
      realDate(product.publication_datetime),
    runtimeMin: runtime > 0 && runtime < 1_000_000 ? Math.round(runtime) : null,
    summary:
      plainText(product.publisher_summary) ??
      plainText(product.extended_product_description) ??
      plainText(product.merchandising_summary),
    coverUrl: coverOf(product),
    sampleUrl: isAddress(product.sample_url) ? product.sample_url : null,
    publisher: oneLine(product.publisher_name),
    categories: categoriesOf(product),
  }
}

/** The first product of each ASIN, in the given order. */
export function withoutRepeats(books: CatalogueBook[]): CatalogueBook[] {
  const seen = new Set<string>()
  return books.filter(({ asin }) => {
    if (seen.has(asin)) return false
    seen.add(asin)
    return true
  })
}

/** A suggestion, or null if it leads to something other than an audiobook. */
export function toSuggestion({ model }: AudibleSuggestion): Suggestion | null {
  const delivery = model.tap_action?.payload.metadata.content_delivery_type ?? ''
  if (/^(?:podcast|periodical)/i.test(delivery)) return null
  const words = oneLine(
    model.product_metadata?.title.value ??
      model.title_group?.title.value ??
      model.person_metadata?.name.value ??
      model.title?.value,
  )
  return words === null ? null : { words, asin: readAsin(model.product_metadata?.asin ?? '') }
}
