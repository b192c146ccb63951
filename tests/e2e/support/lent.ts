import { z } from 'zod'
import type { Base } from './environments'

const sharedDemoSchema = z.object({
  /** With a trailing slash. */
  url: z.string(),
  /** Address of the webhook sink. */
  sink: z.string(),
})
/**
 * A server with sample data that all files use, one at a time; what outside services received can be read
 * over HTTP.
 */
type SharedDemo = z.infer<typeof sharedDemoSchema>

export const demosSchema = z.object({ '/': sharedDemoSchema, '/audiobooks/': sharedDemoSchema })
export type Demos = Record<Base, SharedDemo>

/** What files borrow, each exclusively. */
export interface Lent {
  /** Servers without indexers, where requests wait. */
  waiting: Demos
  /** Servers with indexers, which grab what is approved. */
  working: Demos
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the lender of servers listens. */
    e2eLender: string
  }
}
