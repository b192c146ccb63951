import { useQueryCache } from '@pinia/colada'
import { defineStore } from 'pinia'
import { ref, type Ref } from 'vue'
import type { LiveEvent } from '#contract/system'
import { createTabs, type LiveStatus, type Tabs } from './tabs'
import { TOUCHED_BY } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'
import { useSessionStore } from '#client/app/session'

/** Milliseconds during which events are combined into one refetch, such as when many requests change. */
const BATCH_DELAY = 120
/** Milliseconds between reconnects; the last value repeats. */
const RETRY_DELAYS = [1_000, 2_000, 5_000, 15_000, 30_000] as const

type Timer = ReturnType<typeof setTimeout> | undefined

interface Live {
  queries: ReturnType<typeof useQueryCache>
  session: ReturnType<typeof useSessionStore>
  status: Ref<LiveStatus>
  tabs: Tabs | null
  source: EventSource | null
  /** Failed attempts in a row. */
  failures: number
  /** Whether changes may have been missed. */
  missed: boolean
  retryTimer: Timer
  batchTimer: Timer
  /** Keys of the cached responses that events have invalidated. */
  touched: Set<string>
}

/**
 * The stream of changes. It is open only while the tab is visible, and in only one of the visible tabs, which
 * forwards events to the others: over HTTP/1.1 a browser opens six connections per server, and eight open
 * tabs must still load. Missed changes are refetched.
 */
export const useLiveStore = defineStore('live', () => {
  const live: Live = {
    queries: useQueryCache(),
    session: useSessionStore(),
    status: ref('paused'),
    tabs: null,
    source: null,
    failures: 0,
    missed: false,
    retryTimer: undefined,
    batchTimer: undefined,
    touched: new Set(),
  }
  const onVisibility = () => followVisibility(live)
  const onOnline = () => retryNow(live)
  const onOffline = () => fail(live)

  return {
    status: live.status,
    retryNow: onOnline,

    start() {
      live.tabs = createTabs({
        name: `earmark live ${document.baseURI}`,
        status: () => live.status.value,
        onFollow: (status) => follow(live, status),
        onTakeOver: () => takeOver(live),
        onEvent: (data) => receive(live, data),
        onRetry: onOnline,
      })
      document.addEventListener('visibilitychange', onVisibility)
      window.addEventListener('online', onOnline)
      window.addEventListener('offline', onOffline)
      onVisibility()
    },

    stop() {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('offline', onOffline)
      clearTimeout(live.batchTimer)
      live.batchTimer = undefined
      close(live)
      live.tabs?.close()
      live.tabs = null
      live.status.value = 'paused'
    },
  }
})

function open(live: Live): void {
  if (live.source) return
  live.tabs?.lead()
  setStatus(live, live.failures === 0 ? 'connecting' : 'reconnecting')
  live.source = new EventSource(new URL(ROUTES.getEvents[1].slice(1), document.baseURI))
  live.source.onopen = () => {
    live.failures = 0
    setStatus(live, 'live')
    catchUp(live)
    // The page fetched the user and their language before the stream could report a change to them.
    live.session.refresh().catch(ignoreUntilNextAttempt)
  }
  live.source.onmessage = ({ data }: MessageEvent<string>) => {
    live.tabs?.forwardEvent(data)
    receive(live, data)
  }
  live.source.onerror = () => fail(live)
}

function close(live: Live): void {
  clearTimeout(live.retryTimer)
  live.source?.close()
  live.source = null
}

/** Sets the stream's status in this tab and in those that share it. */
function setStatus({ status, tabs }: Live, now: LiveStatus): void {
  status.value = now
  tabs?.announce()
}

/** Another tab has the stream. */
function follow(live: Live, status: LiveStatus): void {
  close(live)
  live.status.value = status
  if (status === 'live') catchUp(live)
  else live.missed = true
}

function takeOver(live: Live): void {
  live.missed = true
  live.failures = 0
  open(live)
}

function fail(live: Live): void {
  if (live.tabs?.isFollowing()) return
  close(live)
  if (document.visibilityState !== 'visible') return
  // If streams never get through, returning to the tab still refreshes it.
  if (live.failures === 0) catchUp(live)
  live.missed = true
  setStatus(live, navigator.onLine && live.failures < RETRY_DELAYS.length ? 'reconnecting' : 'offline')
  const wait = RETRY_DELAYS[Math.min(live.failures, RETRY_DELAYS.length - 1)]
  live.failures += 1
  // A refused stream gives no reason; the session may have ended.
  if (live.failures === 1) live.session.recheck().catch(ignoreUntilNextAttempt)
  live.retryTimer = setTimeout(() => open(live), wait)
}

function catchUp(live: Live): void {
  if (live.missed) void refetch(live.queries)
  live.missed = false
}

function receive(live: Live, data: string): void {
  const event = parseEvent(data)
  if (!event) return
  if (event.topic === 'session') live.session.refresh().catch(ignoreUntilNextAttempt)
  for (const key of TOUCHED_BY[event.topic]) live.touched.add(key)
  live.batchTimer ??= setTimeout(() => refetchTouched(live), BATCH_DELAY)
}

function refetchTouched(live: Live): void {
  live.batchTimer = undefined
  for (const key of live.touched) void refetch(live.queries, { key: [key] })
  live.touched.clear()
}

function followVisibility(live: Live): void {
  if (document.visibilityState === 'visible') {
    live.failures = 0
    open(live)
  } else {
    close(live)
    live.tabs?.leave()
    live.missed = true
    live.status.value = 'paused'
  }
}

function retryNow(live: Live): void {
  if (document.visibilityState !== 'visible') return
  if (live.tabs?.isFollowing()) {
    live.tabs.requestRetry()
    return
  }
  clearTimeout(live.retryTimer)
  open(live)
}

/** The stream's own next reconnect will show whether the server is back. */
function ignoreUntilNextAttempt(): void {}

function parseEvent(data: string): LiveEvent | null {
  const value: unknown = JSON.parse(data)
  if (typeof value !== 'object' || value === null || !('topic' in value)) return null
  const { topic } = value
  return isTopic(topic) ? { topic } : null
}

function isTopic(topic: unknown): topic is LiveEvent['topic'] {
  return typeof topic === 'string' && Object.hasOwn(TOUCHED_BY, topic)
}
