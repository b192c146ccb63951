import type { H3Event } from 'h3'
import { siteOf } from './origin'

/** The public address of this server, with base path and trailing slash. */
export function siteAddressOf(event: H3Event): string {
  const { publicUrl = siteOf(event.context.origin), baseUrl } = event.context.app.config
  return `${publicUrl}${baseUrl}`
}
