import type { ReasonDto } from '#contract/releases'
import { useFormat } from '#client/ui/useFormat'
import { useText } from '#client/app/i18n'

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
    // The value stands at the end; a short one may be part of a word before it.
    const said = (name: string, words: (value: string) => string) => {
      const value = String(params[name] ?? '')
      return value !== '' && text.endsWith(value) ? text.slice(0, -value.length) + words(value) : text
    }
    switch (code) {
      case 'language_matches':
      case 'language_differs':
        return said('language', languages)
      case 'format':
        return said('format', formats)
      case 'not_audiobook':
        return said('kind', (kind) => kind.replaceAll('_', ' '))
      default:
        return text
    }
  }

  return { formats, reasonWords }
}
