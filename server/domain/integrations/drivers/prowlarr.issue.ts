import type { SearchNotice } from '#server/domain/integrations/integrations.types'

const WORDS: Readonly<Record<string, string>> = {
  prowlarr_base_url: 'address',
  prowlarr_api_key: 'API key',
}

/**
 * Why nothing can be searched, with where it is mended; what is missing comes before that it is switched off.
 * @param missing names of the required settings that have no value.
 */
export function searchIssueOf(enabled: boolean, missing: readonly string[]): SearchNotice | null {
  if (missing.length > 0) {
    const words = missing.map((name) => WORDS[name] ?? name).join(' and no ')
    const text = `Prowlarr has no ${words}, so nothing can be searched for. Enter what is missing under Settings, Indexers.`
    return { code: 'prowlarr_incomplete', settings: [...missing], text }
  }
  if (enabled) return null
  const text =
    'Prowlarr is switched off, so nothing can be searched for. Switch it on under Settings, Indexers.'
  return { code: 'prowlarr_off', settings: [], text }
}
