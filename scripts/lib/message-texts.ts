import { languages } from './locales'

/** The parts that messages to targets are written from. */
const PARTS = ['events', 'causes', 'failures']

/** The server's imports of message texts in one language; the build keeps only the used ones. */
export function messageTexts(): string {
  const entries = languages().map((language) => {
    const imports = PARTS.map((part) => `() => import('#locales/${language}/${part}.json')`)
    return `'${language}': [${imports.join(', ')}]`
  })
  return `// Written by \`npm run generate\` from locales.
import type { Language } from '#contract/words/messages'
import type { TextTree } from '#contract/words/tree'

/** What messages are written from, by language; loaded when someone is written to in it. */
export const TEXTS: Readonly<Record<Language, readonly (() => Promise<{ default: TextTree }>)[]>> = {
  ${entries.join(',\n  ')},
}
`
}
