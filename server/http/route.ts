import { defineEventHandler, getQuery, send, setResponseStatus, type EventHandler, type H3Event } from 'h3'
import type { z } from 'zod'
import { issueAt } from '#contract/issue-words'
import { faultOf } from '#contract/issues'
import type { Answer, Operation } from '#contract/operation'
import type { App } from '#server/app'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { invalidInput } from '#server/errors/problem'
import { isDecodable, queryOf } from './address'
import { BODY_LIMIT, PUBLIC_BODY_LIMIT, readJson } from './body'
import { authorise, authoriseAgain, type Caller } from '#server/security/guards'
import { unreadableAddress } from './http.errors'
import { jsonBody } from './json'
import { pathParams } from './path-params'
import { sendProblem } from './problem'

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a handler receives: the authorised caller, and every input as parsed by the operation's schemas. */
interface RouteInput<O extends Operation> {
  app: App
  event: H3Event
  user: Caller<O['access']>
  params: Parsed<O['params']>
  query: Parsed<O['query']>
  body: Parsed<O['body']>
}

type RouteHandler = EventHandler & { operation: Operation }

/**
 * Creates the handler of one operation: authorises, parses, calls, and responds with the operation's first
 * status; anything thrown becomes problem+json.
 */
export function route<const O extends Operation>(
  operation: O,
  handle: (input: RouteInput<O>) => unknown,
): RouteHandler {
  const successStatus = Number(Object.keys(operation.answers)[0])
  const success = operation.answers[successStatus]
  const handler = defineEventHandler(async (event) => {
    try {
      const admitted = await authorise<O['access']>(event, operation)
      const params = parse(operation, 'params', pathParams(operation.path, event.context.path))
      const query = parse(operation, 'query', operation.query && readQuery(event))
      const given = operation.body && (await readJson(event, limitOf(operation)))
      const user = operation.body ? await authoriseAgain<O['access']>(event, operation) : admitted
      const body = parse(operation, 'body', given)
      const input: RouteInput<O> = { app: event.context.app, event, user, params, query, body }
      // After validation, so that a typo does not count against the limit.
      if (operation.limit && input.user) await input.app.fairLimits.admit(input.user.id, operation.limit)
      setResponseStatus(event, successStatus)
      const answer = await inSlotOf(operation, input, async () => handle(input))
      if (successStatus === 204) return null
      if (!isJson(success)) return answer
      const sent = await jsonBody(event, answer)
      // h3 sends a stream only if the handler returns it.
      if (typeof sent !== 'string' && !(sent instanceof Uint8Array)) return sent
      // h3 compares a returned value with `Response`, for which Node loads its entire Fetch API.
      await send(event, sent)
    } catch (error) {
      await sendProblem(event, error)
    }
  })
  return Object.assign(handler, { operation })
}

/**
 * Limits how many calls of a person are worked on at once. Those that fetch from the catalogue wait only for each other,
 * and reads never wait for changes.
 * @throws AppError `server_busy`.
 */
function inSlotOf<T>(
  { fetches, method }: Operation,
  { app, user }: { app: App; user: CurrentUser | null },
  work: () => Promise<T>,
): Promise<T> {
  return user ? app.inSlotOf(`${fetches ?? method} ${user.id}`, work) : work()
}

const limitOf = ({ access }: Operation) => (access === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT)

/** @throws AppError `bad_address` if the query would decode to something other than what was meant. */
function readQuery(event: H3Event): unknown {
  if (!isDecodable(queryOf(event.path))) throw unreadableAddress()
  return getQuery(event)
}

const isJson = (answer: Answer | undefined) => answer?.schema !== undefined && answer.mediaTypes === undefined

type Part = 'params' | 'query' | 'body'

/** @throws AppError `validation_failed` with every invalid field. */
function parse<O extends Operation, P extends Part>(operation: O, part: P, input: unknown): Parsed<O[P]>
function parse(operation: Operation, part: Part, input: unknown): unknown {
  const schema = operation[part]
  if (!schema) return undefined
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap((issue) =>
    pathsOf(issue, part).map((path) => ({ path, fault: faultOf(issue) })),
  )
  // Keys can echo the input; the response stays short whatever the input was.
  throw invalidInput(errors.slice(0, 20).map(({ path, fault }) => issueAt(path.slice(0, 200), fault)))
}

/** Where to show an issue: at each unknown field, otherwise at the field it concerns. */
function pathsOf(issue: z.core.$ZodIssue, part: Part): string[] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key].join('.'))
    : [issue.path.join('.') || part]
}
