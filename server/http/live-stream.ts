import { setResponseHeaders, type H3Event } from 'h3'
import type { LiveEvent } from '#contract/system'
import type { CurrentUser, Identity } from '#server/domain/auth/auth.types'
import { AppError } from '#server/errors/app-error'
import { readCredentials } from '#server/security/credentials'
import { identityOf } from '#server/security/guards'
import type { LiveSubscription } from './live-events'

/** Milliseconds between heartbeats: proxies close connections that are silent for a minute. */
const HEARTBEAT = 25_000
/** Bytes that may be buffered for a slow client before it is dropped; its page reconnects. */
const BACKLOG = 64 * 1024
/** Milliseconds until a page that lost its stream reconnects. */
const RETRY = 3000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx buffers responses unless told not to.
  'x-accel-buffering': 'no',
}

/** Longest possible timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

const encoder = new TextEncoder()

/** One open page. */
interface Stream {
  event: H3Event
  identity: Identity
  controller: ReadableStreamDefaultController<Uint8Array>
  subscription?: LiveSubscription
  heartbeat?: ReturnType<typeof setInterval>
  expiry?: ReturnType<typeof setTimeout>
  ended: boolean
  /** Ends the stream, once. */
  end: () => void
}

/**
 * Responds with a person's stream of server-sent events. It ends when the page closes, the sign-in ends, or
 * the server stops. An open stream does not count as use of a session: an idle page must not keep one alive.
 */
export function openLiveStream(
  event: H3Event,
  identity: Identity,
  { heartbeatMs = HEARTBEAT }: { heartbeatMs?: number } = {},
): ReadableStream<Uint8Array> | string {
  setResponseHeaders(event, HEADERS)
  if (event.context.headersOnly) return ''
  let stream: Stream | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = { event, identity, controller, ended: false, end: () => stream && end(stream) }
        start(stream, heartbeatMs)
      },
      cancel: () => stream && stop(stream),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG }),
  )
}

function start(stream: Stream, heartbeatMs: number): void {
  const { event, identity } = stream
  const { user, sessionId, key } = identity
  const { app } = event.context
  const checkNow = () => void check(stream)
  event.node.res.on('close', stream.end)
  stream.heartbeat = setInterval(() => {
    write(stream, ':\n\n')
    checkNow()
  }, heartbeatMs)
  if (key?.expiresAt) {
    const left = key.expiresAt.getTime() - app.clock().getTime()
    // Timers may fire a millisecond early.
    if (left < LONGEST_TIMER) stream.expiry = setTimeout(checkNow, left + 2)
  }
  write(stream, `retry: ${RETRY}\n:\n\n`)
  const signIn = { userId: user.id, sessionId, keyId: key?.id }
  const send = (message: LiveEvent) => {
    write(stream, `data: ${JSON.stringify(message)}\n\n`)
    // What this person may see has changed, or the sign-in has ended.
    if (message.topic === 'session') checkNow()
  }
  stream.subscription = app.live.subscribe(user, { signIn, send, check: checkNow, close: stream.end })
  if (stream.ended) stream.subscription.end()
  // The sign-in may have ended between the guard and the subscription.
  else checkNow()
}

function write(stream: Stream, text: string): void {
  if (stream.ended) return
  const response = stream.event.node.res
  if (response.writableLength > BACKLOG || (stream.controller.desiredSize ?? 0) <= 0) {
    stream.end()
    response.destroy()
    return
  }
  stream.controller.enqueue(encoder.encode(text))
}

async function check(stream: Stream): Promise<void> {
  const current = await currentUser(stream)
  if (current === null) stream.end()
  else if (current !== 'unknown') stream.subscription?.setUser(current)
}

/** @returns null if the sign-in has ended, `unknown` if that cannot be determined now. */
async function currentUser({ event }: Stream): Promise<CurrentUser | null | 'unknown'> {
  try {
    const identity = await identityOf(event, readCredentials(event), 'look')
    return identity?.user ?? null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    event.context.app.log.warn('Checking the sign-in of an event stream failed: {error}', { error })
    return 'unknown'
  }
}

/** Stops everything that keeps a stream open. */
function stop(stream: Stream): void {
  stream.ended = true
  clearInterval(stream.heartbeat)
  clearTimeout(stream.expiry)
  stream.subscription?.end()
}

function end(stream: Stream): void {
  if (stream.ended) return
  stop(stream)
  stream.event.node.res.off('close', stream.end)
  stream.controller.close()
}
