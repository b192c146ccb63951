import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from '#contract/operations'
import { openapiDocument } from '#server/openapi/openapi'

const schema = z.looseObject({})
const mediaTypes = z.record(z.string(), z.object({ schema: schema.optional() }))
const answer = z.union([
  z.strictObject({ $ref: z.string() }),
  z.strictObject({ description: z.string().min(1), content: mediaTypes.optional() }),
])

/** The parts of OpenAPI 3.1 that are used here; anything else would be a mistake. */
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    contact: z.strictObject({ name: z.string() }),
    license: z.object({ name: z.string(), identifier: z.string() }),
  }),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(1) })),
  servers: z.array(z.strictObject({ url: z.string() })).length(1),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(
      z.enum(['get', 'post', 'put', 'patch', 'delete']),
      z.strictObject({
        operationId: z.string(),
        summary: z.string().min(1),
        description: z.string().min(1),
        tags: z.array(z.string()).length(1),
        security: z.array(z.record(z.string(), z.array(z.string()).length(0))),
        parameters: z
          .array(
            z.strictObject({
              name: z.string(),
              in: z.enum(['path', 'query']),
              required: z.boolean(),
              schema,
            }),
          )
          .optional(),
        requestBody: z.strictObject({ required: z.boolean(), content: mediaTypes }).optional(),
        responses: z.record(z.string().regex(/^[2-5]\d\d$/), answer),
      }),
    ),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z]+$/), schema),
    responses: z.record(z.string(), answer),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
})

const text = openapiDocument({ version: '1.2.3', baseUrl: '/books/audio/' })
const document = documentSchema.parse(JSON.parse(text))
const described = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([method, operation]) => ({ path, method, ...operation })),
)

/** Follows a reference such as `#/components/schemas/Book`. */
function resolve(reference: string): unknown {
  const places = reference.replace(/^#\//, '').split('/')
  let found: unknown = document
  for (const place of places) {
    const members = z.record(z.string(), z.unknown()).parse(found)
    found = members[place]
  }
  return found
}

describe('the OpenAPI document', () => {
  it('describes every operation once', () => {
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(operations).toSorted(),
    )
    for (const { operationId, method, path } of described) {
      expect(operations[operationId]).toMatchObject({ method: method.toUpperCase(), path })
    }
  })

  it('contains the address of the API and the version', () => {
    expect(document.servers).toEqual([{ url: '/books/audio' }])
    expect(documentSchema.parse(JSON.parse(openapiDocument({ version: '1', baseUrl: '/' }))).servers).toEqual(
      [{ url: '/' }],
    )
    expect(document.info.version).toBe('1.2.3')
  })

  it('refers to nothing that it lacks', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
    expect(references.length).toBeGreaterThan(50)
    for (const reference of new Set(references))
      expect([reference, typeof resolve(reference)]).toEqual([reference, 'object'])
    expect(text).not.toContain('$defs')
  })

  it('describes every tag, and none that nothing has', () => {
    const used = new Set(described.flatMap(({ tags }) => tags))
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
  })

  it('names the members of records whose keys are known', () => {
    expect(document.components.schemas['Selection']).toMatchObject({
      properties: {
        applies_to: {
          properties: { approve: { type: 'integer' }, decline: { type: 'integer' } },
          required: ['approve', 'decline', 'remove', 'downloaded'],
        },
      },
    })
    expect(text).not.toContain('"propertyNames":{"$ref"')
  })

  it('names every parameter of a path, and only those', () => {
    for (const { path, parameters = [] } of described) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.every(({ required }) => required)).toBe(true)
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    }
  })

  it('requires credentials wherever the server does, in each accepted form', () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual([
      'bearer',
      'basic',
      'cookie',
      'dashboard',
    ])
    for (const { operationId, path, security, responses } of described) {
      const isPublic = operations[operationId]?.access === 'public'
      const ways = [{ bearer: [] }, { basic: [] }, { cookie: [] }]
      const ofDashboards = path.startsWith('/api/v1/') ? [{ dashboard: [] }] : []
      expect([operationId, security]).toEqual([operationId, isPublic ? [] : [...ways, ...ofDashboards]])
      if (!isPublic) expect(responses).toHaveProperty('401')
    }
  })

  it('answers every failure with problem details', () => {
    for (const { responses } of described) {
      for (const [status, given] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        const { content } =
          '$ref' in given ? z.object({ content: mediaTypes }).parse(resolve(given.$ref)) : given
        expect(content).toEqual({
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        })
      }
    }
  })

  it('lets answers grow and refuses unknown fields of bodies', () => {
    expect(document.components.schemas['Book']).not.toHaveProperty('additionalProperties')
    expect(document.components.schemas['Init']).toHaveProperty('additionalProperties', false)
  })

  it('marks optional bodies', () => {
    expect(document.paths['/api/requests/{asin}/approve']?.post?.requestBody?.required).toBe(false)
    expect(document.paths['/api/requests/bulk']?.post?.requestBody?.required).toBe(true)
  })

  it('describes whole numbers of a query as such', () => {
    const parameters = document.paths['/api/requests']?.get?.parameters ?? []
    expect(parameters.find(({ name }) => name === 'limit')?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 500,
    })
  })

  it('has a valid example of every object', () => {
    const objects = Object.entries(document.components.schemas).filter(
      ([, { type, oneOf }]) => type === 'object' || oneOf !== undefined,
    )
    const definitions = z
      .record(z.string(), schema)
      .parse(
        JSON.parse(
          JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
        ),
      )
    expect(objects.length).toBeGreaterThan(100)
    for (const [id, { examples }] of objects) {
      const component = z.fromJSONSchema({ $defs: definitions, $ref: `#/$defs/${id}` })
      const [example] = z.tuple([z.unknown()], `${id} has no example`).parse(examples)
      expect([id, component.safeParse(example).error?.issues ?? []]).toEqual([id, []])
    }
  })
})
