import { z } from 'zod'
import { parseJson } from '#server/upstream/parse-json'

const objectSchema = z.record(z.string(), z.unknown())

export type JsonObject = z.infer<typeof objectSchema>

/** @returns null for what is no object. */
export function asObject(value: unknown): JsonObject | null {
  const parsed = objectSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** Reads a body that is filled in; null when it is no JSON object. Templates of older versions may be anything. */
export function parseObject(body: string): JsonObject | null {
  try {
    return asObject(parseJson(body))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The text of a member; empty for anything else. */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}
