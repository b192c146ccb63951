import { z } from 'zod'

/** A contract field that accepts any text. */
interface TextField {
  name: string
  /** Names of the fields of the same object, itself included. */
  beside: readonly string[]
}

type Schema = z.core.JSONSchema.JSONSchema

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** Enumerations, times and other formats are not free text. */
function isText({ type, enum: options, const: only, format }: Schema): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return types.includes('string') && options === undefined && only === undefined && format === undefined
}

/** Every free-text field of a schema, at any depth, as in responses. */
export function textFieldsOf(schema: z.ZodType): TextField[] {
  const found: TextField[] = []
  function walk(node: unknown, name: string, beside: readonly string[]): void {
    if (!isSchema(node)) return
    if (isText(node)) found.push({ name, beside })
    const { properties = {}, $defs = {}, items, additionalProperties } = node
    const names = Object.keys(properties)
    for (const [property, inner] of Object.entries(properties)) walk(inner, property, names)
    for (const inner of Object.values($defs)) walk(inner, '', [])
    for (const inner of [items, additionalProperties].flat()) walk(inner, name, beside)
    for (const inner of [node.anyOf, node.oneOf, node.allOf].flat()) walk(inner, name, beside)
  }
  walk(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), '', [])
  return found
}
