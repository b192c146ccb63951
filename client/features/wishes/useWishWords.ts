import type { Conditions, Wishes } from '#contract/wishes'
import { useText } from '#client/app/i18n'
import { useFormat } from '#client/ui/useFormat'

/** Wishes as text; requires the texts about books. */
export function useWishWords() {
  const { t } = useText()
  const { language } = useFormat()

  /** @returns such as "narrated by June Hart, unabridged"; empty without wishes */
  function wishWords(wishes: Conditions): string {
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

  /** In one line, with the note for administrators. */
  function wishesAndNote(wishes: Wishes): string {
    const note = wishes.note === null ? '' : t('wishes.noteOf', { note: wishes.note })
    return [wishWords(wishes), note].filter((one) => one !== '').join('. ')
  }

  return { wishWords, wishesAndNote }
}
