import { hasFields } from '#client/app/hasFields'

export type LiveStatus = 'paused' | 'connecting' | 'live' | 'reconnecting' | 'offline'

/** Milliseconds between announcements of the tab that has the stream. */
const HEARTBEAT_INTERVAL = 2_000
/** Milliseconds without one after which another tab opens a stream. */
const HEARTBEAT_TIMEOUT = 3 * HEARTBEAT_INTERVAL
/** Each tab adds a random delay of up to this many milliseconds, so that not all open a stream at once. */
const MAX_JITTER = 300

const STATUSES: readonly unknown[] = ['paused', 'connecting', 'live', 'reconnecting', 'offline']

/** Messages between tabs. */
type TabMessage =
  | { kind: 'here'; id: string; since: number; status: LiveStatus }
  | { kind: 'gone' }
  | { kind: 'event'; data: string }
  | { kind: 'retry' }

interface TabsDependencies {
  /** The same for all tabs of one server and base path. */
  name: string
  /** The status of this tab's stream. */
  status: () => LiveStatus
  /** Another tab has the stream, with this status, so this tab needs none. */
  onFollow: (status: LiveStatus) => void
  /** The tab with the stream is gone: this one opens it. */
  onTakeOver: () => void
  /** An event arrived through another tab's stream. */
  onEvent: (data: string) => void
  /** Another tab asks the tab with the stream to reconnect at once. */
  onRetry: () => void
}

interface Context extends TabsDependencies {
  /** Of this tab. */
  id: string
  channel: BroadcastChannel | null
  role: 'leading' | 'following' | 'away'
  /** When this tab opened its stream, in milliseconds. */
  since: number
  heartbeat: ReturnType<typeof setInterval> | undefined
  timeout: ReturnType<typeof setTimeout> | undefined
}

/**
 * Lets the tabs of a browser share one stream: over HTTP/1.1 a browser opens six connections per server, and
 * once open tabs use them all, the next page does not load. A tab that opens a stream announces it, and
 * yields to a tab that opened one earlier. Web locks would be simpler, but require https; in a browser
 * without a channel between tabs, each keeps its own stream.
 */
export function createTabs(dependencies: TabsDependencies) {
  const context: Context = {
    ...dependencies,
    id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(dependencies.name),
    role: 'away',
    since: 0,
    heartbeat: undefined,
    timeout: undefined,
  }
  context.channel?.addEventListener('message', ({ data }) => receive(context, data))

  return {
    isFollowing: () => context.role === 'following',
    /** This tab takes the stream, unless another has had one for longer. */
    lead() {
      if (context.role === 'leading') return
      clearTimers(context)
      context.role = 'leading'
      context.since = Date.now()
      context.heartbeat = setInterval(() => announce(context), HEARTBEAT_INTERVAL)
      announce(context)
    },
    /** Announces the stream's status at once. */
    announce: () => announce(context),
    /** Passes on an event. */
    forwardEvent(data: string) {
      if (context.role === 'leading') send(context, { kind: 'event', data })
    },
    requestRetry: () => send(context, { kind: 'retry' }),
    /** This tab needs no stream until it leads again or follows another. */
    leave: () => leave(context),
    /** Stops all messages. */
    close() {
      leave(context)
      context.channel?.close()
    },
  }
}
export type Tabs = ReturnType<typeof createTabs>

function send({ channel }: Context, message: TabMessage): void {
  channel?.postMessage(message)
}

function clearTimers({ heartbeat, timeout }: Context): void {
  clearInterval(heartbeat)
  clearTimeout(timeout)
}

function announce(context: Context): void {
  const { role, id, since, status } = context
  if (role === 'leading') send(context, { kind: 'here', id, since, status: status() })
}

function awaitHeartbeat(context: Context, within: number): void {
  clearTimeout(context.timeout)
  context.timeout = setTimeout(context.onTakeOver, within + Math.random() * MAX_JITTER)
}

function receive(context: Context, message: unknown): void {
  if (!isMessage(message)) return
  const { role } = context
  if (message.kind === 'here') receiveHeartbeat(context, message)
  else if (message.kind === 'gone' && role === 'following') awaitHeartbeat(context, 0)
  else if (message.kind === 'event' && role === 'following') context.onEvent(message.data)
  else if (message.kind === 'retry' && role === 'leading') context.onRetry()
}

function receiveHeartbeat(context: Context, message: Extract<TabMessage, { kind: 'here' }>): void {
  const { role, since, id } = context
  const wasEarlier = message.since < since || (message.since === since && message.id < id)
  if (role === 'away' || (role === 'leading' && !wasEarlier)) return announce(context)
  clearTimers(context)
  context.role = 'following'
  awaitHeartbeat(context, HEARTBEAT_TIMEOUT)
  context.onFollow(message.status)
}

function leave(context: Context): void {
  clearTimers(context)
  if (context.role === 'leading') send(context, { kind: 'gone' })
  context.role = 'away'
}

/** Another tab may run another version of this page. */
function isMessage(data: unknown): data is TabMessage {
  if (!hasFields(data, { kind: 'string' })) return false
  if (data.kind === 'gone' || data.kind === 'retry') return true
  if (data.kind === 'event') return hasFields(data, { data: 'string' })
  return data.kind === 'here' && hasFields(data, { id: 'string', since: 'number' }) && hasStatus(data)
}

const hasStatus = (data: object) => 'status' in data && STATUSES.includes(data.status)
