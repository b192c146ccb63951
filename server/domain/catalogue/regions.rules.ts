import { REGIONS, type Region } from '#contract/common'

/** Of the regional shops; they also replace `{tld}` in the configured address of the catalogue. */
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

/** The region of a shop by its top-level domain; null if it sells no audiobooks. */
export function regionOfDomain(domain: string): Region | null {
  return REGIONS.find((region) => TOP_LEVEL_DOMAINS[region] === domain) ?? null
}

/** The language of each region's catalogue, as ISO 639-1 code. */
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
/** The language people of a region listen in, as ISO 639-1 code. */
export function languageOf(region: Region): string {
  return LANGUAGES[region]
}

/** Regions where works have titles of their own, largest first: other regions take their titles from one of these. */
const OWN_TITLES: readonly Region[] = ['us', 'uk']

/**
 * The regions that know a book's titles: its own and, for a book in its region's language, one more of that language if
 * there is one.
 * @param language ISO 639-1 code of the book; null if unknown
 */
export function regionsOf(region: Region, language: string | null): Region[] {
  const own = LANGUAGES[region]
  if (language !== null && language !== own) return [region]
  const other = OWN_TITLES.find((each) => each !== region && LANGUAGES[each] === own)
  return other ? [region, other] : [region]
}
