import { watch } from 'vue'
import { LANGUAGES, type Language } from '#contract/words/messages'
import type { useSessionStore } from './session'
import { remembered } from './storage'

/** Also read by `public/early.js` before the first paint. */
const KEY = 'earmark.language'

const languageNamed = (name: string | undefined): Language =>
  LANGUAGES.find((language) => language === name) ?? 'en'

/** The language of this page, as determined by `public/early.js`. */
export const pageLanguage = (): Language => languageNamed(document.documentElement.lang)

/**
 * Follows the language of the signed-in person, even if they change it elsewhere, and stores it for the next page load.
 * @param load changes the language of the texts
 */
export function followLanguage(
  session: Pick<ReturnType<typeof useSessionStore>, 'session'>,
  load: (parts: readonly [], language: Language) => Promise<void>,
): void {
  watch(
    () => session.session,
    (answer) => {
      if (!answer?.user) return
      const { language } = answer
      if (language) remembered.setItem(KEY, language)
      else remembered.removeItem(KEY)
      const own = languageNamed(document.documentElement.dataset['ownLanguage'])
      // The next page load tries again, and reports the failure.
      load([], language ?? own).catch(() => undefined)
    },
    // Synchronous, so that the next page waits for its texts in that language.
    { flush: 'sync' },
  )
}
