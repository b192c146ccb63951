import { LANGUAGES, type Language } from '#contract/words/messages'
import { remembered } from './storage'

/** Also read by `public/early.js` before the first paint. */
const KEY = 'earmark.language'

const languageNamed = (name: string | null): Language | null =>
  LANGUAGES.find((language) => language === name) ?? null

/** The language of this page, as `public/early.js` has found it. */
export const pageLanguage = (): Language => languageNamed(document.documentElement.lang) ?? 'en'

/** The language that was chosen in this browser; null while the browser’s own languages decide. */
export const chosenLanguage = (): Language | null => languageNamed(remembered.getItem(KEY))

/** Chooses a language for this browser, or leaves it to the browser’s own; counts from the next page load. */
export function chooseLanguage(language: Language | null): void {
  if (language) remembered.setItem(KEY, language)
  else remembered.removeItem(KEY)
}
