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

/** The region of a shop by its top-level domain; null where that sells no audiobooks. */
export function regionOfDomain(domain: string): Region | null {
  return REGIONS.find((region) => TOP_LEVEL_DOMAINS[region] === domain) ?? null
}

/** In which language each region's catalogue is, as ISO 639-1 code. */
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
/** In which language people of a region listen, as ISO 639-1 code. */
export function languageOf(region: Region): string {
  return LANGUAGES[region]
}

/** Where works have titles of their own, the largest first: the others take theirs from one of these. */
const OWN_TITLES: readonly Region[] = ['us', 'uk']

/**
 * Which regions know a book's titles: its own, and for a book in the language of its region one more of that language
 * if there is one.
 * @param language ISO 639-1 code of the book; null where it is not known
 */
export function regionsOf(region: Region, language: string | null): Region[] {
  const own = LANGUAGES[region]
  if (language !== null && language !== own) return [region]
  const other = OWN_TITLES.find((each) => each !== region && LANGUAGES[each] === own)
  return other ? [region, other] : [region]
}
