import type { H3Event } from 'h3'
import type { Source } from '../domain/auth/auth.types'
import './context'

/** Where a request comes from, as sign-in counts it. */
export function sourceOf(event: H3Event): Source {
  const { address, untrustedProxy } = event.context.origin
  return { address, shared: untrustedProxy }
}
