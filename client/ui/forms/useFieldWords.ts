import type { z } from 'zod'
import { faultOf } from '#contract/issues'
import { issueInWords } from '#contract/words/in-words'
import type { FieldError } from '#client/app/problem'
import { useCodes, useText } from '#client/app/i18n'

/** What is wrong with a field, in words for the person filling it in. */
export function useFieldWords() {
  const { t } = useText()
  const wordsOf = useCodes()

  /** The server's issue with a field; in the server's English if this app has no text for the code. */
  function ofServer({ code, params, message }: Omit<FieldError, 'path'>): string {
    return issueInWords(code, params, wordsOf) ?? message.charAt(0).toLocaleUpperCase() + message.slice(1)
  }

  /** The schema's issue with a field. */
  function ofIssue(issue: z.core.$ZodIssue): string {
    // Forms pass this for text that is not a number; nearly everywhere, a whole number is required.
    if (Number.isNaN(issue.input)) return t('issues.not_a_whole_number')
    const { code, params } = faultOf(issue)
    return wordsOf('issues', code, params) ?? t('issues.invalid')
  }

  return { ofIssue, ofServer }
}
