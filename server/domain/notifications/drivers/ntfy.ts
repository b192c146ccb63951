import { fault } from '#contract/issues'
import { escape } from '#server/domain/notifications/escape.rules'
import type { RequestTemplate, TargetKind } from '#server/domain/notifications/kind.types'
import { cutBytes } from '#server/domain/notifications/text-limits.rules'

/** In bytes; a longer message would become an attachment. */
const MESSAGE_LIMIT = 4096
/** In bytes per header value. Servers and proxies allow 4 to 8 kB for all headers together. */
const HEADER_LIMIT = 1024

/**
 * A topic on an ntfy server. The message is the body; everything else is headers.
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
    'Filename',
    'Markdown',
    'Delay',
    // Without headers that may contain secrets: Actions has headers of its own, Attach has the address of a
    // file.
  ],
  limits: [{ path: '', max: MESSAGE_LIMIT, unit: 'bytes' }],

  completeAddress(address) {
    const url = new URL(address)
    if (!/[^/]\/+$/.test(url.pathname)) return address
    // ntfy has no topics that end with a slash.
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '')
    return url.href
  },

  findAddressProblem(address) {
    // A message to the root of the server would have to be JSON.
    return new URL(address).pathname === '/' ? fault('needs_topic') : null
  },

  // ntfy's title is always plain text.
  formatsOf: (request) => (path) => (path === '' && isMarkdown(request) ? 'markdown' : 'plain'),

  fit({ body, variables, formatAt }) {
    // ntfy shows "triggered" for an empty message.
    const instead = escape(variables.eventText || variables.eventType || '', formatAt(''))
    const message = body.trim() === '' ? instead : body
    const cut = cutBytes(message, MESSAGE_LIMIT)
    return { body: cut, shortened: cut === message ? [] : [''] }
  },

  /** RFC 2047, because raw UTF-8 does not survive in headers. */
  encodeHeader(name, value) {
    if (name.toLowerCase() === 'authorization') return value
    const cut = cutBytes(value, HEADER_LIMIT)
    if (/^[\x20-\x7e]*$/.test(cut)) return cut
    const bytes = new TextEncoder().encode(cut)
    return `=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`
  },
}

/** The settings that turn on Markdown, as a header or in the address. */
const MARKDOWN = new Set(['x-markdown', 'markdown', 'md'])
const ON = new Set(['1', 'yes', 'true'])

function isMarkdown({ url, headers }: RequestTemplate): boolean {
  const inAddress = URL.canParse(url) ? [...new URL(url).searchParams] : []
  return [...Object.entries(headers), ...inAddress].some(([name, value]) => {
    const [key, given] = [name.toLowerCase(), value.trim().toLowerCase()]
    return MARKDOWN.has(key) ? ON.has(given) : key === 'content-type' && given.startsWith('text/markdown')
  })
}
