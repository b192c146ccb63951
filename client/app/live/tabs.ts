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

export interface TabsDependencies {
  /** Same for all tabs of one server and base path. */
  name: string
  /** How the stream of this tab stands. */
  status: () => LiveStatus
  /** Another tab has the stream and says how it stands; this one needs none of its own. */
  onFollow: (status: LiveStatus) => void
  /** The tab with the stream is gone: this one opens it. */
  onTakeOver: () => void
  /** What came in through the stream of another tab. */
  onEvent: (data: string) => void
  /** Another tab asks the one with the stream to try again at once. */
  onRetry: () => void
}

/**
 * Has the tabs of a browser share one stream: over HTTP/1.1 a browser has six connections to a server, and
 * a page whose windows use them all up does not load in the next. Whoever opens a stream says so, and gives
 * way to a tab that had one earlier. Web locks would be simpler, but need https; where a browser has no
 * channel between tabs either, each keeps its own stream.
 */
export function createTabs({ name, status, onFollow, onTakeOver, onEvent, onRetry }: TabsDependencies) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let role: 'leading' | 'following' | 'away' = 'away'
  let since = 0
  let beat: ReturnType<typeof setInterval> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const say = (word: Word) => channel?.postMessage(word)

  function rest() {
    clearInterval(beat)
    clearTimeout(silence)
  }

  function tellHere() {
    if (role === 'leading') say({ kind: 'here', id, since, status: status() })
  }

  function expectBeat(within: number) {
    clearTimeout(silence)
    silence = setTimeout(onTakeOver, within + Math.random() * SCATTER)
  }

  function follow(theirs: LiveStatus) {
    rest()
    role = 'following'
    expectBeat(SILENCE)
    onFollow(theirs)
  }

  function hearHere(word: Extract<Word, { kind: 'here' }>) {
    const wasEarlier = word.since < since || (word.since === since && word.id < id)
    if (role === 'following' || (role === 'leading' && wasEarlier)) follow(word.status)
    else tellHere()
  }

  function hear({ data: word }: MessageEvent<unknown>) {
    if (!isWord(word)) return
    if (word.kind === 'here') hearHere(word)
    else if (word.kind === 'gone' && role === 'following') expectBeat(0)
    else if (word.kind === 'event' && role === 'following') onEvent(word.data)
    else if (word.kind === 'retry' && role === 'leading') onRetry()
  }

  function leave() {
    rest()
    if (role === 'leading') say({ kind: 'gone' })
    role = 'away'
  }

  channel?.addEventListener('message', hear)

  return {
    isFollowing: () => role === 'following',
    /** This tab has the stream from now on, unless another says that it had one earlier. */
    lead() {
      if (role === 'leading') return
      rest()
      role = 'leading'
      since = Date.now()
      beat = setInterval(tellHere, BEAT)
      tellHere()
    },
    /** Tells the others at once how the stream stands. */
    tellHere,
    /** Hands on what came in. */
    tellEvent(data: string) {
      if (role === 'leading') say({ kind: 'event', data })
    },
    askToRetry: () => say({ kind: 'retry' }),
    /** This tab needs no stream; it may ask again. */
    leave,
    /** Nothing is heard or said any more. */
    close() {
      leave()
      channel?.close()
    },
  }
}
export type Tabs = ReturnType<typeof createTabs>

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
