import type { Problem } from '#contract/common'
import { deferred } from './deferred'

/** A call as the server receives it. */
interface Call {
  method: string
  /** Below the base path. */
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
  signal: AbortSignal | null
}

export type Answer = (call: Call) => Response | Promise<Response>

/** Replaces the server: responds by verb and path; `{}` in a path matches one segment. */
export function fakeServer(answers: Record<string, Answer> = {}) {
  const calls: Call[] = []

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const text = typeof init?.body === 'string' ? init.body : ''
    const call: Call = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
      signal: init?.signal ?? null,
    }
    calls.push(call)
    const name = Object.keys(answers).find((candidate) => matches(candidate, call))
    const answer = name === undefined ? undefined : answers[name]
    if (!answer)
      return problem({ status: 404, code: 'not_found', detail: `No answer for ${call.method} ${call.path}` })
    return answer(call)
  }

  return {
    fetch,
    calls,
    answers,
    called: (name: string) => calls.filter((call) => matches(name, call)),
  }
}
export type FakeServer = ReturnType<typeof fakeServer>

function matches(name: string, { method, path }: Call): boolean {
  const [verb, pattern = ''] = name.split(' ')
  return verb === method && new RegExp(`^${pattern.replaceAll('{}', '[^/]+')}$`).test(path)
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    status: 200,
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })
}

export function nothing(): Response {
  return new Response(null, { status: 204 })
}

/** An empty response under a status that allows content: in a browser its body is an empty stream. */
export function empty(status: number): Response {
  const body = new ReadableStream({ start: (controller) => controller.close() })
  return new Response(body, { status })
}

export function problem(
  {
    status,
    code,
    detail,
    params = {},
    errors,
    cause,
  }: Pick<Problem, 'status' | 'code' | 'detail' | 'errors' | 'cause'> & Partial<Pick<Problem, 'params'>>,
  headers: Record<string, string> = {},
): Response {
  const body: Problem = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail,
    params,
    request_id: 'req-7',
    ...(errors && { errors }),
    ...(cause && { cause }),
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

/** A response that the test sends when it is ready. */
export function later(): { answer: Answer; give: (response: Response) => void } {
  const { promise, resolve } = deferred<Response>()
  return { answer: () => promise, give: resolve }
}
