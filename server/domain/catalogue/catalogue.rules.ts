import type { Region } from '#contract/common'
import type { CatalogueQuery, ListQuestion, SimilarQuestion } from './catalogue.types'
import type { PersonQuestion } from './series.types'

/** Normalises a query: those that differ only in case, spacing or Unicode composition become the same. */
export function sameWords(query: string): string {
  return query.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** Colons and slashes separate the parts of a key, so those in a query are encoded. */
function keyOf(region: Region, ...parts: (string | number)[]): string {
  return [region, ...parts].map((part) => encodeURIComponent(part)).join(':')
}

export function searchKey({ region, query, sort, page, limit }: CatalogueQuery): string {
  return keyOf(region, 'search', sameWords(query), sort, limit, page)
}

export function suggestionsKey(region: Region, query: string): string {
  return keyOf(region, 'suggestions', sameWords(query))
}

export function bookKey(region: Region, asin: string): string {
  return keyOf(region, 'book', asin)
}

export function seriesKey(region: Region, asin: string): string {
  return keyOf(region, 'series', asin)
}

export function personKey({ region, role, name, sort, page, limit }: PersonQuestion): string {
  return keyOf(region, role, sameWords(name), sort, limit, page)
}

export function listKey({ region, sort, of, page }: ListQuestion): string {
  return keyOf(region, 'list', sort, ...Object.entries(of ?? {}).flat(), page)
}

export function similarKey({ asin, region, likeness }: SimilarQuestion): string {
  return keyOf(region, likeness, asin)
}

export function categoriesKey(region: Region): string {
  return keyOf(region, 'categories')
}
