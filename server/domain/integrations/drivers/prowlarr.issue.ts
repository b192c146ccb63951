import type { SearchIssueDto } from '#contract/books'

/**
 * Why nothing can be searched; missing settings take precedence over being disabled.
 * @param missing names of the required settings without a value.
 */
export function searchIssueOf(enabled: boolean, missing: readonly string[]): SearchIssueDto | null {
  if (missing.length > 0) return { code: 'prowlarr_incomplete', settings: [...missing] }
  return enabled ? null : { code: 'prowlarr_off', settings: [] }
}
