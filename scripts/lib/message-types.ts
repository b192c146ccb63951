import compile from 'icu-minify/compile'
import { argumentsOf } from '#contract/words/arguments'
import { languages, partsOf, textsIn } from './locales'

/** What the compiler knows of the English messages: their keys and the values that they ask for. */
export function messageTypes(): string {
  const messages = partsOf('en').flatMap((part) => [...textsIn('en', part)])
  const fields = messages.map(([key, text]) => `  '${key}': ${valuesOf(key, text)}`)
  return `// Written by \`npm run generate\` from locales/en.

/** The languages that there are, in BCP 47. */
export const LANGUAGES = [${listed(languages())}] as const
export type Language = (typeof LANGUAGES)[number]

/** The files of messages. */
export type MessagePart = ${partsOf('en')
    .map((part) => `'${part}'`)
    .join(' | ')}

type Value = string | number

/** Every message by its key, with the values that it asks for; null where it asks for none. */
export interface Messages {
${fields.sort().join('\n')}
}
`
}

const listed = (names: string[]) => names.map((name) => `'${name}'`).join(', ')

/** What is counted or written as a number has to be one. */
function valuesOf(key: string, text: string): string {
  const values = [...argumentsOf(compiled(key, text))].map(
    ([name, isNumber]) => `${name}: ${isNumber ? 'number' : 'Value'}`,
  )
  return values.length === 0 ? 'null' : `{ ${values.sort().join('; ')} }`
}

function compiled(key: string, text: string) {
  try {
    return compile(text)
  } catch (cause) {
    throw new Error(`${key} is no ICU message: ${text}`, { cause })
  }
}
