import { createFetch, FetchError } from 'ofetch'
import type { Operation } from '#contract/operation'
import { UNATTENDED_HEADER } from '#contract/unattended'
import type { z } from 'zod'
import { isProblem, NO_CONNECTION, ProblemError, UNEXPECTED_ANSWER } from './problem'

type InputOf<O, Part extends 'params' | 'query' | 'body'> =
  O extends Record<Part, infer S extends z.ZodType> ? { [K in Part]: z.input<S> } : { [K in Part]?: never }

type BodyOf<A> = A extends { schema: infer S extends z.ZodType } ? z.output<S> : void

/** What an operation answers when it succeeds: the body under 200 or 201, nothing under 202 or 204. */
export type AnswerOf<O extends Operation> = O['answers'] extends { 200: infer A }
  ? BodyOf<A>
  : O['answers'] extends { 201: infer A }
    ? BodyOf<A>
    : void

/** A call as the contract's operation allows it: its verb and path, and inputs of the right types. */
export type CallOf<O extends Operation> = {
  method: O['method']
  path: O['path']
  signal?: AbortSignal
} & InputOf<O, 'params'> &
  InputOf<O, 'query'> &
  InputOf<O, 'body'>

/** The same where the answer is wanted, which only an operation that has one allows. */
export type CallForAnswerOf<O extends Operation> = AnswerOf<O> extends void ? never : CallOf<O>

export interface Answered<T> {
  data: T
  headers: Headers
}

interface PlainCall {
  method: string
  path: string
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
}

export interface HttpDependencies {
  fetch: typeof globalThis.fetch
  /** Whether nobody is at the page, which does things by itself. */
  isLeftAlone: () => boolean
  /** Called on every 401, so that the session can be looked at again. */
  onSignedOut: () => void
}

/**
 * The one fetcher of the interface. Addresses are relative to the page's `<base>`. A failed call throws
 * a ProblemError; an aborted one rethrows the abort.
 */
export function createHttp({ fetch, isLeftAlone, onSignedOut }: HttpDependencies) {
  const request = createFetch({ fetch, Headers, AbortController })

  async function send<T>(call: PlainCall): Promise<Answered<T | undefined>> {
    try {
      const response = await request.raw<T>(addressOf(call), {
        method: call.method,
        credentials: 'same-origin',
        // Nothing is repeated behind the person's back: a slow catalogue would be waited for twice.
        retry: false,
        headers: { accept: 'application/json', ...(isLeftAlone() && { [UNATTENDED_HEADER]: '1' }) },
        parseResponse: parseBody,
        ...(isRecord(call.query) ? { query: call.query } : {}),
        ...(isRecord(call.body) ? { body: call.body } : {}),
        ...(call.signal ? { signal: call.signal } : {}),
      })
      if (response._data instanceof NotJson) throw unexpected(response.status)
      return { data: response._data, headers: response.headers }
    } catch (error) {
      call.signal?.throwIfAborted()
      const problem = problemOf(error)
      if (problem.status === 401) onSignedOut()
      throw problem
    }
  }

  async function callWithHeaders<O extends Operation>(
    call: CallForAnswerOf<O>,
  ): Promise<Answered<AnswerOf<O>>> {
    const { data, headers } = await send<AnswerOf<O>>(call)
    if (data === undefined) throw unexpected(200)
    return { data, headers }
  }

  return {
    /** Calls an operation and hands back its body with the response headers. */
    callWithHeaders,
    /** Calls an operation and hands back its body. */
    async call<O extends Operation>(call: CallForAnswerOf<O>): Promise<AnswerOf<O>> {
      return (await callWithHeaders<O>(call)).data
    },
    /** Calls an operation that answers without a body, or whose body is of no use here. */
    async callForNothing<O extends Operation>(call: CallOf<O>): Promise<void> {
      await send<unknown>(call)
    },
  }
}
export type Http = ReturnType<typeof createHttp>

/** A body that should have been JSON, such as the page of a proxy in between. */
class NotJson {
  readonly isJson = false
}

/** Nothing is an answer as well, such as that of something begun in the background: who needs more misses it. */
function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return new NotJson()
    throw error
  }
}

function addressOf(call: PlainCall): string {
  const path = call.path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = isRecord(call.params) ? call.params[name] : undefined
    if (typeof value !== 'string') throw new TypeError(`${call.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  return new URL(path, document.baseURI).href
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (!(error instanceof FetchError)) throw error
  if (error.status === undefined) {
    return new ProblemError(
      { status: 0, code: NO_CONNECTION, detail: 'The server cannot be reached.' },
      { cause: error },
    )
  }
  const body: unknown = error.data
  if (!isProblem(body)) return unexpected(error.status, error)
  const retryAfter = Number(error.response?.headers.get('retry-after') ?? NaN)
  return new ProblemError(
    { ...body, retryAfter: Number.isFinite(retryAfter) ? retryAfter : null },
    { cause: error },
  )
}

function unexpected(status: number, cause?: unknown): ProblemError {
  const detail = 'Something between this page and the server answered in its place.'
  return new ProblemError({ status, code: UNEXPECTED_ANSWER, detail }, { cause })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
