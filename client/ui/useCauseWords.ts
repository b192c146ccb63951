import { causeInWords, type Cause } from '#contract/words/in-words'
import { useCodes } from '#client/app/i18n'
import { useFormat } from './useFormat'

/** Describes why a fulfilment failed, with its times in the language and the time zone of the reader. */
export function useCauseWords() {
  const wordsOf = useCodes()
  const { readable } = useFormat()

  /** @param text the server's English, for causes that this app does not know. */
  return (cause: Cause | null | undefined, text: string | null): string | null => {
    const words = cause ? (causeInWords(cause, wordsOf) ?? text) : text
    return words && readable(words)
  }
}
