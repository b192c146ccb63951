import type { z } from 'zod'
import type { LimitedAction } from './fair-limits'

/** Who may call an operation. `any` is everybody who is signed in; the others are the least role. */
export type Access = 'public' | 'any' | 'trusted' | 'admin'

/** What an operation answers under one status. Without a schema there is no JSON body. */
export interface Answer {
  description: string
  schema?: z.ZodType
  /** Media type of an answer that is not JSON. */
  mediaType?: string
}

/**
 * One verb on one URL: the single source for the route's guard and parsing, the OpenAPI document and
 * the client's types. `path` is below the base URL and writes parameters as `{name}`.
 */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  access: Access
  /** Whether pages ask for it by themselves, with no person doing anything: it prolongs no session then. */
  passive?: boolean
  /** What it counts as, where a person may do it only so often. */
  limit?: LimitedAction
  /**
   * What may have to be fetched from the catalogue for it. A person has only so many of a kind answered at once, and the
   * others wait for these: whoever asks for much keeps nobody else waiting.
   */
  fetches?: 'books' | 'covers' | 'samples'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The first entry is what success answers; the other statuses are documented beside the common problems. */
  answers: Record<number, Answer>
}

/** Declares an operation, keeping its literal and schema types. */
export function operation<const T extends Operation>(definition: T): T {
  return definition
}
