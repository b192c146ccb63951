import { fault } from '#contract/issues'
import type { TargetKind } from '#server/domain/notifications/kind.types'
import { cutJson } from '#server/domain/notifications/text-limits.rules'
import { parseObject, textOf } from './json-body'
import { arePushKeys, pushKeysOf } from './push-sealing'

/**
 * The fields that the service worker reads, with the maximum bytes of each in JSON. Their total is below
 * 3,993 bytes, which is what encryption leaves of the 4,096 that every push service accepts.
 */
const LIMITS = [
  { path: 'title', max: 500, unit: 'bytes' },
  { path: 'text', max: 2000, unit: 'bytes' },
  { path: 'book', max: 100, unit: 'bytes' },
] as const

/** Statuses that mean that the browser no longer accepts messages. */
const GONE = [404, 410]

/**
 * A browser, reached through its vendor's push service. The address and keys come only from the browser;
 * `headers` stores the keys, which encrypt messages and are not sent, and the `site` at which the browser subscribed.
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
  limits: LIMITS,
  personalOnly: true,
  sealed: true,

  findAddressProblem: (address) => (new URL(address).protocol === 'https:' ? null : fault('needs_https')),

  findHeaderProblem: (headers) => (arePushKeys(pushKeysOf(headers)) ? null : fault('no_push_keys')),

  fit({ body }) {
    const message = parseObject(body)
    if (!message) return { body, shortened: [] }
    const parts = LIMITS.map(({ path, max }) => {
      const whole = textOf(message, path)
      const kept = cutJson(whole, max)
      return { path, kept, isCut: kept !== whole }
    })
    return {
      body: JSON.stringify(Object.fromEntries(parts.map(({ path, kept }) => [path, kept]))),
      shortened: parts.filter(({ isCut }) => isCut).map(({ path }) => path),
    }
  },

  isGone: (status) => GONE.includes(status),
}
