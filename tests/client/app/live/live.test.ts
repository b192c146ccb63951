import { useQuery } from '@pinia/colada'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLiveStore } from '#client/app/live/live'
import type { Answer } from '#tests/client/support/fakeServer'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { FakeStream } from '#tests/client/support/fakeStream'
import { inApp, settle } from '#tests/client/support/mountApp'
import { aSession } from '#tests/client/support/samples'

function show(visible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

async function start(answers: Record<string, Answer> = {}) {
  const fetched: string[] = []
  const { result, session } = await inApp(
    () => {
      for (const key of ['requests', 'search', 'notifications']) {
        useQuery({ key: [key, 'shown'], query: async () => fetched.push(key) })
      }
      return { live: useLiveStore() }
    },
    { server: fakeServer(answers) },
  )
  fetched.length = 0
  result.live.start()
  return { ...result, fetched, session }
}

describe('the live stream', () => {
  beforeEach(() => {
    show(true)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('opens below the page’s base and says when it is live', async () => {
    const { live } = await start()
    expect(FakeStream.current.url.pathname).toBe('/api/events')
    expect(live.status).toBe('connecting')
    FakeStream.current.onopen?.()
    expect(live.status).toBe('live')
    live.stop()
  })

  it('closes while the tab is hidden, so that other tabs can load', async () => {
    const { live } = await start()
    FakeStream.current.onopen?.()
    show(false)
    expect(FakeStream.current.closed).toBe(true)
    expect(live.status).toBe('paused')
    expect(FakeStream.opened).toHaveLength(1)
    live.stop()
  })

  it('does not open in a tab that starts hidden', async () => {
    show(false)
    const { live } = await start()
    expect(FakeStream.opened).toHaveLength(0)
    live.stop()
  })

  it('reopens when the tab becomes visible, and refetches what was missed', async () => {
    const { live, fetched } = await start()
    FakeStream.current.onopen?.()
    expect(fetched).toEqual([])
    show(false)
    show(true)
    FakeStream.current.onopen?.()
    await settle()
    expect(FakeStream.opened).toHaveLength(2)
    expect(fetched.toSorted()).toEqual(['notifications', 'requests', 'search'])
    live.stop()
  })

  it('is shared by all tabs: the others close theirs and get everything through it', async () => {
    const { live: first } = await start()
    const stream = FakeStream.current
    stream.onopen?.()
    const { live: second, fetched } = await start()
    await expect.poll(() => FakeStream.current.closed).toBe(true)
    expect([stream.closed, first.status, second.status]).toEqual([false, 'live', 'live'])

    stream.say({ topic: 'notifications' })
    await expect.poll(() => fetched).toEqual(['notifications'])

    first.stop()
    await expect.poll(() => FakeStream.opened).toHaveLength(3)
    FakeStream.current.onopen?.()
    expect(second.status).toBe('live')
    // Changes between the two streams were missed.
    await expect.poll(() => fetched).toContain('requests')
    second.stop()
  })

  it('refetches what an event affects, once for simultaneous events', async () => {
    const { live, fetched } = await start()
    FakeStream.current.onopen?.()
    vi.useFakeTimers()
    FakeStream.current.say({ topic: 'requests', asin: 'B000000001' })
    FakeStream.current.say({ topic: 'requests', asin: 'B000000002' })
    vi.advanceTimersByTime(500)
    vi.useRealTimers()
    await settle()
    expect(fetched.toSorted()).toEqual(['requests', 'search'])
    live.stop()
  })

  it('checks the session again once it is open, because that may have changed before', async () => {
    let user = aSession().user
    const { live, session } = await start({ 'GET /api/session': () => json(aSession({ user })) })
    user = null
    FakeStream.current.onopen?.()
    await settle()
    expect(session.user).toBeNull()
    live.stop()
  })

  it('does not mistake an answer in progress for one after a change', async () => {
    let calls = 0
    const session = () => {
      calls += 1
      return json(aSession())
    }
    const { live, session: store } = await start({ 'GET /api/session': session })
    calls = 0
    void store.load()
    FakeStream.current.say({ topic: 'session' })
    await settle()
    expect(calls).toBe(2)
    live.stop()
  })

  it('checks the session again when that changed', async () => {
    const { live, session } = await start()
    const load = vi.spyOn(session, 'load')
    await session.load()
    load.mockClear()
    FakeStream.current.say({ topic: 'session' })
    await settle()
    expect(session.user?.username).toBe('marta')
    live.stop()
  })

  it('retries after a failure, and says so', async () => {
    const { live } = await start()
    FakeStream.current.onopen?.()
    vi.useFakeTimers()
    FakeStream.current.onerror?.()
    expect(FakeStream.current.closed).toBe(true)
    expect(live.status).toBe('reconnecting')
    vi.advanceTimersByTime(1_000)
    expect(FakeStream.opened).toHaveLength(2)
    vi.useRealTimers()
    live.stop()
  })

  it('refetches what was missed once a broken stream is back', async () => {
    const { live, fetched } = await start()
    FakeStream.current.onopen?.()
    FakeStream.current.onerror?.()
    live.retryNow()
    FakeStream.current.onopen?.()
    await settle()
    expect(fetched).toContain('requests')
    live.stop()
  })

  it('notices that the sign-in is over when the stream is refused', async () => {
    let user = aSession().user
    const { live, session } = await start({ 'GET /api/session': () => json(aSession({ user })) })
    user = null
    FakeStream.current.onerror?.()
    await settle()
    expect(session.user).toBeNull()
    live.stop()
  })
})
