import { parseJson } from './parse-json'
import { formsOf, partsOf, withoutForms } from './redaction.rules'

const SHORT = 5
/** What stands between words in titles, names and paths. */
const BETWEEN_WORDS = /[\p{M}\p{Zs}'’.,:;!?&/_-]+/u
/** In small letters, in capitals, or `WithoutBlanks`; the capitals of a token are anywhere. */
const WORD = /^(?:\p{Lu}*|[\p{Ll}\p{Lo}]*(?:\p{Lu}[\p{Ll}\p{Lo}]+)*)$/u

/** Keys that titles contain by chance: short ones. */
const SHORT_KEY = /^(?:.{0,5}|\p{L}{0,7})$/su

/** Passwords that titles, names and categories contain by chance: short ones, and words. */
const isOrdinary = (password: string): boolean =>
  password.length <= SHORT || password.split(BETWEEN_WORDS).every((word) => WORD.test(word))

/**
 * Takes the secrets that a service was called with out of its answers. Of JSON only the texts in it are changed, and of
 * passwords only those that no title contains by chance, so that everything else is read as before: whoever shows a
 * message from JSON still has to hide such a password in it.
 * @param secrets may be passwords, which people choose.
 * @param keys were made by a program, so that even those of words are hidden everywhere.
 * @returns a function that takes JSON, or a text for people.
 */
export function createRedaction(
  secrets: readonly string[],
  keys: readonly string[] = [],
): (answer: string) => string {
  const parts = partsOf(secrets)
  const keyParts = partsOf(keys)
  const forms = formsOf([...parts, ...keyParts])
  const inJson = formsOf([
    ...parts.filter((part) => !isOrdinary(part)),
    ...keyParts.filter((part) => !SHORT_KEY.test(part)),
  ])

  return (answer) => {
    const isJson = /^\s*[[{"]/.test(answer)
    const isEcho = (isJson ? inJson : forms).some((form) => answer.includes(form))
    if (!isEcho && !(isJson && inJson.length > 0 && ESCAPED.test(answer))) return answer
    const json = isJson ? jsonIn(answer) : undefined
    if (json === undefined) return withoutForms(answer, forms)
    const shown = withoutFormsInside(json, inJson)
    return shown === json ? answer : JSON.stringify(shown)
  }
}

/** One answer without the secrets that a service was called with, as {@link createRedaction} reads it. */
export const redactAnswer = (answer: string, ...secrets: Parameters<typeof createRedaction>): string =>
  createRedaction(...secrets)(answer)

/** A letter, digit or sign that JSON does not have to escape, so that a secret may be spelled in many ways. */
const ESCAPED = /\\u(?:00[2-9a-f]|0[1-9a-f]|[1-9a-f])/i

function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Whoever reads it says so.
    return undefined
  }
}

/** Replaces texts at any depth; a value without any is returned itself. */
function withoutFormsInside(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return withoutForms(value, forms)
  if (typeof value !== 'object' || value === null) return value
  const before = Object.entries(value)
  const after = before.map(([name, inner]) => [name, withoutFormsInside(inner, forms)] as const)
  if (after.every(([, inner], at) => inner === before[at]?.[1])) return value
  return Array.isArray(value) ? after.map(([, inner]) => inner) : Object.fromEntries(after)
}
