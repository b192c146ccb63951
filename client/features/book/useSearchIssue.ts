import type { SearchIssueDto } from '#contract/books'
import { searchIssueKey } from '#contract/notices'
import { useText } from '#client/app/i18n'

/** Why no search is possible, in words for administrators. */
export function useSearchIssue() {
  const { t } = useText()

  return { wordsOf: (issue: SearchIssueDto): string => t(`searchIssue.${searchIssueKey(issue)}`) }
}
