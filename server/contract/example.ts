import { z } from 'zod'

type Schema = z.core.$ZodType

/** A value of which parts may be left out. */
type Part<T> = T extends readonly (infer Item)[]
  ? Part<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Part<T[Name]> | undefined }
    : T

const TIME = '2026-11-21T09:30:00.000Z'

const examples = new WeakMap<Schema, unknown>()

/**
 * Gives a schema its example in the OpenAPI document. What is left out, at any depth, follows from the schema: the
 * example of that part, the first of several values, null, false, 1, or a time. Parts without an example get theirs
 * from here.
 * @returns the whole example, for others to build on.
 * @throws Error if it does not fit the schema, such as for a text that was left out.
 */
export function example<S extends z.ZodType>(schema: S, given: Part<z.input<S>>): z.input<S> {
  const whole = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : schema
  const value = complete(whole, given)
  if (!fits(schema, value)) throw new Error(`Does not fit its schema: ${JSON.stringify(value)}`)
  examples.set(whole, value)
  adopt(whole, value)
  return value
}

/** The example of a schema: its own or one made of its parts'; undefined if a part lacks one. */
export function exampleOf(schema: Schema): unknown {
  const value = valueFor(schema)
  return z.safeParse(schema, value).success ? value : undefined
}

function fits<S extends z.ZodType>(schema: S, value: unknown): value is z.input<S> {
  return schema.safeParse(value).success
}

function valueFor(schema: Schema): unknown {
  const origin = originOf(schema)
  if (examples.has(origin)) return examples.get(origin)
  if (schema instanceof z.ZodObject) return complete(schema, {})
  if (schema instanceof z.ZodArray) return [valueFor(schema.element)].filter((item) => item !== undefined)
  if (schema instanceof z.ZodUnion) return schema.options.map(valueFor).find((option) => option !== undefined)
  if (schema instanceof z.ZodPipe) return valueFor(schema.in)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodISODateTime) return TIME
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodRecord) return {}
  return schema instanceof z.ZodNullable ? null : undefined
}

function complete(schema: Schema, given: unknown): unknown {
  if (given === undefined) return valueFor(schema)
  if (given === null || typeof given !== 'object') return given
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return complete(schema.unwrap(), given)
  if (schema instanceof z.ZodArray && Array.isArray(given))
    return given.map((item) => complete(schema.element, item))
  if (!(schema instanceof z.core.$ZodObject)) return given
  const members = new Map(Object.entries(given))
  const derived = Object.entries(schema._zod.def.shape).map(([name, part]) => [
    name,
    complete(part, members.get(name)),
  ])
  return { ...given, ...Object.fromEntries(derived.filter(([, value]) => value !== undefined)) }
}

/** Gives the parts of a value to those schemas that have no example of their own. */
function adopt(schema: Schema, value: unknown): void {
  if (value === null || value === undefined) return
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return adopt(schema.unwrap(), value)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    for (const item of value.toReversed()) adopt(schema.element, item)
  if (!(schema instanceof z.core.$ZodObject) || typeof value !== 'object') return
  const origin = originOf(schema)
  if (!examples.has(origin)) examples.set(origin, value)
  const members = new Map<string, unknown>(Object.entries(value))
  for (const [name, part] of Object.entries(schema._zod.def.shape)) adopt(part, members.get(name))
}

/** The schema with an id that another describes differently, if there is one. */
function originOf(schema: Schema): Schema {
  for (let at: Schema | undefined = schema; at; at = at._zod.parent) {
    if (examples.has(at) || z.globalRegistry.get(at)?.id !== undefined) return at
  }
  return schema
}
