export type LiveStatus = 'paused' | 'connecting' | 'live' | 'reconnecting' | 'offline'

/** Milliseconds between announcements of the tab that has the stream. */
const BEAT = 2_000
/** Milliseconds of silence after which another tab opens a stream. */
const SILENCE = 3 * BEAT
/** Each tab adds a random delay of up to this many milliseconds, so that not all open a stream at once. */
const SCATTER = 300

const STATUSES: readonly unknown[] = ['paused', 'connecting', 'live', 'reconnecting', 'offline']

/** Messages between tabs. */
type Word =
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
  beat: ReturnType<typeof setInterval> | undefined
  silence: ReturnType<typeof setTimeout> | undefined
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
    beat: undefined,
    silence: undefined,
  }
  context.channel?.addEventListener('message', ({ data }) => hear(context, data))

  return {
    isFollowing: () => context.role === 'following',
    /** This tab takes the stream, unless another has had one for longer. */
    lead() {
      if (context.role === 'leading') return
      rest(context)
      context.role = 'leading'
      context.since = Date.now()
      context.beat = setInterval(() => tellHere(context), BEAT)
      tellHere(context)
    },
    /** Announces the stream's status at once. */
    tellHere: () => tellHere(context),
    /** Passes on an event. */
    tellEvent(data: string) {
      if (context.role === 'leading') say(context, { kind: 'event', data })
    },
    askToRetry: () => say(context, { kind: 'retry' }),
    /** This tab needs no stream for now. */
    leave: () => leave(context),
    /** Stops all messages. */
    close() {
      leave(context)
      context.channel?.close()
    },
  }
}
export type Tabs = ReturnType<typeof createTabs>

function say({ channel }: Context, word: Word): void {
  channel?.postMessage(word)
}

function rest({ beat, silence }: Context): void {
  clearInterval(beat)
  clearTimeout(silence)
}

function tellHere(context: Context): void {
  const { role, id, since, status } = context
  if (role === 'leading') say(context, { kind: 'here', id, since, status: status() })
}

function expectBeat(context: Context, within: number): void {
  clearTimeout(context.silence)
  context.silence = setTimeout(context.onTakeOver, within + Math.random() * SCATTER)
}

function hear(context: Context, word: unknown): void {
  if (!isWord(word)) return
  const { role } = context
  if (word.kind === 'here') hearHere(context, word)
  else if (word.kind === 'gone' && role === 'following') expectBeat(context, 0)
  else if (word.kind === 'event' && role === 'following') context.onEvent(word.data)
  else if (word.kind === 'retry' && role === 'leading') context.onRetry()
}

function hearHere(context: Context, word: Extract<Word, { kind: 'here' }>): void {
  const { role, since, id } = context
  const wasEarlier = word.since < since || (word.since === since && word.id < id)
  if (role === 'away' || (role === 'leading' && !wasEarlier)) return tellHere(context)
  rest(context)
  context.role = 'following'
  expectBeat(context, SILENCE)
  context.onFollow(word.status)
}

function leave(context: Context): void {
  rest(context)
  if (context.role === 'leading') say(context, { kind: 'gone' })
  context.role = 'away'
}

/** Another tab may run another version of this page. */
function isWord(data: unknown): data is Word {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  if (data.kind === 'gone' || data.kind === 'retry') return true
  if (data.kind === 'event') return 'data' in data && typeof data.data === 'string'
  return (
    data.kind === 'here' &&
    'id' in data &&
    typeof data.id === 'string' &&
    'since' in data &&
    typeof data.since === 'number' &&
    'status' in data &&
    STATUSES.includes(data.status)
  )
}
