import type { SearchIssueDto } from '#contract/books'

/**
 * Why nothing can be searched; what is missing comes before that it is switched off.
 * @param missing names of the required settings that have no value.
 */
export function searchIssueOf(enabled: boolean, missing: readonly string[]): SearchIssueDto | null {
  if (missing.length > 0) return { code: 'prowlarr_incomplete', settings: [...missing] }
  return enabled ? null : { code: 'prowlarr_off', settings: [] }
}
