import { languages } from './locales'

/** The files with the texts of messages to targets. */
const PARTS = ['events', 'causes', 'failures']

/** The source of the server's imports of message texts; the build keeps only the used ones. */
export function messageTexts(): string {
  const entries = languages().map((language) => {
    const imports = PARTS.map((part) => `() => import('#locales/${language}/${part}.json')`)
    return `'${language}': [${imports.join(', ')}]`
  })
  return `// Written by \`npm run generate\` from locales.
import type { Language } from '#contract/words/messages'
import type { TextTree } from '#contract/words/tree'

/** The texts of messages to targets, by language; loaded on the first message in a language. */
export const TEXTS: Readonly<Record<Language, readonly (() => Promise<{ default: TextTree }>)[]>> = {
  ${entries.join(',\n  ')},
}
`
}
