import type { TargetKind } from '../kind.types'
import { cutBytes } from '../text-limits.rules'

/** Bytes; a longer message would become an attachment. */
const MESSAGE_LIMIT = 4096
/** Bytes of a header value; servers and proxies give all headers together 4 to 8 kB. */
const HEADER_LIMIT = 1024

/**
 * A topic of an ntfy server: the message is the body, everything else is headers.
 * @see https://docs.ntfy.sh/publish/
 */
export const ntfy: TargetKind = {
  kind: 'ntfy',
  addressExample: 'https://ntfy.sh/my-audiobooks',
  bodyTypes: ['text'],
  body: '{eventText}',
  headers: { Title: '{eventTitle}: {bookTitle}', Priority: 'default', Tags: 'books', Click: '{requestUrl}' },
  token: {
    header: 'Authorization',
    required: false,
    write: (token) => (/^(bearer|basic) /i.test(token) ? token : `Bearer ${token}`),
  },
  openHeaders: [
    'Title',
    'Priority',
    'Tags',
    'Click',
    'Icon',
    'Attach',
    'Filename',
    'Markdown',
    'Actions',
    'Delay',
  ],
  limits: [{ path: '', max: MESSAGE_LIMIT, unit: 'bytes' }],

  findAddressProblem(address) {
    // A message to the server itself would have to be JSON.
    return new URL(address).pathname === '/' ? 'needs the name of the topic at its end' : null
  },

  fit({ body, variables }) {
    // It would show "triggered" for an empty message.
    const message = body.trim() === '' ? variables.eventText || variables.eventType || '' : body
    const cut = cutBytes(message, MESSAGE_LIMIT)
    return { body: cut, shortened: cut === message ? [] : [''] }
  },

  /** RFC 2047, as raw UTF-8 does not survive in headers. */
  encodeHeader(name, value) {
    if (name.toLowerCase() === 'authorization' || /^[\x20-\x7e]*$/.test(value)) return value
    const bytes = new TextEncoder().encode(cutBytes(value, HEADER_LIMIT))
    return `=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`
  },
}
