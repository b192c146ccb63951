import { z } from 'zod'

/** A JSON Schema, 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** A parameter of an operation. */
interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type SchemaWriter = ReturnType<typeof createSchemaWriter>

/**
 * Turns zod schemas into JSON Schema. Those that carry an id in their metadata are written once, as
 * components, and referred to as definitions of a JSON Schema; see {@link withComponentReferences}.
 * @param examples values shown with the component of the same id.
 */
export function createSchemaWriter(examples: Readonly<Record<string, unknown>>) {
  const components: Record<string, JsonSchema> = {}

  /** The schema as input or output, with its components put where they are referred to. */
  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // As a member of an object, a schema with an id becomes a reference like any other.
    const { properties, $defs } = convert(z.object({ schema }), io)
    for (const [id, definition] of Object.entries($defs ?? {})) {
      const example = examples[id]
      components[id] = { ...definition, ...(example !== undefined && { examples: [example] }) }
    }
    const written = properties?.['schema']
    if (typeof written !== 'object') throw new Error('This schema cannot be written as JSON Schema.')
    return written
  }

  return {
    components,
    write,

    /** The members of an object schema as parameters; none without a schema. */
    parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] {
      if (!schema) return []
      const { properties, required, $defs } = convert(schema, 'input')
      Object.assign(components, $defs)
      return Object.entries(properties ?? {}).flatMap(([name, member]) =>
        typeof member === 'object'
          ? [{ name, in: place, required: required?.includes(name) ?? false, schema: member }]
          : [],
      )
    },
  }
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      // Fields may be added to answers: clients have to expect that.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      tidy(jsonSchema)
    },
  })
}

/** Takes away what says nothing to a reader: bounds of JavaScript, patterns that repeat a format. */
function tidy(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.minLength === 0) delete schema.minLength
  if (schema.format !== undefined || schema.type === 'integer') delete schema.pattern
}

/** Turns references to definitions of a JSON Schema into references to components of an OpenAPI document. */
export function withComponentReferences(json: string): string {
  return json.replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')
}
