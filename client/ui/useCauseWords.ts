import { causeInWords, type Cause } from '#contract/words/in-words'
import { useCodes } from '#client/app/i18n'

/** Puts into words why work on a book came to nothing. */
export function useCauseWords() {
  const wordsOf = useCodes()

  /** @param text the same as the server says it, for causes that this app does not know. */
  return (cause: Cause | null | undefined, text: string | null): string | null =>
    cause ? (causeInWords(cause, wordsOf) ?? text) : text
}
