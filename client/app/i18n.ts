import { inject, shallowRef, type App, type InjectionKey, type ShallowRef } from 'vue'
import en from '#client/locales/en'
import type audit from '#client/locales/en.audit'
import type book from '#client/locales/en.book'
import type connections from '#client/locales/en.connections'
import type discover from '#client/locales/en.discover'
import type discoverSettings from '#client/locales/en.discover-settings'
import type deliveries from '#client/locales/en.deliveries'
import type follow from '#client/locales/en.follow'
import type downloads from '#client/locales/en.downloads'
import type invitations from '#client/locales/en.invitations'
import type notifications from '#client/locales/en.notifications'
import type provider from '#client/locales/en.provider'
import type requestSettings from '#client/locales/en.request-settings'
import type series from '#client/locales/en.series'
import type settings from '#client/locales/en.settings'
import type setup from '#client/locales/en.setup'
import type storage from '#client/locales/en.storage'
import { fill, type NamesIn, type Params } from '#contract/words/fill'

/** All texts, also those that come with the pages that need them. */
type Messages = typeof en &
  typeof audit &
  typeof book &
  typeof connections &
  typeof deliveries &
  typeof discover &
  typeof discoverSettings &
  typeof downloads &
  typeof follow &
  typeof invitations &
  typeof notifications &
  typeof provider &
  typeof requestSettings &
  typeof series &
  typeof settings &
  typeof setup &
  typeof storage
type Join<K, Rest> = K extends string ? (Rest extends string ? `${K}.${Rest}` : never) : never
type KeysOf<M> = { [K in keyof M]: M[K] extends string ? K : Join<K, KeysOf<M[K]>> }[keyof M]
type At<M, K> = K extends `${infer Head}.${infer Rest}`
  ? Head extends keyof M
    ? At<M[Head], Rest>
    : never
  : K extends keyof M
    ? M[K]
    : never

/** The address of one text in the message file, such as `search.title`. */
type MessageKey = Extract<KeysOf<Messages>, string>

/** A text that asks for no values. */
export type PlainMessageKey = {
  [K in MessageKey]: [NamesIn<At<Messages, K>>] extends [never] ? K : never
}[MessageKey]

/** The values a text asks for; `n` also chooses between its plural forms. */
type Values<K extends MessageKey> = [NamesIn<At<Messages, K>>] extends [never]
  ? []
  : [values: Record<NamesIn<At<Messages, K>>, string | number>]

interface Tree {
  readonly [name: string]: string | Tree
}

interface Texts {
  /** BCP 47 name of the language in use. */
  locale: ShallowRef<string>
  read: (key: string, values: Params) => string
  has: (key: string) => boolean
  /** Adds texts to those there are. */
  add: (messages: Tree) => void
}

const TEXTS: InjectionKey<Texts> = Symbol('texts')

/**
 * Reads texts out of a message file. Small on purpose: the packages that do this pull all of Vue into
 * the first page, which costs more than everything else the page says.
 * @param messages texts by name, as `fill` reads them
 */
export function createTexts(language: string, messages: Tree): Texts & { install: (app: App) => void } {
  const locale = shallowRef(language)
  const texts = shallowRef<ReadonlyMap<string, string>>(new Map(entries(messages, '')))
  const added = new Set<Tree>()

  function add(more: Tree) {
    if (added.has(more)) return
    added.add(more)
    texts.value = new Map([...texts.value, ...entries(more, '')])
  }

  const read = (key: string, values: Params) => fill(texts.value.get(key) ?? key, values, locale.value)
  const has = (key: string) => texts.value.has(key)

  const found = { locale, read, has, add }
  return { ...found, install: (app) => void app.provide(TEXTS, found) }
}

/** The texts the app starts with. */
export function createEnglish() {
  return createTexts('en', en)
}

/**
 * Adds the texts of a part of the app that is fetched on demand, so that the first page does not pay for them.
 * To be called in the setup of the component that everything using them is inside of.
 */
export function useMoreTexts(messages: Tree) {
  useTexts().add(messages)
}

/** `t` reads a text in the person's language; unknown keys and missing values do not compile. */
export function useText() {
  const { locale, read } = useTexts()

  function t<K extends MessageKey>(key: K, ...[values]: Values<K>): string {
    return read(key, values ?? {})
  }

  return { t, locale }
}

/**
 * Reads the words of a code that came from the server.
 * @returns null where this app has none: then what the server says in English is shown.
 */
export function useCodes() {
  const { read, has } = useTexts()
  return (
    group:
      | 'auditNotes'
      | 'causes'
      | 'deliveryCauses'
      | 'facts'
      | 'failures'
      | 'fileCauses'
      | 'found'
      | 'issues'
      | 'problems'
      | 'reasons'
      | 'recommendations'
      | 'testFindings',
    code: string,
    params: Params,
  ): string | null => {
    const key = `${group}.${code}`
    return has(key) ? read(key, params) : null
  }
}

function useTexts(): Texts {
  const texts = inject(TEXTS)
  if (!texts) throw new Error('No texts were installed in this app')
  return texts
}

function entries(tree: Tree, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : entries(value, `${prefix}${name}.`),
  )
}
