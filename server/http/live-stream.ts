import { setResponseHeaders, type H3Event } from 'h3'
import type { LiveEvent } from '#contract/system'
import type { CurrentUser, Identity } from '#server/domain/auth/auth.types'
import { AppError } from '#server/errors'
import { readCredentials } from '#server/security/credentials'
import { identityOf } from '#server/security/guards'
import type { LiveSubscription } from './live-events'
import './context'

/** Milliseconds between signs of life: proxies close what is silent for a minute. */
const HEARTBEAT = 25_000
/** Bytes that may wait for a slow client before it is let go; its page comes back by itself. */
const BACKLOG = 64 * 1024
/** Milliseconds after which a page that lost its stream comes back. */
const RETRY = 3000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx collects answers unless told not to.
  'x-accel-buffering': 'no',
}

/** The longest time a timer may be set to, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * Answers a request with the stream of server-sent events of one person. It ends when the page goes away, when
 * the person's sign-in is no longer valid, or when the server stops. Being open is no use of a session: a page
 * that nobody touches must not keep one alive.
 */
export function openLiveStream(
  event: H3Event,
  { user, sessionId, key }: Identity,
  options: { heartbeatMs?: number } = {},
): ReadableStream<Uint8Array> | string {
  setResponseHeaders(event, HEADERS)
  if (event.context.headersOnly) return ''

  const { app } = event.context
  const response = event.node.res
  const encoder = new TextEncoder()
  let subscription: LiveSubscription | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let expiry: ReturnType<typeof setTimeout> | undefined
  let ended = false

  function stopTimers(): void {
    clearInterval(heartbeat)
    clearTimeout(expiry)
  }

  function start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const end = () => {
      if (ended) return
      ended = true
      stopTimers()
      subscription?.end()
      response.off('close', end)
      controller.close()
    }

    const write = (text: string) => {
      if (ended) return
      if (response.writableLength > BACKLOG || (controller.desiredSize ?? 0) <= 0) {
        end()
        response.destroy()
        return
      }
      controller.enqueue(encoder.encode(text))
    }

    const check = async () => {
      const current = await currentUser()
      if (current === null) end()
      else if (current !== 'unknown') subscription?.setUser(current)
    }

    const beat = () => {
      write(':\n\n')
      void check()
    }

    const send = (message: LiveEvent) => {
      write(toText(message))
      // What this person may learn of has changed, or the sign-in is over.
      if (message.topic === 'session') void check()
    }

    response.on('close', end)
    heartbeat = setInterval(beat, options.heartbeatMs ?? HEARTBEAT)
    if (key?.expiresAt) {
      const left = key.expiresAt.getTime() - app.clock().getTime()
      // Timers may be a millisecond early.
      if (left < LONGEST_TIMER) expiry = setTimeout(() => void check(), left + 2)
    }
    write(`retry: ${RETRY}\n:\n\n`)
    const signIn = { userId: user.id, sessionId, keyId: key?.id }
    subscription = app.live.subscribe(user, { signIn, send, check: () => void check(), close: end })
    if (ended) subscription.end()
    // It may have ended since the request was let in, before anybody could tell this stream.
    else void check()
  }

  /** @returns null when the sign-in is over, `unknown` while that cannot be found out. */
  async function currentUser(): Promise<CurrentUser | null | 'unknown'> {
    try {
      const identity = await identityOf(event, readCredentials(event), 'look')
      return identity?.user ?? null
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return null
      app.log.warn('An event stream could not check its sign-in: {error}', { error })
      return 'unknown'
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start,
      cancel() {
        ended = true
        stopTimers()
        subscription?.end()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG }),
  )
}

function toText(message: LiveEvent): string {
  return `data: ${JSON.stringify(message)}\n\n`
}
