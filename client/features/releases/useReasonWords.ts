import type { ReasonDto } from '#contract/releases'
import { factName } from '#contract/words/facts'
import { useFormat } from '#client/ui/useFormat'
import { useCodes, useText } from '#client/app/i18n'

/** Names of formats, media and languages, which the server gives as codes. */
export function useReasonWords() {
  const { t } = useText()
  const wordsOf = useCodes()
  const { language } = useFormat()

  /** @param code one format, or several separated by spaces */
  function formats(code: string): string {
    return code
      .split(' ')
      .map((one) => {
        if (one === 'unknown_audio') return t('releases.otherAudio')
        return one === 'unknown' ? t('releases.unknownFormat') : one.toUpperCase()
      })
      .join(' ')
  }

  /** @param codes separated by spaces */
  const languages = (codes: string) => codes.split(' ').map(language).join(', ')

  /** What someone wishes for, and what a release is instead. */
  function wished({ wish, wanted, found }: ReasonDto['params']): ReasonDto['params'] {
    const words = wish === 'language' ? languages : wish === 'format' ? formats : null
    return {
      ...(words && typeof wanted === 'string' && { wanted: words(wanted) }),
      ...(words && typeof found === 'string' && { found: words(found) }),
    }
  }

  /** Parameters given as codes, as text. */
  function readable(params: ReasonDto['params']): ReasonDto['params'] {
    const { language: spoken, wanted, format, kind, fact } = params
    return {
      ...params,
      ...wished(params),
      ...(typeof spoken === 'string' && { language: languages(spoken) }),
      ...(typeof spoken === 'string' && typeof wanted === 'string' && { wanted: languages(wanted) }),
      ...(typeof format === 'string' && { format: formats(format) }),
      ...(typeof kind === 'string' && { kind: kind.replaceAll('_', ' ') }),
      ...(typeof fact === 'string' && {
        meaning: wordsOf('facts', factName(fact), {}) ?? params['meaning'] ?? '',
      }),
    }
  }

  /** The reason for a release's rank, as a sentence fragment. */
  const reasonWords = ({ code, params, text }: Pick<ReasonDto, 'code' | 'params' | 'text'>): string =>
    wordsOf('reasons', code, readable(params)) ?? text

  return { formats, reasonWords }
}
