import compile from 'icu-minify/compile'
import { filesOf, languages, partsOf, textsIn } from './locales'
import { argumentsOf } from './message-arguments'

/**
 * The source of the types that the compiler cannot infer from the English messages: the files, and the
 * parameters of each message.
 */
export function messageTypes(): string {
  const files = partsOf('en')
    .flatMap((part) => filesOf('en', part))
    .map((file) => `  '${file.replace('.json', '')}': typeof import('#locales/en/${file}')`)
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

/**
 * The parameters of a message with their types: a value that is counted or formatted as a number has to be
 * one.
 */
function valuesOf(key: string, text: string): string[] {
  return [...argumentsOf(compiled(key, text))]
    .map(([name, isNumber]) => `${name}: ${isNumber ? 'number' : 'Value'}`)
    .sort()
}

function compiled(key: string, text: string) {
  try {
    return compile(text)
  } catch (cause) {
    throw new Error(`${key} is not an ICU message: ${text}`, { cause })
  }
}
