import { languages } from './locales'

/** The parts that messages to targets are written from. */
const PARTS = ['events', 'causes', 'failures']

/** The imports by which the server has the texts of messages in a language, of which it holds what it uses alone. */
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
