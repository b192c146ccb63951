import compile from 'icu-minify/compile'
import type { Plugin, Rolldown } from 'vite'
import type { MessageKey } from '#contract/words/keys'
import type { MessagePart } from '#contract/words/messages'
import { fileOf, languages, textsIn } from '#scripts/lib/locales'

/** `locales/de/book.json?messages`: the messages of a file, compiled. */
const WANTED = /\/locales\/([\w-]+)\/([\w-]+)\.json\?messages$/
const FOUND = /^\0messages:([\w-]+)\/([\w-]+)$/

/**
 * Compiles message files, so that the page needs no parser for them. What a language lacks comes from English, so that
 * a first visit loads one language alone.
 */
export function messagesPlugin(): Plugin {
  return {
    name: 'earmark:messages',
    enforce: 'pre',
    resolveId(source) {
      const [, language, part] = WANTED.exec(source) ?? []
      return language && part ? `\0messages:${language}/${part}` : null
    },
    load(id) {
      const [, language, part] = FOUND.exec(id) ?? []
      if (!language || !part) return null
      for (const spoken of ['en', language]) this.addWatchFile(fileOf(spoken, part))
      const texts = [...textsIn('en', part), ...textsIn(language, part)]
      const compiled = Object.fromEntries(texts.map(([key, text]) => [key, compile(text)]))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const texts = languages().map((language) => `${language}=${firstTextsIn(language, bundle)}`)
        const attrs = { name: 'earmark-texts', content: texts.join(' ') }
        return [
          { tag: 'meta', attrs, injectTo: 'head-prepend' },
          { tag: 'noscript', children: inEveryLanguage('shell', 'shell.noscript'), injectTo: 'body' },
        ]
      },
    },
  }
}

/** A text for those whose language nobody can find out, as the page does that itself. */
const inEveryLanguage = (part: MessagePart, key: MessageKey) =>
  languages().map((lang) => ({ tag: 'p', attrs: { lang }, children: textsIn(lang, part).get(key) ?? '' }))

/** Where the texts of the first page are in a language; nowhere while nothing is built. */
function firstTextsIn(
  language: string,
  bundle: Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>,
): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.includes(`\0messages:${language}/app`),
  )
  return chunk?.fileName ?? ''
}

/** The texts of every page and of the first one go together, in a chunk per language. */
const FIRST = /messages:([\w-]+)\/(?:app|discover|setup)$/
export const FIRST_TEXTS = {
  name: (id: string) => `texts-${FIRST.exec(id)?.[1] ?? ''}`,
  debugName: 'first texts',
  test: FIRST,
}
