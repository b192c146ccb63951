import { problemSchema } from '#contract/common'
import type { Answer, Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import './examples'
import { createSchemaWriter, withComponentReferences, type JsonSchema, type SchemaWriter } from './schemas'
import { TAGS, tagOf } from './tags'

type Json = Record<string, unknown>

/** Responses common to all operations; an operation's inputs determine which apply. */
const commonProblems = {
  400: ['UnreadableBody', 'The body is not JSON'],
  401: ['NotSignedIn', 'No one is signed in, or the credentials are wrong'],
  403: ['NotAllowed', 'The role is missing, or the call came from another site'],
  413: ['BodyTooLarge', 'The body is larger than 1 MB'],
  422: ['InvalidInput', 'A field or parameter is not valid; `errors` names it'],
  429: ['TooManyCalls', 'Too many calls in a short time; `Retry-After` says how many seconds to wait'],
  500: [
    'InternalError',
    'Something unexpected went wrong; see the server log for details, under the request’s id',
  ],
} as const
type CommonStatus = keyof typeof commonProblems

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key; works with every login type.' },
  basic: { type: 'http', scheme: 'basic', description: 'Username and password, with the login type basic.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'earmark_session',
    description:
      'A browser session, with the login types forms and oidc. This server sets it under a longer name, so that several servers on one host keep theirs apart, and reads both.',
  },
  dashboard: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'An API key as dashboards send it; works only under /api/v1.',
  },
}

/**
 * Describes every operation in OpenAPI 3.1, from the same schemas that parse its input.
 * @param options.baseUrl path under which the API is served; begins and ends with a slash.
 * @returns the document as JSON.
 */
export function openapiDocument(options: { version: string; baseUrl: string }): string {
  const schemas = createSchemaWriter()
  const problem = schemas.write(problemSchema, 'output')
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const verbs = (paths[operation.path] ??= {})
    verbs[operation.method.toLowerCase()] = describeOperation(name, operation, schemas)
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Earmark',
      version: options.version,
      description:
        'Audiobook requests for people who share a media server. Errors are problem details (RFC 9457); programs switch on their `code`.',
      contact: { name: 'The administrator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    servers: [{ url: options.baseUrl === '/' ? '/' : options.baseUrl.slice(0, -1) }],
    paths,
    components: {
      schemas: schemas.components,
      responses: Object.fromEntries(
        Object.values(commonProblems).map(([name, description]) => [
          name,
          { description, content: problemContent(problem) },
        ]),
      ),
      securitySchemes,
    },
  }
  return withComponentReferences(JSON.stringify(document))
}

function describeOperation(name: string, operation: Operation, schemas: SchemaWriter): Json {
  const parameters = [
    ...schemas.parameters(operation.params, 'path'),
    ...schemas.parameters(operation.query, 'query'),
  ]
  return {
    operationId: name,
    summary: operation.summary,
    tags: [tagOf(operation.path)],
    description: accessText[operation.access],
    security:
      operation.access === 'public' ? [] : securitySchemesFor(operation.path).map((key) => ({ [key]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: !operation.body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemas.write(operation.body, 'input') } },
      },
    }),
    responses: describeAnswers(operation, schemas),
  }
}

/** The security schemes that apply to an address. */
const securitySchemesFor = (path: string) =>
  Object.keys(securitySchemes).filter((key) => key !== 'dashboard' || path.startsWith('/api/v1/'))

const accessText = {
  public: 'For everyone, without signing in.',
  any: 'For everyone who is signed in.',
  trusted: 'Requires the role trusted or admin.',
  admin: 'Requires the role admin.',
}

function describeAnswers(operation: Operation, schemas: SchemaWriter): Json {
  const problem = schemas.write(problemSchema, 'output')
  const answers: Json = {}
  for (const status of commonStatuses(operation)) {
    answers[status] = { $ref: `#/components/responses/${commonProblems[status][0]}` }
  }
  for (const [status, answer] of Object.entries(operation.answers)) {
    answers[status] =
      Number(status) >= 400
        ? { description: answer.description, content: problemContent(problem) }
        : describeAnswer(answer, schemas)
  }
  return answers
}

function describeAnswer(
  { description, schema, mediaTypes = schema ? ['application/json'] : [] }: Answer,
  schemas: SchemaWriter,
) {
  const content = schema ? { schema: schemas.write(schema, 'output') } : {}
  return {
    description,
    ...(mediaTypes.length > 0 && {
      content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content])),
    }),
  }
}

function commonStatuses(operation: Operation): CommonStatus[] {
  const statuses: CommonStatus[] = [500]
  if (operation.limit) statuses.push(429)
  if (operation.access !== 'public') statuses.push(401)
  if (operation.method !== 'GET' || operation.access === 'trusted' || operation.access === 'admin')
    statuses.push(403)
  if (operation.body) statuses.push(400, 413)
  if (operation.body ?? operation.query ?? operation.params) statuses.push(422)
  return statuses
}

function problemContent(schema: JsonSchema): Json {
  return { 'application/problem+json': { schema } }
}
