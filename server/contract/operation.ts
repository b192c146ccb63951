import type { z } from 'zod'
import type { LimitedAction } from './fair-limits'

/** Who may call an operation. `any` means everyone signed in; the others are minimum roles. */
export type Access = 'public' | 'any' | 'trusted' | 'admin'

/** The answer with one status. Without a schema there is no JSON body. */
export interface Answer {
  description: string
  schema?: z.ZodType
  /** Media type of an answer that is not JSON. */
  mediaType?: string
}

/**
 * One verb on one URL: the single source for the route's guard and parsing, the OpenAPI document and the client's
 * types. `path` is under the base URL, with parameters as `{name}`.
 */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  access: Access
  /** Whether pages call it by themselves, so that it prolongs no session. */
  passive?: boolean
  /** The limit it counts against. */
  limit?: LimitedAction
  /**
   * What it may fetch from the catalogue. Each person may have only so many calls of a kind answered at once, and
   * further ones queue behind their own: heavy use by one person delays no one else.
   */
  fetches?: 'books' | 'covers' | 'samples'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The first entry is the success answer; the others are documented along with the common problems. */
  answers: Record<number, Answer>
}

/** Declares an operation, keeping its literal and schema types. */
export function operation<const T extends Operation>(definition: T): T {
  return definition
}
