import { createGeneratorSync } from 'json-schema-faker'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { openapiDocument } from '#server/openapi/openapi'
import { addCaller } from '#tests/support/callers'
import { serveCatalogue } from '#tests/support/catalogue-server'

const record = z.record(z.string(), z.unknown())
const contents = z.record(z.string(), z.object({ schema: record.optional() }))
const answerSchema = z.object({ $ref: z.string().optional(), content: contents.optional() })
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema: record }),
    )
    .default([]),
  requestBody: z.object({ content: contents }).optional(),
  responses: z.record(z.string(), answerSchema),
})
type Described = z.infer<typeof operationSchema>

/** The document with its components as JSON Schema definitions, each of which lists all that an answer may have. */
const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operationSchema)),
    components: z.object({
      schemas: z.record(z.string(), record),
      responses: z.record(z.string(), answerSchema),
    }),
  })
  .parse(
    JSON.parse(
      openapiDocument({ version: '1.2.3', baseUrl: '/' }).replaceAll('#/components/schemas/', '#/$defs/'),
    ),
  )
const $defs = document.components.schemas
const described = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
)

const compiled = new WeakMap<object, z.ZodType>()
/** What does not fit a schema of the document, in a value. */
function issueWith(schema: Record<string, unknown>, value: unknown): string | undefined {
  const parser = compiled.get(schema) ?? z.fromJSONSchema({ ...schema, $defs })
  compiled.set(schema, parser)
  return parser.safeParse(value).error?.message
}

/**
 * What may be wrong with a value that fits its schema: characters, rules between fields, and what the server has or may
 * do here. Any other issue says that the document lacks a length, a range or a format.
 */
const BEYOND_SCHEMAS = new Set([
  ...[
    'control_characters',
    'in_the_past',
    'no_category_row',
    'no_condition',
    'no_events',
    'no_names',
    'passwords_differ',
  ],
  ...['range_reversed', 'role_or_username', 'roles_differ', 'takes_no_token', 'wrong_body_type'],
])
/** The same, where the code alone could also say that the document lacks something. */
const BEYOND_SCHEMAS_HERE = new Set([
  ...['body_type: required', 'body: required', 'body: not_json', 'url: required', 'token: required'],
  ...['driver: not_one_of', 'kind: not_one_of', 'events: not_one_of', 'headers: invalid'],
])

/** How often each operation is called. */
const CALLS = 6

const { server } = serveCatalogue()

describe('Calls made from the OpenAPI document', () => {
  const generator = createGeneratorSync({ seed: 20_261, optionalsProbability: 0.5, maxDepth: 8, maxItems: 3 })
  const make = (schema: Record<string, unknown>) => generator.generate({ ...schema, $defs })
  /** Identifiers in earlier answers, so that later calls are about things that exist. */
  const known = new Map<string, string[]>()

  it.each(Array.from({ length: CALLS }, (_call, round) => round))(
    'are answered as it says, round %i',
    async (round) => {
      const wrong: string[] = []
      for (const operation of described) {
        const headers = await addCaller(server.app, 'admin', `admin-${round}-${operation.operationId}`)
        const { url, init } = callOf(operation, round)
        const answer = await server.fetch(url, { method: operation.method, headers, ...init })
        wrong.push(
          ...(await faultsOf(operation, answer)).map(
            (fault) => `${operation.operationId}: ${url} ${JSON.stringify(init)} → ${answer.status} ${fault}`,
          ),
        )
      }
      expect(wrong).toEqual([])
    },
  )

  function callOf({ path, parameters, requestBody }: Described & { path: string }, round: number) {
    const query = new URLSearchParams()
    let filled = path
    for (const { name, in: place, required, schema } of parameters) {
      const seen = (known.get(name) ?? []).filter((value) => !issueWith(schema, value))
      const value = String(seen.length > 0 && round % 2 === 0 ? seen[round % seen.length] : make(schema))
      if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
      else if (required || round % 3 > 0) query.set(name, value)
    }
    const schema = requestBody?.content['application/json']?.schema
    const search = query.size > 0 ? `?${query.toString()}` : ''
    return { url: filled + search, init: schema ? { body: JSON.stringify(make(schema)) } : {} }
  }

  async function faultsOf({ responses }: Described, answer: Response): Promise<string[]> {
    const given = responses[answer.status]
    if (!given) return [`is no documented status: ${await answer.text()}`]
    const resolved = given.$ref ? document.components.responses[given.$ref.split('/').at(-1) ?? ''] : given
    const type = answer.headers.get('content-type')?.split(';')[0] ?? null
    if (type === 'text/event-stream') await answer.body?.cancel()
    const text = type === 'text/event-stream' ? '' : await answer.text()
    const documented = resolved?.content ?? {}
    if (type === null) return text === '' && Object.keys(documented).length === 0 ? [] : ['has no type']
    const content = documented[type]
    if (!content) return [`is of type ${type}`]
    if (!/[/+]json$/.test(type)) return []
    if (text === '') return ['is empty']
    if (!content.schema) return []
    const value: unknown = JSON.parse(text)
    collect(value)
    const error = issueWith(content.schema, value)
    const faults = error === undefined ? [] : [error]
    if (answer.status === 422) {
      const { errors = [] } = problemSchema.parse(value)
      const undocumented = errors.filter(
        ({ path, code }) => !BEYOND_SCHEMAS.has(code) && !BEYOND_SCHEMAS_HERE.has(`${path}: ${code}`),
      )
      faults.push(...undocumented.map(({ path, code }) => `${path}: ${code}`))
    }
    return faults
  }

  /** Remembers the identifiers in an answer. */
  function collect(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(collect)
    const members = record.safeParse(value)
    if (!members.success) return
    for (const [name, member] of Object.entries(members.data)) {
      if (typeof member !== 'string') collect(member)
      else if (['id', 'asin', 'username'].includes(name))
        known.set(name, [member, ...(known.get(name) ?? [])].slice(0, 10))
    }
  }
})
