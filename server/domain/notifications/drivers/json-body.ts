import { z } from 'zod'
import { parseJson } from '#server/upstream/parse-json'

const objectSchema = z.record(z.string(), z.unknown())

export type JsonObject = z.infer<typeof objectSchema>

/** @returns null for anything that is not an object. */
export function asObject(value: unknown): JsonObject | null {
  const parsed = objectSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/**
 * Parses a rendered body; null if it is not a JSON object. Templates from older versions may contain
 * anything.
 */
export function parseObject(body: string): JsonObject | null {
  try {
    return asObject(parseJson(body))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The text of a member; empty for other types. */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}
