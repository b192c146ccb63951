import type { z } from 'zod'
import { faultOf } from '#contract/issues'
import type { FieldError } from '#client/app/problem'
import { useCodes, useText } from '#client/app/i18n'

/** What is wrong with a field, for the person filling it in. */
export function useFieldWords() {
  const { t } = useText()
  const wordsOf = useCodes()

  /** What the server says against a field; in its English where this app has no words for the code. */
  function ofServer({ code, params, message }: Omit<FieldError, 'path'>): string {
    return wordsOf('issues', code, params) ?? message.charAt(0).toLocaleUpperCase() + message.slice(1)
  }

  /** What the contract's schema says against a field. */
  function ofIssue(issue: z.core.$ZodIssue): string {
    // A form gives this for text that is not the number it asks for, which is a whole one nearly everywhere.
    if (Number.isNaN(issue.input)) return t('issues.not_a_whole_number')
    const { code, params } = faultOf(issue)
    return wordsOf('issues', code, params) ?? t('issues.invalid')
  }

  return { ofIssue, ofServer }
}
