import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { fill } from './fill'
import type { Params } from './keys'

/** Renders a text by key; null if there is none. */
type TextReader = (key: string, params: Readonly<Params>) => string | null

/**
 * Renders texts, compiling each on first use.
 * @param entries texts by key; later ones override earlier ones. Called once.
 */
export function textReader(
  entries: () => Iterable<readonly [key: string, text: string]>,
  language: string,
): TextReader {
  const compiled = new Map<string, CompiledMessage>()
  let texts: ReadonlyMap<string, string> | undefined

  function messageOf(key: string): CompiledMessage | null {
    const known = compiled.get(key)
    if (known !== undefined) return known
    texts ??= new Map(entries())
    const text = texts.get(key)
    if (text === undefined) return null
    const message = compile(text)
    compiled.set(key, message)
    return message
  }

  return (key, params) => {
    const message = messageOf(key)
    return message === null ? null : fill(message, params, language)
  }
}
