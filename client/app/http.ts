import { createFetch, FetchError } from 'ofetch'
import { PAGE_HEADER } from '#contract/page-call'
import { UNATTENDED_HEADER } from '#contract/unattended'
import type { AnswerOf, CallOf, OperationName } from './operations'
import { isProblem, NO_CONNECTION, ProblemError, PROXY_SIGN_IN, UNEXPECTED_ANSWER } from './problem'

interface Answered<T> {
  data: T
  headers: Headers
}

interface PlainCall {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
}

/** A call takes no arguments if its operation takes no input. */
type Arguments<N extends OperationName> = object extends CallOf<N> ? [call?: CallOf<N>] : [call: CallOf<N>]

interface HttpDependencies {
  fetch: typeof globalThis.fetch
  /** Whether the page is unattended, so that its calls do not count as the user's activity. */
  isUnattended: () => boolean
  /** Called on every 401 of the server, so that the session can be checked. */
  onSignedOut: () => void
  /** Called when a proxy in front of the server asks to sign in, which only loading a page can do. */
  onProxySignIn: () => void
}

/**
 * The app's only fetcher. URLs are relative to the page's `<base>`. A failed call throws a ProblemError; an
 * aborted one rethrows the abort.
 */
export function createHttp({ fetch, isUnattended, onSignedOut, onProxySignIn }: HttpDependencies) {
  const request = createFetch({ fetch, Headers, AbortController })

  /** Calls an operation whose types the caller knows. */
  async function send<T>(name: OperationName, call: PlainCall): Promise<Answered<T>> {
    const [method, path, hasBody] = ROUTES[name]
    try {
      const response = await request.raw<T>(addressOf(path, call), {
        method,
        credentials: 'same-origin',
        // The API never redirects: a redirect is a proxy's, usually to its sign-in page on another origin.
        redirect: 'manual',
        // No hidden retries: people would wait for a slow catalogue twice.
        retry: false,
        headers: {
          accept: 'application/json',
          [PAGE_HEADER]: '1',
          ...(isUnattended() && { [UNATTENDED_HEADER]: '1' }),
        },
        parseResponse: parseBody,
        ...(isRecord(call.query) ? { query: withoutEmpty(call.query) } : {}),
        ...(isRecord(call.body) ? { body: call.body } : {}),
        ...(call.signal ? { signal: call.signal } : {}),
      })
      if (isSignInOfProxy(response)) throw new ProblemError(coded(PROXY_SIGN_IN, 0))
      const data = response._data
      if (data instanceof NotJson || !isThere(data, hasBody))
        throw new ProblemError(coded(UNEXPECTED_ANSWER, response.status))
      return { data, headers: response.headers }
    } catch (error) {
      call.signal?.throwIfAborted()
      const problem = problemOf(error)
      if (problem.code === PROXY_SIGN_IN) onProxySignIn()
      else if (problem.status === 401) onSignedOut()
      throw problem
    }
  }

  /** Calls an operation and returns its body with the response headers. */
  function callWithHeaders<N extends OperationName>(name: N, ...[call]: Arguments<N>) {
    return send<AnswerOf<N>>(name, call ?? {})
  }

  return {
    send,
    callWithHeaders,
    /** Calls an operation and returns its body, if there is one. */
    async call<N extends OperationName>(name: N, ...args: Arguments<N>): Promise<AnswerOf<N>> {
      return (await callWithHeaders(name, ...args)).data
    },
  }
}
export type Http = ReturnType<typeof createHttp>

/** A body that should have been JSON, such as a proxy's page. */
class NotJson {
  readonly isJson = false
}

/**
 * An empty body is valid too, as after starting background work; `isThere` rejects it where one is required.
 */
function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return new NotJson()
    throw error
  }
}

/**
 * Whether a response that is not the API's asks people to sign in at a proxy: a redirect, a 401, or a page in place of
 * data or with a 403, as oauth2-proxy and Cloudflare Access send.
 */
function isSignInOfProxy({ type, status, ok, headers }: Response): boolean {
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  return type === 'opaqueredirect' || status === 401 || (isPage && (ok || status === 403))
}

/** Whether a response has the body that its operation promises; operations without a body accept any. */
function isThere<T>(data: T | undefined, hasBody: boolean): data is T {
  return data !== undefined || !hasBody
}

function addressOf(template: string, { params }: PlainCall): string {
  const path = template.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = isRecord(params) ? params[name] : undefined
    if (typeof value !== 'string') throw new TypeError(`${template} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  return new URL(path, document.baseURI).href
}

function withoutEmpty(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (!(error instanceof FetchError)) throw error
  if (error.status === undefined) return new ProblemError(coded(NO_CONNECTION, 0), { cause: error })
  const body: unknown = error.data
  if (!isProblem(body) && error.response && isSignInOfProxy(error.response))
    return new ProblemError(coded(PROXY_SIGN_IN, 0), { cause: error })
  if (!isProblem(body)) return new ProblemError(coded(UNEXPECTED_ANSWER, error.status), { cause: error })
  const retryAfter = Number(error.response?.headers.get('retry-after') ?? NaN)
  return new ProblemError(
    { ...body, retryAfter: Number.isFinite(retryAfter) ? retryAfter : null },
    { cause: error },
  )
}

/** A failure that the server did not describe: pages have their own words for the code. */
const coded = (code: string, status: number) => ({ code, status, detail: code })

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
