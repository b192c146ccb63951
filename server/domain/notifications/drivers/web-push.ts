import { fault } from '#contract/issues'
import type { TargetKind } from '#server/domain/notifications/kind.types'
import { cutBytes } from '#server/domain/notifications/text-limits.rules'
import { parseObject, textOf } from './json-body'
import { arePushKeys, pushKeysOf } from './push-sealing'

/** Bytes of the text; with the rest it stays below what every push service takes. */
const TEXT_LIMIT = 2000

/** Statuses by which a push service says that the browser takes no messages any more. */
const GONE = [404, 410]

/**
 * A browser, through the push service of its maker. Its address and keys come from the browser alone; `headers` keeps
 * the keys, which encrypt messages and are not sent.
 * @see https://www.rfc-editor.org/rfc/rfc8030
 */
export const webPush: TargetKind = {
  kind: 'web_push',
  addressExample: 'https://push.example.org/subscription',
  bodyTypes: ['json'],
  body: JSON.stringify({ title: '{eventTitle}', text: '{eventText}', book: '{bookASIN}' }, null, 2),
  headers: {},
  token: null,
  openHeaders: [],
  limits: [{ path: 'text', max: TEXT_LIMIT, unit: 'bytes' }],
  personalOnly: true,
  sealed: true,

  findAddressProblem: (address) => (new URL(address).protocol === 'https:' ? null : fault('needs_https')),

  findHeaderProblem: (headers) => (arePushKeys(pushKeysOf(headers)) ? null : fault('no_push_keys')),

  fit({ body }) {
    const message = parseObject(body)
    if (!message) return { body, shortened: [] }
    const text = textOf(message, 'text')
    const cut = cutBytes(text, TEXT_LIMIT)
    return { body: JSON.stringify({ ...message, text: cut }), shortened: cut === text ? [] : ['text'] }
  },

  isGone: (status) => GONE.includes(status),
}
