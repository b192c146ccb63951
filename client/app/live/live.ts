import { useQueryCache } from '@pinia/colada'
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { LiveEvent } from '#contract/system'
import { createTabs, type LiveStatus, type Tabs } from './tabs'
import { TOUCHED_BY } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'
import { useSessionStore } from '#client/app/session'

/** Events that come together, as when many requests change at once, lead to one refetch. In ms. */
const GATHER = 120
/** Waits between tries, in ms; the last one is repeated. */
const RETRY = [1_000, 2_000, 5_000, 15_000, 30_000] as const

/**
 * The stream of what changed. It is open only while the tab is visible, and in one of the visible tabs, which
 * tells the others: over HTTP/1.1 a browser has six connections to a server, and eight open tabs must still
 * load. What was missed is refetched.
 */
export const useLiveStore = defineStore('live', () => {
  const queries = useQueryCache()
  const session = useSessionStore()
  const status = ref<LiveStatus>('paused')

  let tabs: Tabs | null = null
  let source: EventSource | null = null
  let failures = 0
  /** Whether changes may have gone unnoticed. */
  let missed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let gatherTimer: ReturnType<typeof setTimeout> | undefined
  const touched = new Set<string>()

  function open() {
    if (source) return
    tabs?.lead()
    stand(failures === 0 ? 'connecting' : 'reconnecting')
    source = new EventSource(new URL('api/events', document.baseURI))
    source.onopen = () => {
      failures = 0
      stand('live')
      catchUp()
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      tabs?.tellEvent(data)
      receive(data)
    }
    source.onerror = fail
  }

  /** How the stream stands, for this tab and those that share it. */
  function stand(now: LiveStatus) {
    status.value = now
    tabs?.tellHere()
  }

  function follow(now: LiveStatus) {
    close()
    status.value = now
    if (now === 'live') catchUp()
    else missed = true
  }

  function takeOver() {
    missed = true
    failures = 0
    open()
  }

  function close() {
    clearTimeout(retryTimer)
    source?.close()
    source = null
  }

  function fail() {
    if (tabs?.isFollowing()) return
    close()
    if (document.visibilityState !== 'visible') return
    // Where streams do not get through at all, coming back to the tab still refreshes it.
    if (failures === 0) catchUp()
    missed = true
    stand(navigator.onLine && failures < RETRY.length ? 'reconnecting' : 'offline')
    const wait = RETRY[Math.min(failures, RETRY.length - 1)]
    failures += 1
    // A stream that is refused says nothing about why: the sign-in may be over.
    if (failures === 1) session.recheck().catch(ignoreUntilNextTry)
    retryTimer = setTimeout(open, wait)
  }

  function catchUp() {
    if (missed) void refetch(queries)
    missed = false
  }

  function receive(data: string) {
    const event = parseEvent(data)
    if (!event) return
    if (event.topic === 'session') session.recheck().catch(ignoreUntilNextTry)
    for (const key of TOUCHED_BY[event.topic]) touched.add(key)
    gatherTimer ??= setTimeout(refetchTouched, GATHER)
  }

  function refetchTouched() {
    gatherTimer = undefined
    for (const key of touched) void refetch(queries, { key: [key] })
    touched.clear()
  }

  function followVisibility() {
    if (document.visibilityState === 'visible') {
      failures = 0
      open()
    } else {
      close()
      tabs?.leave()
      missed = true
      status.value = 'paused'
    }
  }

  function retryNow() {
    if (document.visibilityState !== 'visible') return
    if (tabs?.isFollowing()) {
      tabs.askToRetry()
      return
    }
    clearTimeout(retryTimer)
    open()
  }

  function start() {
    tabs = createTabs({
      name: `earmark live ${document.baseURI}`,
      status: () => status.value,
      onFollow: follow,
      onTakeOver: takeOver,
      onEvent: receive,
      onRetry: retryNow,
    })
    document.addEventListener('visibilitychange', followVisibility)
    window.addEventListener('online', retryNow)
    window.addEventListener('offline', fail)
    followVisibility()
  }

  function stop() {
    document.removeEventListener('visibilitychange', followVisibility)
    window.removeEventListener('online', retryNow)
    window.removeEventListener('offline', fail)
    clearTimeout(gatherTimer)
    gatherTimer = undefined
    close()
    tabs?.close()
    tabs = null
    status.value = 'paused'
  }

  return { status, start, stop, retryNow }
})

/** The stream's own next try will show whether the server is back. */
function ignoreUntilNextTry(): void {}

function parseEvent(data: string): LiveEvent | null {
  const value: unknown = JSON.parse(data)
  if (typeof value !== 'object' || value === null || !('topic' in value)) return null
  const { topic } = value
  return isTopic(topic) ? { topic } : null
}

function isTopic(topic: unknown): topic is LiveEvent['topic'] {
  return typeof topic === 'string' && Object.hasOwn(TOUCHED_BY, topic)
}
