import type { App } from '#server/app'
import type { Identity } from '#server/domain/auth/auth.types'
import type { RequestOrigin } from '#server/security/origin'
import type { Page } from './page'

declare module 'h3' {
  interface H3EventContext {
    app: App
    requestId: string
    /** The path as it came, below the base path and without the query: nothing in it is decoded. */
    path: string
    /** Where the request came from, as far as trusted proxies tell. */
    origin: RequestOrigin
    /** Whether only the headers of the answer are wanted: the request was a HEAD. */
    headersOnly: boolean
    /** Filled by the first guard that asks. */
    identity?: Promise<Identity | null>
    /** Allows the script tags of one page; made per request. */
    nonce: string
    page: Page
  }
}

export {}
