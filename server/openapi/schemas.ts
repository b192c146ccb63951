import { z } from 'zod'
import { exampleOf } from '#contract/example'

/** A JSON Schema (2020-12) as used by OpenAPI 3.1. */
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
 * Converts zod schemas to JSON Schema. Schemas with an id in their metadata are written once, as components, and
 * referenced as JSON Schema definitions; see {@link withComponentReferences}.
 */
export function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {}

  /** Converts a schema for input or output, and stores its components where the references point. */
  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // As a member of an object, a schema with an id becomes a normal reference.
    const { properties, $defs } = convert(z.object({ schema }), io)
    Object.assign(components, $defs)
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
    override({ zodSchema, jsonSchema }) {
      const isComponent = z.globalRegistry.get(zodSchema)?.id !== undefined
      if (isComponent && (jsonSchema.type === 'object' || jsonSchema.oneOf)) addExample(jsonSchema, zodSchema)
      nameProperties(jsonSchema, zodSchema)
      // Responses may gain fields, so clients must not reject unknown ones.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      tidy(jsonSchema)
    },
  })
}

function addExample(jsonSchema: JsonSchema, schema: z.core.$ZodType): void {
  const example = exampleOf(schema)
  if (example !== undefined) jsonSchema.examples = [example]
}

/** Names the members of a record whose keys are known: generators of clients know only properties. */
function nameProperties(jsonSchema: JsonSchema, { _zod: { def } }: z.core.$ZodTypes): void {
  const { additionalProperties: value } = jsonSchema
  const names = def.type === 'record' ? def.keyType._zod.values : undefined
  if (!names || value === undefined) return
  jsonSchema.properties = Object.fromEntries([...names].map((name) => [String(name), value]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}

/** Removes details of no use to a reader: JavaScript's number bounds, and patterns that repeat a format. */
function tidy(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.minLength === 0) delete schema.minLength
  const said = schema.format !== undefined && schema.format !== 'uri'
  if (said || schema.type === 'integer' || schema.type === 'boolean') delete schema.pattern
}

/** Converts references to JSON Schema definitions into references to OpenAPI components. */
export function withComponentReferences(json: string): string {
  return json.replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')
}
