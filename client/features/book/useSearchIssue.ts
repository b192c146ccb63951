import type { SearchIssueDto } from '#contract/books'
import { useText } from '#client/app/i18n'

/** Why no book can be looked for, in words for administrators. */
export function useSearchIssue() {
  const { t } = useText()

  function wordsOf({ code, settings }: SearchIssueDto): string {
    if (code === 'prowlarr_off') return t('searchIssue.off')
    const missing = new Set(settings)
    if (missing.has('prowlarr_base_url') && missing.has('prowlarr_api_key')) return t('searchIssue.both')
    return missing.has('prowlarr_base_url') ? t('searchIssue.address') : t('searchIssue.key')
  }
  return { wordsOf }
}
