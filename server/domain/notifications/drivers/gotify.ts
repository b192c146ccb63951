import { escape } from '#server/domain/notifications/escape.rules'
import type { TargetKind } from '#server/domain/notifications/kind.types'
import { asObject, parseObject, textOf } from './json-body'

/**
 * A Gotify server.
 * @see https://gotify.net/api-docs
 */
export const gotify: TargetKind = {
  kind: 'gotify',
  addressExample: 'https://gotify.example.org/message',
  bodyTypes: ['json'],
  body: JSON.stringify({ title: '{eventTitle}', message: '{eventText}', priority: 5 }, null, 2),
  headers: {},
  token: { header: 'X-Gotify-Key', required: true, write: (token) => token },
  openHeaders: [],
  limits: [],

  completeAddress(address) {
    const url = new URL(address)
    if (url.pathname.endsWith('/message')) return address
    // A trailing slash would cause a redirect, and redirects are not followed.
    const path = url.pathname.replace(/(?<!\/)\/+$/, '')
    url.pathname = path.endsWith('/message') ? path : `${path}/message`
    return url.href
  },

  // Gotify's title is always plain text.
  formatsOf({ body }) {
    const extras = asObject(parseObject(body)?.['extras'])
    const display = asObject(extras?.['client::display'])
    const isMarkdown = display !== null && textOf(display, 'contentType').trim() === 'text/markdown'
    return (path) => (path === 'message' && isMarkdown ? 'markdown' : 'plain')
  },

  fit({ body, variables, formatAt }) {
    const message = parseObject(body)
    if (!message) return { body, shortened: [] }
    // Gotify refuses an empty message.
    if (textOf(message, 'message').trim() === '') {
      message['message'] = escape(variables.eventText || variables.eventType || '', formatAt('message'))
    }
    return { body: JSON.stringify(message), shortened: [] }
  },
}
