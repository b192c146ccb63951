import type { z } from 'zod'
import { ROLES, type Role } from './common'
import type { LimitedAction } from './fair-limits'

/** Who may call an operation. `any` means everyone signed in; the others are minimum roles. */
export type Access = 'public' | 'any' | 'trusted' | 'admin'

/** Whether a role suffices for an operation. Roles are ordered: untrusted < trusted < admin. */
export function suffices(role: Role, access: Access): boolean {
  return access === 'public' || access === 'any' || ROLES.indexOf(role) >= ROLES.indexOf(access)
}

/** The response with one status. Without a schema, it has no JSON body. */
export interface Answer {
  description: string
  schema?: z.ZodType
  /** Media types of a response that is not JSON. */
  mediaTypes?: readonly string[]
}

/**
 * One method on one URL: the single source for the route's guard and parsing, the OpenAPI document and the
 * client's types. `path` is under the base URL, with parameters as `{name}`.
 */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  access: Access
  /** Whether pages call it without a person's action, so that it does not extend a session. */
  passive?: boolean
  /** The limit that its calls count against. */
  limit?: LimitedAction
  /**
   * What it may fetch from the catalogue. Only a limited number of each person's calls of a kind are answered
   * at the same time. Further ones queue behind that person's own, so that heavy use by one person delays no
   * one else.
   */
  fetches?: 'books' | 'covers' | 'samples'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The first entry is the response on success; the others are documented along with the common problems. */
  answers: Record<number, Answer>
}

/** Declares an operation, keeping its literal and schema types. */
export function operation<const T extends Operation>(definition: T): T {
  return definition
}
