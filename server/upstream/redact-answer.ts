import { parseJson } from './parse-json'
import { formsOf, partsOf, withoutForms } from './redaction.rules'

/** Passwords that titles and names contain by chance: short ones, and words. */
const ORDINARY = /^(?:.{0,5}|\p{L}{0,7})$/su

/**
 * Takes the secrets that a service was called with out of its answers. Of JSON only the texts in it are changed, and of
 * passwords only those that no title contains by chance, so that everything else is read as before.
 * @returns a function that takes JSON, or a text for people.
 */
export function createRedaction(secrets: readonly string[]): (answer: string) => string {
  const parts = partsOf(secrets)
  const forms = formsOf(parts)
  const inJson = formsOf(parts.filter((part) => !ORDINARY.test(part)))

  return (answer) => {
    const isJson = /^\s*[[{"]/.test(answer)
    const isEcho = (isJson ? inJson : forms).some((form) => answer.includes(form))
    if (!isEcho && !(isJson && ESCAPED.test(answer))) return answer
    const json = isJson ? jsonIn(answer) : undefined
    if (json === undefined) return withoutForms(answer, forms)
    const shown = withoutFormsInside(json, inJson)
    return shown === json ? answer : JSON.stringify(shown)
  }
}

/** One answer without the secrets that a service was called with, as {@link createRedaction} reads it. */
export const redactAnswer = (answer: string, secrets: readonly string[]): string =>
  createRedaction(secrets)(answer)

/** A letter, digit or sign that JSON does not have to escape, so that a secret may be spelled in many ways. */
const ESCAPED = /\\u00[2-7][\da-f]/i

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
