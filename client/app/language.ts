import { watch } from 'vue'
import { LANGUAGES, type Language } from '#contract/words/messages'
import type { useSessionStore } from './session'
import { remembered } from './storage'

/** Also read by `public/early.js` before the first paint. */
const KEY = 'earmark.language'

const languageNamed = (name: string | undefined): Language =>
  LANGUAGES.find((language) => language === name) ?? 'en'

/** The language of this page, as `public/early.js` has found it. */
export const pageLanguage = (): Language => languageNamed(document.documentElement.lang)

/**
 * Speaks the language of whoever is signed in, also after they have changed it somewhere else, and has the next page
 * load begin in it.
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
      // The next page asks again for what did not come, and says so.
      load([], language ?? own).catch(() => undefined)
    },
    // The page that is opened next has to wait for its texts in that language.
    { flush: 'sync' },
  )
}
