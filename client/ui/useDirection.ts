import { computed } from 'vue'
import { useText } from '#client/app/i18n'

/** The writing direction of the page's language, which arrow keys follow. */
export function useDirection() {
  const { t } = useText()
  return computed(() => (t('app.direction') === 'rtl' ? 'rtl' : 'ltr'))
}
