import type { Region } from '#contract/common'
import { TOP_LEVEL_DOMAINS } from '#server/domain/catalogue/regions.rules'

/**
 * The address of a resource in a region's catalogue.
 * @param baseUrl configured address, with or without `{tld}`, a sub-path or a trailing slash
 * @param path below the base, starting with a slash
 */
export function catalogueAddress(
  baseUrl: string,
  region: Region,
  path: string,
  query: Record<string, string>,
): string {
  const base = baseUrl.replaceAll('{tld}', TOP_LEVEL_DOMAINS[region]).replace(/\/+$/, '')
  return `${base}${path}?${new URLSearchParams(query).toString()}`
}
