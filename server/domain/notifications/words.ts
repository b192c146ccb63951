import type { Cause } from '#contract/cause'
import { causeInWords } from '#contract/words/in-words'
import type { MessageKey, ParamsArgument } from '#contract/words/keys'
import type { Language } from '#contract/words/messages'
import { textReader } from '#contract/words/reader'
import { entriesOf } from '#contract/words/tree'
import { TEXTS } from './texts'

/** The texts of messages in one language. */
export interface Words {
  say: <K extends MessageKey>(key: K, ...[params]: ParamsArgument<K>) => string
  /** Why something failed. */
  cause: (cause: Cause) => string
}

export type WordsIn = (language: Language) => Promise<Words>

/** Loads the texts of a language on first use, and caches them. */
export function createWordsIn(): WordsIn {
  const kept = new Map<Language, Words>()
  return async (language) => {
    const words = kept.get(language) ?? (await load(language))
    kept.set(language, words)
    return words
  }
}

/** Missing texts fall back to English. */
async function load(language: Language): Promise<Words> {
  const parts = await Promise.all([...TEXTS.en, ...TEXTS[language]].map((part) => part()))
  const read = textReader(() => parts.flatMap(({ default: tree }) => entriesOf(tree)), language)
  return {
    say: (key, ...[params]) => read(key, params ?? {}) ?? key,
    cause: (cause) =>
      causeInWords(cause, (group, code, params) => read(`${group}.${code}`, params)) ?? cause.code,
  }
}
