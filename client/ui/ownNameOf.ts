import type { Language } from '#contract/words/messages'

/** A language in its own words, so that whoever speaks it finds it. */
export function ownNameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
