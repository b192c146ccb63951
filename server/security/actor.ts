import type { H3Event } from 'h3'
import type { Source } from '#server/domain/auth/auth.types'
import type { Client } from '#server/domain/auth/sessions.service'
import { readDevices } from './device-cookie'
import { siteOf } from './origin'
import { requestHeader } from './request-header'

/** Where a request comes from, for counting sign-ins. */
export function sourceOf(event: H3Event): Source {
  const { address, untrustedProxy } = event.context.origin
  return { address, shared: untrustedProxy, devices: readDevices(event) }
}

/** The browser that a session is for. */
export function clientOf(event: H3Event): Client {
  return {
    ...sourceOf(event),
    userAgent: requestHeader(event, 'user-agent'),
    site: siteOf(event.context.origin),
  }
}
