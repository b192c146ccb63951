// Written by `npm run generate` from locales.
import type { Language } from '#contract/words/messages'
import type { TextTree } from '#contract/words/tree'

/** The texts of messages to targets, by language; loaded on the first message in a language. */
export const TEXTS: Readonly<Record<Language, readonly (() => Promise<{ default: TextTree }>)[]>> = {
  de: [
    () => import('#locales/de/events.json'),
    () => import('#locales/de/causes.json'),
    () => import('#locales/de/failures.json'),
  ],
  en: [
    () => import('#locales/en/events.json'),
    () => import('#locales/en/causes.json'),
    () => import('#locales/en/failures.json'),
  ],
  es: [
    () => import('#locales/es/events.json'),
    () => import('#locales/es/causes.json'),
    () => import('#locales/es/failures.json'),
  ],
  fr: [
    () => import('#locales/fr/events.json'),
    () => import('#locales/fr/causes.json'),
    () => import('#locales/fr/failures.json'),
  ],
  it: [
    () => import('#locales/it/events.json'),
    () => import('#locales/it/causes.json'),
    () => import('#locales/it/failures.json'),
  ],
  ja: [
    () => import('#locales/ja/events.json'),
    () => import('#locales/ja/causes.json'),
    () => import('#locales/ja/failures.json'),
  ],
  'pt-BR': [
    () => import('#locales/pt-BR/events.json'),
    () => import('#locales/pt-BR/causes.json'),
    () => import('#locales/pt-BR/failures.json'),
  ],
}
