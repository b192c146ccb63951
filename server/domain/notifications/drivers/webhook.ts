import { deliveryCause } from '#contract/delivery-cause'
import { readStart } from '#server/upstream/bounded-body'
import { connectionFailure } from '#server/upstream/connection-failure'
import { redact, shorten } from '#server/upstream/redaction.rules'
import type { Webhook, WebhookCall, WebhookResult } from '#server/domain/notifications/notifications.types'
import { addressSecrets, maskAddress, splitAddress } from '#server/domain/notifications/target-address.rules'

/** Bytes of an answer that are read at most. */
const READ_LIMIT = 16 * 1024
/** Characters of an answer that are kept. */
const KEPT_LENGTH = 500

/** Makes one POST without following redirects: they would carry the headers to another place. */
export type Post = (
  url: string,
  init: { headers: Headers; body: string; signal: AbortSignal },
) => Promise<Response>

/** Posts through the Fetch API, to any address. */
export function postThrough(fetch: typeof globalThis.fetch): Post {
  return (url, init) => fetch(url, { method: 'POST', redirect: 'manual', ...init })
}

/** Thrown by a {@link Post} that does not go to an address. */
export class RefusedAddress extends Error {}

/** Stands for a hidden value. */
const MASK = '***'

/**
 * Sends messages by HTTP POST.
 * @param options.post reaches any address.
 * @param options.postPublicly reaches public addresses alone, and throws {@link RefusedAddress} for others.
 * @param options.timeLimitMs for the whole exchange.
 */
export function createWebhook({
  post,
  postPublicly,
  userAgent,
  timeLimitMs = 30_000,
}: {
  post: Post
  postPublicly: Post
  userAgent: string
  timeLimitMs?: number
}): Webhook {
  return {
    async send(call, interrupt) {
      const controller = new AbortController()
      const stop = () => controller.abort()
      const timer = setTimeout(stop, timeLimitMs)
      interrupt.addEventListener('abort', stop)
      if (interrupt.aborted) stop()
      const { url, userinfo } = splitAddress(call.url)
      const headers = composeHeaders(call, userinfo, userAgent)
      try {
        const reach = call.publicOnly ? postPublicly : post
        const response = await reach(url, { headers, body: call.body, signal: controller.signal })
        return await readAnswer(response, secretsOf(call, headers))
      } catch (error) {
        if (interrupt.aborted) return { kind: 'interrupted' }
        if (controller.signal.aborted) {
          const seconds = Math.round(timeLimitMs / 1000)
          return { kind: 'unanswered', cause: deliveryCause('timed_out', { seconds }) }
        }
        return describeFailure(error)
      } finally {
        clearTimeout(timer)
        interrupt.removeEventListener('abort', stop)
      }
    },

    show(call) {
      const { userinfo } = splitAddress(call.url)
      const open = new Set([
        'content-type',
        'user-agent',
        ...call.openHeaders.map((name) => name.toLowerCase()),
      ])
      const shown = [...composeHeaders(call, userinfo, userAgent)].map(([name, value]): [string, string] => [
        name,
        open.has(name) ? value : MASK,
      ])
      return {
        method: 'POST',
        url: maskAddress(call.url),
        headers: Object.fromEntries(shown),
        body: call.body,
      }
    },
  }
}

function composeHeaders(
  call: WebhookCall,
  userinfo: { username: string; password: string } | null,
  userAgent: string,
): Headers {
  const headers = new Headers({
    'content-type': call.bodyType === 'json' ? 'application/json' : 'text/plain; charset=utf-8',
    'user-agent': userAgent,
  })
  if (userinfo) {
    const pair = asBytes(`${userinfo.username}:${userinfo.password}`)
    headers.set('authorization', `Basic ${btoa(pair)}`)
  }
  for (const [name, value] of Object.entries(call.headers)) headers.set(name, asBytes(value))
  return headers
}

/** Header values are bytes; each character of the result stands for one byte of UTF-8. */
function asBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}

function secretsOf(call: WebhookCall, headers: Headers): string[] {
  const authorization = headers.get('authorization')
  const open = new Set(call.openHeaders.map((name) => name.toLowerCase()))
  return [
    ...Object.entries(call.headers).flatMap(([name, value]) => (open.has(name.toLowerCase()) ? [] : [value])),
    ...(authorization === null ? [] : [authorization]),
    ...addressSecrets(call.url),
  ]
}

/** The status decides; an answer that breaks off after it is kept as far as it came. */
async function readAnswer(response: Response, secrets: string[]): Promise<WebhookResult> {
  return {
    kind: 'answered',
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    answer: shorten(redact(await readStart(response, READ_LIMIT), secrets), KEPT_LENGTH),
  }
}

/** Says what failed without the address, which may hold secrets. */
function describeFailure(error: unknown): WebhookResult {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof RefusedAddress) return { kind: 'refused', cause: deliveryCause('not_public') }
  }
  const { failure } = connectionFailure(error)
  return { kind: 'unanswered', cause: deliveryCause('connection_failed', { failure }) }
}
