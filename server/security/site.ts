import type { H3Event } from 'h3'
import '#server/http/context'
import { siteOf } from './origin'

/** Where people reach this server, with its base path and a slash at the end. */
export function siteAddressOf(event: H3Event): string {
  const { publicUrl = siteOf(event.context.origin), baseUrl } = event.context.app.config
  return `${publicUrl}${baseUrl}`
}
