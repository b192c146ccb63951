import type { ReasonDto } from '#contract/releases'
import { useFormat } from '../../composables/useFormat'
import { useText } from '../../i18n'

/** Puts formats, media and languages, which the server names by codes, into words. */
export function useReasonWords() {
  const { t } = useText()
  const { language } = useFormat()

  /** @param code one format, or several separated by a space */
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

  /** Why a release stands where it stands, as a fragment of a sentence. */
  function reasonWords({ code, params, text }: Pick<ReasonDto, 'code' | 'params' | 'text'>): string {
    const value = (name: string) => String(params[name] ?? '')
    switch (code) {
      case 'language_matches':
      case 'language_differs':
        return text.replace(value('language'), languages(value('language')))
      case 'format':
        return text.replace(value('format'), formats(value('format')))
      case 'not_audiobook':
        return text.replace(value('kind'), value('kind').replaceAll('_', ' '))
      default:
        return text
    }
  }

  return { formats, reasonWords }
}
