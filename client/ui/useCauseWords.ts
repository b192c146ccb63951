import { causeInWords, type Cause } from '#contract/words/in-words'
import { useCodes } from '#client/app/i18n'

/** Describes why a fulfilment failed. */
export function useCauseWords() {
  const wordsOf = useCodes()

  /** @param text the server's English, for causes that this app does not know. */
  return (cause: Cause | null | undefined, text: string | null): string | null =>
    cause ? (causeInWords(cause, wordsOf) ?? text) : text
}
