import { z } from 'zod'
import { liveEventSchema, type LiveEvent } from '#contract/system'
import type { Signals } from '#server/db/database'
import type { Audience } from '#server/domain/announce'
import type { CurrentUser, SignInIds } from '#server/domain/auth/auth.types'
import type { Logger } from '#server/platform/log'

/** The stream of one open page. */
export interface LiveClient {
  /** The person's sign-in. */
  readonly signIn: SignInIds
  send(event: LiveEvent): void
  /** Checks the sign-in, and closes if it has ended. */
  check(): void
  close(): void
}

export interface LiveSubscription {
  /** Updates what changed about the person, such as the role. */
  setUser(user: CurrentUser): void
  /** Stops sending; call it when the page is closed. */
  end(): void
}

/** Maximum open streams per person. One more closes the oldest, whose page reconnects if it is still open. */
const STREAMS_PER_USER = 32
/** Ids per signal, which is limited in size. */
const IDS_PER_SIGNAL = 100
const TOPIC = 'live'
/** Topics that concern everyone; the rest are for administrators. */
const PERSONAL_TOPICS: LiveEvent['topic'][] = [
  'requests',
  'lists',
  'notifications',
  'inbox',
  'follows',
  'session',
]
const liveTopics = liveEventSchema.shape.topic.options

const signalSchema = z.object({
  event: liveEventSchema,
  audience: z.union([z.literal('everyone'), z.object({ admins: z.boolean(), userIds: z.array(z.string()) })]),
})

/** Open streams with their users, oldest first. */
type Streams = Map<LiveClient, CurrentUser>

/** Tells open pages on every instance what has changed; each person learns only what they may see. */
export function createLiveEvents({ signals, log }: { signals: Signals; log: Logger }) {
  const streams: Streams = new Map()
  let closed = false
  signals.subscribe(TOPIC, (message) => deliver(streams, message, log))
  signals.onMissed(() => tellAll(streams))

  return {
    /** Sends an event to its audience on every instance. */
    publish(event: LiveEvent, audience: Audience): void {
      for (const part of inParts(audience)) signals.publish(TOPIC, JSON.stringify({ event, audience: part }))
    },

    /** Sends a person's events to a page until the subscription ends. */
    subscribe(user: CurrentUser, client: LiveClient): LiveSubscription {
      if (closed) {
        client.close()
      } else {
        streams.set(client, user)
        closeOldestOf(streams, user.id, log)
      }
      return {
        setUser: (changed) => void (streams.has(client) && streams.set(client, changed)),
        end: () => void streams.delete(client),
      }
    },

    /** The streams open on this instance. */
    clients: (): LiveClient[] => [...streams.keys()],

    /** Number of open streams. */
    get size(): number {
      return streams.size
    },

    /** Closes all streams and refuses new ones, when the server stops. */
    closeAll(): void {
      closed = true
      for (const client of [...streams.keys()]) {
        streams.delete(client)
        client.close()
      }
    },
  }
}

function deliver(streams: Streams, message: string, log: Logger): void {
  const signal = signalSchema.safeParse(JSON.parse(message))
  // A newer instance may send events unknown to this one.
  if (!signal.success) return log.debug('Ignored a malformed live event')
  const { event, audience } = signal.data
  for (const [client, user] of streams) if (concerns(audience, user)) client.send(event)
}

/** Signals of other instances may be lost, so all open pages refresh. */
function tellAll(streams: Streams): void {
  for (const [client, { role }] of streams) {
    for (const topic of role === 'admin' ? liveTopics : PERSONAL_TOPICS) client.send({ topic })
  }
}

function closeOldestOf(streams: Streams, userId: string, log: Logger): void {
  const own = [...streams].filter(([, user]) => user.id === userId)
  for (const [client] of own.slice(0, Math.max(0, own.length - STREAMS_PER_USER))) {
    streams.delete(client)
    client.close()
    log.debug('Closed the oldest event stream: too many are open')
  }
}

function concerns(audience: Audience, user: CurrentUser): boolean {
  if (audience === 'everyone') return true
  return (audience.admins && user.role === 'admin') || audience.userIds.includes(user.id)
}

function inParts(audience: Audience): Audience[] {
  if (audience === 'everyone' || audience.userIds.length <= IDS_PER_SIGNAL) return [audience]
  const parts: Audience[] = []
  for (let start = 0; start < audience.userIds.length; start += IDS_PER_SIGNAL) {
    parts.push({
      admins: audience.admins && start === 0,
      userIds: audience.userIds.slice(start, start + IDS_PER_SIGNAL),
    })
  }
  return parts
}
