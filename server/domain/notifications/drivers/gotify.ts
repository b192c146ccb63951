import type { TargetKind } from '../kind.types'
import { parseObject, textOf } from './json-body'

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
    if (/\/message\/?$/.test(url.pathname)) return address
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/message`
    return url.href
  },

  fit({ body, variables }) {
    const message = parseObject(body)
    if (!message) return { body, shortened: [] }
    // An empty message is refused.
    if (textOf(message, 'message').trim() === '') {
      message['message'] = variables.eventText || variables.eventType
    }
    return { body: JSON.stringify(message), shortened: [] }
  },
}
