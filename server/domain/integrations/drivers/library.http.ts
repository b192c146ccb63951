import { causeOf } from '#contract/cause'
import type { AppError } from '#server/errors/app-error'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import {
  createServiceHttp,
  failedWith,
  jsonOf,
  wrongServiceKey,
  type ServiceAnswer,
  type ServiceHttpDependencies,
} from './service-http'

/** The name of a media server, and where to find its key. */
export interface MediaServer {
  service: string
  keyIsAt: string
}

export interface LibraryQuestion {
  baseUrl: string
  path: `/${string}`
  query?: readonly (readonly [name: string, value: string])[]
  method?: 'GET' | 'POST'
  /** The key is sent only in headers, because addresses end up in logs. */
  headers: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}

export type LibraryHttp = ReturnType<typeof createLibraryHttp>

/**
 * Calls a media server over HTTP. All errors are those of `connection.errors.ts`, or the reason of the
 * signal.
 */
export function createLibraryHttp(dependencies: ServiceHttpDependencies, { service, keyIsAt }: MediaServer) {
  const { ask: send } = createServiceHttp(service, dependencies)

  function ask({ baseUrl, path, query, method, headers, signal }: LibraryQuestion): Promise<ServiceAnswer> {
    return send(endpoint(baseUrl, path, query), {
      method: method ?? 'GET',
      headers: { accept: 'application/json', ...headers },
      signal,
    })
  }

  function refusal(status: number): AppError {
    if (status === 401) return wrongServiceKey(service, keyIsAt)
    if (status === 403) return connectionFailed(causeOf('library_forbidden', { service }))
    return failedWith(service, status)
  }

  return {
    /** @returns the parsed JSON of a response with status 200. */
    async json(question: LibraryQuestion): Promise<unknown> {
      const { status, text } = await ask(question)
      if (status !== 200) throw refusal(status)
      return jsonOf(service, text)
    },

    /** Runs a command. @returns false if the key lacks permission. */
    async order(question: LibraryQuestion): Promise<boolean> {
      const { status } = await ask(question)
      if (status === 403) return false
      if (status < 200 || status > 299) throw refusal(status)
      return true
    },
  }
}
