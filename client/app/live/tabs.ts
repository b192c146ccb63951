export type LiveStatus = 'paused' | 'connecting' | 'live' | 'reconnecting' | 'offline'

/** How often the tab that has the stream says so, in ms. */
const BEAT = 2_000
/** How long the others go without hearing that until one of them opens a stream, in ms. */
const SILENCE = 3 * BEAT
/** They do not do so all at once: each waits up to so many ms. */
const SCATTER = 300

const STATUSES: readonly unknown[] = ['paused', 'connecting', 'live', 'reconnecting', 'offline']

/** What tabs tell each other. */
type Word =
  | { kind: 'here'; id: string; since: number; status: LiveStatus }
  | { kind: 'gone' }
  | { kind: 'event'; data: string }
  | { kind: 'retry' }

interface TabsDependencies {
  /** Same for all tabs of one server and base path. */
  name: string
  /** The status of the stream of this tab. */
  status: () => LiveStatus
  /** Another tab has the stream, with this status; this one needs none of its own. */
  onFollow: (status: LiveStatus) => void
  /** The tab with the stream is gone: this one opens it. */
  onTakeOver: () => void
  /** An event came in through the stream of another tab. */
  onEvent: (data: string) => void
  /** Another tab asks the one with the stream to try again at once. */
  onRetry: () => void
}

interface Context extends TabsDependencies {
  /** Of this tab. */
  id: string
  channel: BroadcastChannel | null
  role: 'leading' | 'following' | 'away'
  /** When this tab opened its stream, in ms. */
  since: number
  beat: ReturnType<typeof setInterval> | undefined
  silence: ReturnType<typeof setTimeout> | undefined
}

/**
 * Lets the tabs of a browser share one stream: over HTTP/1.1 a browser has six connections to a server, and
 * a page whose windows use them all up does not load in the next. A tab that opens a stream says so, and gives
 * way to a tab that opened one earlier. Web locks would be simpler, but need https; where a browser has no
 * channel between tabs either, each keeps its own stream.
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
    /** This tab has the stream from now on, unless another says that it had one earlier. */
    lead() {
      if (context.role === 'leading') return
      rest(context)
      context.role = 'leading'
      context.since = Date.now()
      context.beat = setInterval(() => tellHere(context), BEAT)
      tellHere(context)
    },
    /** Tells the others at once the status of the stream. */
    tellHere: () => tellHere(context),
    /** Passes on an event. */
    tellEvent(data: string) {
      if (context.role === 'leading') say(context, { kind: 'event', data })
    },
    askToRetry: () => say(context, { kind: 'retry' }),
    /** This tab needs no stream; it may ask again. */
    leave: () => leave(context),
    /** Nothing is heard or said any more. */
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
