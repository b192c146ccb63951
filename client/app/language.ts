import { LANGUAGES, type Language } from '#contract/words/messages'

/** The language that `public/early.js` has found for this browser. */
export function languageNamed(name: string): Language {
  return LANGUAGES.find((language) => language === name) ?? 'en'
}
