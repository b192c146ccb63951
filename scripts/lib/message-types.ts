import compile from 'icu-minify/compile'
import { languages, partsOf, textsIn } from './locales'
import { argumentsOf } from './message-arguments'

/** What the compiler cannot read in the English messages itself: which files there are, and the values they ask for. */
export function messageTypes(): string {
  const files = partsOf('en').map((part) => `  '${part}': typeof import('#locales/en/${part}.json')`)
  const messages = partsOf('en').flatMap((part) => [...textsIn('en', part)])
  const fields = messages.flatMap(([key, text]) => {
    const values = valuesOf(key, text)
    return values.length === 0 ? [] : [`  '${key}': { ${values.join('; ')} }`]
  })
  return `// Written by \`npm run generate\` from locales/en.

/** The languages that there are, in BCP 47. */
export const LANGUAGES = [${listed(languages())}] as const
export type Language = (typeof LANGUAGES)[number]

/** The files of messages, from which the compiler reads their keys. */
export interface MessageFiles {
${files.join('\n')}
}

type Value = string | number

/** The parameters of each message that has some, by key. */
export interface MessageValues {
${fields.sort().join('\n')}
}
`
}

const listed = (names: string[]) => names.map((name) => `'${name}'`).join(', ')

/** What is counted or written as a number has to be one. */
function valuesOf(key: string, text: string): string[] {
  return [...argumentsOf(compiled(key, text))]
    .map(([name, isNumber]) => `${name}: ${isNumber ? 'number' : 'Value'}`)
    .sort()
}

function compiled(key: string, text: string) {
  try {
    return compile(text)
  } catch (cause) {
    throw new Error(`${key} is no ICU message: ${text}`, { cause })
  }
}
