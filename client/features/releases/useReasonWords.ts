import type { ReasonDto } from '#contract/releases'
import { factName } from '#contract/words/facts'
import { valuesInWords } from '#contract/words/reason-values'
import { useFormat } from '#client/ui/useFormat'
import { useCodes, useText } from '#client/app/i18n'

/** Names of formats, media, editions and languages, which the server gives as codes. */
export function useReasonWords() {
  const { t } = useText()
  const wordsOf = useCodes()
  const { language } = useFormat()

  function format(code: string): string {
    if (code === 'unknown_audio') return t('releases.otherAudio')
    return code === 'unknown' ? t('releases.unknownFormat') : code.toUpperCase()
  }

  /** @param codes one format, or several separated by spaces */
  const formats = (codes: string): string => codes.split(' ').map(format).join(' ')

  /** The reason for a release's rank, as a sentence fragment. */
  function reasonWords({ code, params, text }: Pick<ReasonDto, 'code' | 'params' | 'text'>): string {
    const { fact } = params
    const meaning = typeof fact === 'string' ? wordsOf('facts', factName(fact), {}) : null
    const values = valuesInWords(code, params, wordsOf, { language, format })
    return wordsOf('reasons', code, { ...values, ...(meaning !== null && { meaning }) }) ?? text
  }

  return { formats, reasonWords }
}
