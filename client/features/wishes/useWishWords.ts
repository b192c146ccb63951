import type { Conditions } from '#contract/wishes'
import { useText } from '#client/app/i18n'
import { useFormat } from '#client/ui/useFormat'

/** Puts wishes into words; needs the texts about books. */
export function useWishWords() {
  const { t } = useText()
  const { language } = useFormat()

  /** @returns such as "narrated by June Hart, unabridged"; empty where nothing is wished for */
  return (wishes: Conditions): string => {
    const { narrator, unabridged, language: spoken, max_size_mb: size, format } = wishes
    const words = [
      narrator === null ? '' : t('wishes.words.narrator', { name: narrator }),
      unabridged ? t('wishes.words.unabridged') : '',
      spoken === null ? '' : t('wishes.words.language', { language: language(spoken) }),
      size === null ? '' : t('wishes.words.size', { size }),
      format === null ? '' : t('wishes.words.format', { format: format.toUpperCase() }),
    ]
    return words.filter((one) => one !== '').join(', ')
  }
}
