import type { Region } from '#contract/common'

/** Top-level domains of the regional catalogues; they replace `{tld}` in the configured address. */
const TLDS: Record<Region, string> = {
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

/**
 * Address of a resource of a region's catalogue.
 * @param baseUrl configured address, with or without `{tld}`, a sub-path or a trailing slash
 * @param path below the base, starting with a slash
 */
export function catalogueAddress(
  baseUrl: string,
  region: Region,
  path: string,
  query: Record<string, string>,
): string {
  const base = baseUrl.replaceAll('{tld}', TLDS[region]).replace(/\/+$/, '')
  return `${base}${path}?${new URLSearchParams(query).toString()}`
}
