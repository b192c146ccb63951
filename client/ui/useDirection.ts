import { computed } from 'vue'
import { useText } from '#client/app/i18n'

/** How the language of the page is written, which arrow keys follow. */
export function useDirection() {
  const { t } = useText()
  return computed(() => (t('app.direction') === 'rtl' ? 'rtl' : 'ltr'))
}
