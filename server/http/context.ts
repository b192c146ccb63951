import type { Access } from '#contract/operation'
import type { App } from '#server/app'
import type { Identity } from '#server/domain/auth/auth.types'
import type { RequestOrigin } from '#server/security/origin'
import type { Page } from './page'

declare module 'h3' {
  interface H3EventContext {
    app: App
    requestId: string
    /** The raw path under the base path without the query; not decoded. */
    path: string
    /** Names this server's cookies. */
    installationId: string
    /** Where the request came from, as far as trusted proxies report it. */
    origin: RequestOrigin
    /** Whether a page of another origin calls, for which only an API key counts. */
    isForeignPage?: boolean
    /** Whether to respond with headers only: the request was a HEAD. */
    headersOnly: boolean
    /** Set by the first guard that needs it. */
    identity?: Promise<Identity | null>
    /** What the guard admitted the caller to. */
    access?: Access
    /** Allows the script tags of one page; generated per request. */
    nonce: string
    page: Page
  }
}

export {}
