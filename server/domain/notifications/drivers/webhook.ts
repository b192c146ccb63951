import { deliveryCause } from '#contract/delivery-cause'
import { TimedOut, withTimeout } from '#server/async/timeout'
import { readStart } from '#server/upstream/bounded-body'
import { connectionFailure } from '#server/upstream/connection-failure'
import { redact, shorten } from '#server/upstream/redaction.rules'
import type { Webhook, WebhookCall, WebhookResult } from '#server/domain/notifications/notifications.types'
import { addressSecrets, maskAddress, splitAddress } from '#server/domain/notifications/target-address.rules'
import { causesOf } from '#server/errors/causes'

/** Maximum bytes read from a response. */
const READ_LIMIT = 16 * 1024
/** Characters stored of a response. */
const KEPT_LENGTH = 500

/** Sends one POST without following redirects, which would forward the headers to another host. */
export type Post = (
  url: string,
  init: { headers: Headers; body: string | Uint8Array<ArrayBuffer>; signal: AbortSignal },
) => Promise<Response>

/** Posts through the Fetch API, to any address. */
export function postThrough(fetch: typeof globalThis.fetch): Post {
  return (url, init) => fetch(url, { method: 'POST', redirect: 'manual', ...init })
}

/** Thrown by a {@link Post} for an address that it must not reach. */
export class RefusedAddress extends Error {}

/** An encrypted body, with its sender's signature. */
interface Sealed {
  authorization: string
  body: Uint8Array<ArrayBuffer>
}

/** Replaces a hidden value. */
const MASK = '***'

/**
 * Sends messages by HTTP POST.
 * @param options.post can reach any address.
 * @param options.postPublicly can reach only public addresses, and throws {@link RefusedAddress} for others.
 * @param options.seal encrypts a body that only its recipient may read.
 * @param options.timeout for the whole exchange, in milliseconds.
 */
export function createWebhook({
  post,
  postPublicly,
  seal,
  userAgent,
  timeout = 30_000,
}: {
  post: Post
  postPublicly: Post
  seal: (call: WebhookCall) => Promise<Sealed>
  userAgent: string
  timeout?: number
}): Webhook {
  return {
    async send(call, interrupt) {
      const { url, userinfo } = splitAddress(call.url)
      const headers = composeHeaders(call, userinfo, userAgent)
      try {
        return await withTimeout(timeout, interrupt, async (signal) => {
          const reach = call.publicOnly ? postPublicly : post
          const body = call.sealed ? await sealInto(headers, seal(call)) : call.body
          const response = await reach(url, { headers, body, signal })
          return readAnswer(response, secretsOf(call, headers))
        })
      } catch (error) {
        if (interrupt.aborted) return { kind: 'interrupted' }
        if (!(error instanceof TimedOut)) return describeFailure(error)
        const seconds = Math.round(timeout / 1000)
        return { kind: 'unanswered', cause: deliveryCause('timed_out', { seconds }) }
      }
    },

    show(call) {
      const { userinfo } = splitAddress(call.url)
      const headers = composeHeaders(call, userinfo, userAgent)
      return {
        method: 'POST',
        url: maskAddress(call.url),
        headers: Object.fromEntries(shownHeaders(call, headers)),
        body: call.body,
      }
    },
  }
}

/**
 * Headers for a push service: how many seconds to keep a message for an offline browser, and the encoding.
 */
const SEALED = {
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  ttl: String(7 * 24 * 60 * 60),
  urgency: 'normal',
}

function composeHeaders(
  call: WebhookCall,
  userinfo: { username: string; password: string } | null,
  userAgent: string,
): Headers {
  if (call.sealed) return new Headers({ ...SEALED, 'user-agent': userAgent })
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

/** Headers, with secrets hidden. */
function shownHeaders({ openHeaders, sealed }: WebhookCall, headers: Headers): [string, string][] {
  const always = sealed ? Object.keys(SEALED) : ['content-type']
  const open = new Set(['user-agent', ...always, ...openHeaders.map((name) => name.toLowerCase())])
  return [...headers].map(([name, value]) => [name, open.has(name) ? value : MASK])
}

async function sealInto(headers: Headers, sealing: Promise<Sealed>): Promise<Sealed['body']> {
  const { authorization, body } = await sealing
  headers.set('authorization', authorization)
  return body
}

/** Header values are bytes; each character of the result is one byte of UTF-8. */
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

/** The status decides; of a response that breaks off, the part that arrived is stored. */
async function readAnswer(response: Response, secrets: string[]): Promise<WebhookResult> {
  return {
    kind: 'answered',
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    answer: shorten(redact(await readStart(response, READ_LIMIT), secrets), KEPT_LENGTH),
  }
}

/** Describes a failure without the address, which may contain secrets. */
function describeFailure(error: unknown): WebhookResult {
  if (causesOf(error).some((cause) => cause instanceof RefusedAddress)) {
    return { kind: 'refused', cause: deliveryCause('not_public') }
  }
  const { failure } = connectionFailure(error)
  return { kind: 'unanswered', cause: deliveryCause('connection_failed', { failure }) }
}
