import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTabs, type LiveStatus, type Tabs } from '#client/app/live/tabs'

/** Replaces the browser's channels by ones that count the messages which are under way. */
function countMessages() {
  const open = new Set<BroadcastChannel>()
  let underWay = 0
  let received: () => void = () => undefined
  class Counted extends BroadcastChannel {
    constructor(channel: string) {
      super(channel)
      open.add(this)
      this.addEventListener('message', () => {
        underWay -= 1
        received()
      })
    }
    override postMessage(message: unknown): void {
      underWay += open.size - 1
      super.postMessage(message)
    }
    override close(): void {
      open.delete(this)
      super.close()
    }
  }
  vi.stubGlobal('BroadcastChannel', Counted)
  return async () => {
    // Goes on after all listeners of a message, when replies to it are under way.
    while (underWay > 0) await new Promise<void>((resolve) => (received = resolve))
  }
}

let opened: Tabs[]
let name: string
/** Waits until every tab has received every message, and every reply to one. */
let heard: () => Promise<void>
beforeEach(() => {
  opened = []
  name = crypto.randomUUID()
  heard = countMessages()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  for (const tab of opened) tab.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openTab(status: LiveStatus = 'live') {
  const seen: string[] = []
  const tab = createTabs({
    name,
    status: () => status,
    onFollow: (theirs) => seen.push(`follow ${theirs}`),
    onTakeOver: () => seen.push('take over'),
    onEvent: (data) => seen.push(`event ${data}`),
    onRetry: () => seen.push('retry'),
  })
  opened.push(tab)
  return { ...tab, seen }
}

/** Two tabs; the first one has the stream. */
async function openTwo() {
  const first = openTab()
  first.lead()
  vi.advanceTimersByTime(10)
  const second = openTab('connecting')
  second.lead()
  await heard()
  return { first, second }
}

describe('tabs that share a stream', () => {
  it('leave it to the tab that had it first, and learn its state', async () => {
    const { first, second } = await openTwo()
    expect(first.seen).toEqual([])
    expect(first.isFollowing()).toBe(false)
    expect(second.seen).toEqual(['follow live'])
    expect(second.isFollowing()).toBe(true)
  })

  it('agree on one if they open it at the same moment', async () => {
    const tabs = [openTab(), openTab(), openTab()]
    for (const tab of tabs) tab.lead()
    await heard()
    expect(tabs.filter((tab) => !tab.isFollowing())).toHaveLength(1)
  })

  it('get each event once', async () => {
    const { first, second } = await openTwo()
    first.forwardEvent('news')
    second.forwardEvent('never sent')
    await heard()
    expect(second.seen).toEqual(['follow live', 'event news'])
    expect(first.seen).toEqual([])
  })

  it('let another tab open it when its owner closes', async () => {
    const { first, second } = await openTwo()
    first.leave()
    await heard()
    vi.advanceTimersByTime(500)
    expect(second.seen).toEqual(['follow live', 'take over'])
  })

  it('let another tab open it when its owner falls silent', async () => {
    const { second } = await openTwo()
    // No message gets through while the clock is moved forward.
    vi.advanceTimersByTime(10_000)
    expect(second.seen).toContain('take over')
  })

  it('leave it with its owner as long as that reports', async () => {
    const { second } = await openTwo()
    for (let beats = 0; beats < 10; beats += 1) {
      vi.advanceTimersByTime(2_000)
      await heard()
    }
    expect(second.seen).not.toContain('take over')
  })

  it('ask its owner to retry', async () => {
    const { first, second } = await openTwo()
    second.requestRetry()
    await heard()
    expect(first.seen).toEqual(['retry'])
  })

  it('ignore it while they are away', async () => {
    const { first, second } = await openTwo()
    second.leave()
    first.forwardEvent('news')
    await heard()
    expect(second.seen).toEqual(['follow live'])
  })

  it('ignore unknown messages', async () => {
    const { first, second } = await openTwo()
    const stranger = new BroadcastChannel(name)
    for (const word of [null, 'here', { kind: 'here' }, { kind: 'event', data: 7 }, { kind: 'dance' }]) {
      stranger.postMessage(word)
    }
    await heard()
    stranger.close()
    expect([first.seen, second.seen]).toEqual([[], ['follow live']])
  })

  it('each have their own if tabs cannot communicate', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const [first, second] = [openTab(), openTab()]
    first.lead()
    second.lead()
    expect([first.isFollowing(), second.isFollowing()]).toEqual([false, false])
  })
})
