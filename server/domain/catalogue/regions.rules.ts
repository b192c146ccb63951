import { REGIONS, type Region } from '#contract/common'

/** Domains of the regional shops. They also replace `{tld}` in the configured address of the catalogue. */
export const TOP_LEVEL_DOMAINS: Record<Region, string> = {
  us: 'com',
  ca: 'ca',
  uk: 'co.uk',
  au: 'com.au',
  fr: 'fr',
  de: 'de',
  jp: 'co.jp',
  it: 'it',
  in: 'in',
  es: 'es',
  br: 'com.br',
}

/** The region of a shop by its top-level domain, or null if that shop sells no audiobooks. */
export function regionOfDomain(domain: string): Region | null {
  return REGIONS.find((region) => TOP_LEVEL_DOMAINS[region] === domain) ?? null
}

/** The language of each region's catalogue, as an ISO 639-1 code. */
const LANGUAGES: Record<Region, string> = {
  us: 'en',
  ca: 'en',
  uk: 'en',
  au: 'en',
  in: 'en',
  fr: 'fr',
  de: 'de',
  jp: 'ja',
  it: 'it',
  es: 'es',
  br: 'pt',
}
/** The language in which people of a region listen, as an ISO 639-1 code. */
export function languageOf(region: Region): string {
  return LANGUAGES[region]
}

/**
 * Regions where books get titles of their own, largest first. Other regions use the titles of one of these.
 */
const OWN_TITLES: readonly Region[] = ['us', 'uk']

/**
 * The regions that know a book's titles: its own and, for a book in its region's language, one more region
 * with that language if there is one.
 * @param language ISO 639-1 code of the book; null if unknown
 */
export function regionsOf(region: Region, language: string | null): Region[] {
  const own = LANGUAGES[region]
  if (language !== null && language !== own) return [region]
  const other = OWN_TITLES.find((each) => each !== region && LANGUAGES[each] === own)
  return other ? [region, other] : [region]
}
