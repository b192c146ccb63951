import type { z } from 'zod'
import type { Region } from '#contract/common'
import { AppError } from '#server/errors/app-error'
import { parseJson } from '#server/upstream/parse-json'
import {
  catalogueFailed,
  catalogueNotItsApi,
  catalogueTimeout,
  catalogueUnreachable,
} from '#server/domain/catalogue/catalogue.errors'
import { TOP_LEVEL_DOMAINS } from '#server/domain/catalogue/regions.rules'
import { BodyTooLarge, readBounded } from '#server/upstream/bounded-body'
import { pause, TimedOut, withTimeout } from '#server/async/timeout'

/** Fifty full products are about 700 kB. */
const MAX_ANSWER_BYTES = 4_000_000
/** Pause before the retry if the catalogue does not specify one. */
const DEFAULT_RETRY_MS = 500

export interface AudibleDependencies {
  /** Usually `globalThis.fetch`. */
  fetch: typeof globalThis.fetch
  /**
   * Address of the API, with or without a sub-path or a trailing slash; `{tld}` stands for the top-level domain of the
   * region.
   */
  baseUrl?: string
  /** Time limit of one call in milliseconds, retries and pauses included. */
  timeoutMs?: number
}

interface Question<T extends z.ZodType> {
  region: Region
  path: `/${string}`
  query: Readonly<Record<string, string>>
  schema: T
  signal?: AbortSignal | undefined
}

/**
 * The pause that a Retry-After header requests, in milliseconds, or null without such a header. A date is
 * compared with the response's own Date header, because the clocks of the two machines may differ.
 */
function retryAfterMs({ headers }: Response): number | null {
  const header = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const wait = Date.parse(header) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw catalogueNotItsApi({ why: 'not_json' }, { cause })
  }
}

function codedError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof TimedOut) {
    return catalogueTimeout({}, { cause: error })
  }
  if (error instanceof BodyTooLarge) {
    return catalogueNotItsApi({ why: 'too_long' }, { cause: error })
  }
  return error
}

/**
 * Whether an error comes from the connection. fetch reports these as TypeError; streams may add their own
 * types.
 */
function isConnectionFailure(error: unknown, caller: AbortSignal | undefined): boolean {
  return !(error instanceof AppError) && !(error instanceof TimedOut) && !caller?.aborted
}

/**
 * Queries the catalogue over HTTP. `ask` resolves with the parsed response, or with null for 400 and 404,
 * which is how the catalogue reports an ASIN it cannot read. Retries 429 and 5xx once, after Retry-After, if
 * the time limit permits.
 * @throws the errors of `catalogue.errors.ts`, or the caller's reason when its signal aborts
 */
export function createAudibleHttp({
  fetch,
  baseUrl = 'https://api.audible.{tld}',
  timeoutMs = 10_000,
}: AudibleDependencies) {
  async function send(url: string, signal: AbortSignal) {
    // A redirect leads away from the catalogue's address, so `read` refuses it.
    const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } })
    return { response, bytes: await readBounded(response, MAX_ANSWER_BYTES) }
  }

  async function sendTwice(url: string, signal: AbortSignal) {
    const startedAt = performance.now()
    const first = await send(url, signal)
    const { status } = first.response
    if (status !== 429 && status < 500) return first
    const wait = retryAfterMs(first.response) ?? DEFAULT_RETRY_MS
    if (performance.now() - startedAt + wait >= timeoutMs) return first
    await pause(wait, signal)
    return send(url, signal)
  }

  function read<T extends z.ZodType>(schema: T, response: Response, bytes: Uint8Array): z.infer<T> | null {
    const { status } = response
    if (status === 429) throw catalogueFailed({ why: 'too_many' })
    if (status >= 500) throw catalogueFailed({ why: 'failed', status })
    if (status >= 300 && status < 400) throw catalogueNotItsApi({ why: 'redirect', status })
    const answer = parsedJson(bytes)
    if (status === 400 || status === 404) return null
    if (status >= 400) throw catalogueFailed({ why: 'refused', status })
    const parsed = schema.safeParse(answer)
    if (parsed.success) return parsed.data
    throw catalogueNotItsApi({ why: 'form' }, { cause: parsed.error })
  }

  async function ask<T extends z.ZodType>(question: Question<T>): Promise<z.infer<T> | null> {
    const { region, path, query, schema, signal } = question
    const base = baseUrl.replaceAll('{tld}', TOP_LEVEL_DOMAINS[region]).replace(/(?<!\/)\/+$/, '')
    const url = `${base}${path}?${new URLSearchParams(query).toString()}`
    try {
      const { response, bytes } = await withTimeout(timeoutMs, signal, (limited) => sendTwice(url, limited))
      return read(schema, response, bytes)
    } catch (error) {
      const coded = codedError(error)
      if (!isConnectionFailure(coded, signal)) throw coded
      throw catalogueUnreachable({}, { cause: error })
    }
  }

  return { ask }
}

export type AudibleHttp = ReturnType<typeof createAudibleHttp>
