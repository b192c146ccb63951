import type { CompiledMessage } from 'icu-minify/format'
import { inject, shallowRef, type App, type InjectionKey, type ShallowRef } from 'vue'
import { fill } from '#contract/words/fill'
import type { WordsOf } from '#contract/words/in-words'
import type { MessageKey, MessagePart, Params } from '#contract/words/keys'
import type { Language, MessageValues } from '#contract/words/messages'

/** Texts by key, such as `search.title`. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>

/** A text without parameters. */
export type PlainMessageKey = Exclude<MessageKey, keyof MessageValues>

/** The last parts of the keys in a group of texts. */
export type NamesIn<Group extends string> = MessageKey extends infer Key
  ? Key extends `${Group}.${infer Name}`
    ? Name
    : never
  : never

/** The parameters of a text. */
type Values<K extends MessageKey> = [K] extends [PlainMessageKey]
  ? []
  : [values: MessageValues[K & keyof MessageValues]]

interface Texts {
  /** BCP 47 name of the current language. */
  locale: ShallowRef<Language>
  read: (key: string, values: Params) => string
  has: (key: string) => boolean
  /** Adds the texts of these parts; with a new language, reloads all parts in it. */
  load: (parts: readonly MessagePart[], language?: Language) => Promise<void>
}

const TEXTS: InjectionKey<Texts> = Symbol('texts')

interface TextsOptions {
  language: Language
  /** Texts available before anything is loaded. */
  messages?: CompiledMessages
  fetchPart: (language: Language, part: MessagePart) => Promise<CompiledMessages>
}

/** Renders texts, which are loaded in parts in the person's language: each page names the parts it needs. */
export function createTexts({ language, messages = {}, fetchPart }: TextsOptions) {
  const locale = shallowRef(language)
  const texts = shallowRef<ReadonlyMap<string, CompiledMessage>>(new Map(Object.entries(messages)))
  const loaded = new Set<MessagePart>()

  /** The language last requested. */
  let wanted = language

  async function load(parts: readonly MessagePart[], into = wanted): Promise<void> {
    wanted = into
    const known = into === locale.value ? loaded : null
    const missing = [...new Set([...loaded, ...parts])].filter((part) => !known?.has(part))
    if (missing.length === 0) return
    const found = await Promise.all(missing.map((part) => fetchPart(into, part)))
    // Another language was chosen in the meantime.
    if (into !== wanted) return load(parts)
    for (const part of missing) loaded.add(part)
    texts.value = new Map([...texts.value, ...found.flatMap((part) => Object.entries(part))])
    locale.value = into
  }

  const read = (key: string, values: Params) => fill(texts.value.get(key) ?? key, values, locale.value)
  const has = (key: string) => texts.value.has(key)

  const made: Texts = { locale, read, has, load }
  return { ...made, install: (app: App) => void app.provide(TEXTS, made) }
}

/** `t` renders a text in the person's language; unknown keys and missing parameters do not compile. */
export function useText() {
  const { locale, read } = useTexts()

  function t<K extends MessageKey>(key: K, ...[values]: Values<K>): string {
    return read(key, values ?? {})
  }

  return { t, locale }
}

/**
 * Renders codes from the server as text.
 * @returns null if this app has no text for a code, in which case the server's English is shown.
 */
export function useCodes(): WordsOf {
  const { read, has } = useTexts()
  return (group, code, params) => {
    const key = `${group}.${code}`
    return has(key) ? read(key, params) : null
  }
}

function useTexts(): Texts {
  const texts = inject(TEXTS)
  if (!texts) throw new Error('No texts were installed in this app')
  return texts
}
