import compile from 'icu-minify/compile'
import type { Plugin, Rolldown } from 'vite'
import type { MessageKey } from '#contract/words/keys'
import type { MessagePart } from '#contract/words/keys'
import { filesOf, languages, pathOf, textsIn } from '#scripts/lib/locales'

/** `locales/de/book.json?messages`: the compiled messages of a part. */
const WANTED = /\/locales\/([\w-]+)\/([\w-]+)\.json\?messages$/
const FOUND = /^\0messages:([\w-]+)\/([\w-]+)$/

/**
 * Compiles message files, so that the page needs no parser. Missing texts are filled in from English, so that a first
 * visit loads only one language.
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
      for (const spoken of ['en', language]) {
        for (const file of filesOf(spoken, part)) this.addWatchFile(pathOf(spoken, file))
      }
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

/**
 * A text in every language, for people whose language is unknown because the page detects it with a script.
 */
const inEveryLanguage = (part: MessagePart, key: MessageKey) =>
  languages().map((lang) => ({ tag: 'p', attrs: { lang }, children: textsIn(lang, part).get(key) ?? '' }))

/** The file with the first page's texts in a language; empty before a build. */
function firstTextsIn(
  language: string,
  bundle: Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>,
): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.includes(`\0messages:${language}/app`),
  )
  return chunk?.fileName ?? ''
}

/** The texts of the app's frame and of the first page share one chunk per language. */
const FIRST = /messages:([\w-]+)\/(?:app|discover|setup)$/
export const FIRST_TEXTS = {
  name: (id: string) => `texts-${FIRST.exec(id)?.[1] ?? ''}`,
  debugName: 'first texts',
  test: FIRST,
}
