import type { Language } from '#contract/words/messages'
import { useText } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'

/**
 * The language for messages to a new target of one's own: whatever the account says, or that of the page, of which
 * the server knows nothing.
 */
export function useNewLanguage(): () => Language | null {
  const session = useSessionStore()
  const { locale } = useText()
  return () => (session.session?.language ? null : locale.value)
}
