import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveEventSchema } from '#contract/system'
import { createTestClock } from '#tests/support/accounts'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { eventually } from '#tests/support/eventually'
import { ROOT_ENVIRONMENT, signIn } from '#tests/support/root'

const DAY = 24 * 60 * 60_000
const REQUESTS = { topic: 'requests', asin: 'B000000001' } as const

describe('GET /api/events', () => {
  let server: TestApp
  beforeEach(async () => {
    server = await startTestApp({ environment: ROOT_ENVIRONMENT })
  })
  afterEach(() => server.close())

  /** Opens a stream and reads it chunk by chunk; undefined is its end. */
  async function open(headers: Record<string, string>) {
    const abort = new AbortController()
    const answer = await server.fetch('/api/events', { headers, signal: abort.signal })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    return {
      answer,
      leave: () => abort.abort(),
      next: async () => (await reader?.read())?.value,
    }
  }

  it('opens a stream that proxies pass on immediately', async () => {
    const { answer, next } = await open(await addCaller(server.app, 'trusted'))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(await next()).toBe('retry: 3000\n:\n\n')
  })

  it('sends events that concern the person, as one line of JSON', async () => {
    const { next } = await open(await addCaller(server.app, 'admin'))
    await next()
    server.app.live.publish(REQUESTS, { admins: true, userIds: [] })
    const text = await next()
    expect(text).toMatch(/^data: .*\n\n$/)
    expect(liveEventSchema.parse(JSON.parse(String(text).slice(6)))).toEqual(REQUESTS)
  })

  it('is for people who are signed in', async () => {
    expect((await server.fetch('/api/events')).status).toBe(401)
  })

  it('answers a HEAD with only the headers', async () => {
    const answer = await server.fetch('/api/events', {
      method: 'HEAD',
      headers: await addCaller(server.app, 'trusted'),
    })
    expect([answer.status, answer.headers.get('x-accel-buffering')]).toEqual([200, 'no'])
    expect(server.app.live.size).toBe(0)
  })

  it('tells the other pages of a person that the session was ended', async () => {
    const cookie = await signIn(server)
    const { next } = await open({ cookie })
    await next()
    await server.fetch('/api/auth/logout', { method: 'POST', headers: { cookie } })
    expect(await next()).toBe('data: {"topic":"session"}\n\n')
    expect(await next()).toBeUndefined()
    expect(server.app.live.size).toBe(0)
  })

  it('tells people what a new role lets them see, and no more of what it does not', async () => {
    const cookie = await signIn(server)
    const { next } = await open(await addCaller(server.app, 'trusted'))
    await next()
    for (const role of ['admin', 'untrusted'] as const) {
      const body = JSON.stringify({ role })
      await server.fetch('/api/users/trusted', { method: 'PUT', headers: { cookie }, body })
      expect(await next()).toBe('data: {"topic":"session"}\n\n')
      await eventually(async () => {
        server.app.live.publish({ topic: 'notifications' }, { admins: true, userIds: [] })
        server.app.live.publish(REQUESTS, 'everyone')
        let text = ''
        while (!text.includes(REQUESTS.asin)) text += await next()
        expect(text.includes('notifications')).toBe(role === 'admin')
      })
    }
  })

  it('is forgotten when the page goes away', async () => {
    const { next, leave } = await open(await addCaller(server.app, 'trusted'))
    await next()
    expect(server.app.live.size).toBe(1)
    leave()
    await expect.poll(() => server.app.live.size).toBe(0)
    server.app.live.publish(REQUESTS, 'everyone')
  })

  it('ends when the server stops', async () => {
    const { next } = await open(await addCaller(server.app, 'trusted'))
    await next()
    server.app.live.closeAll()
    expect(await next()).toBeUndefined()
  })

  describe('as time goes by', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
    afterEach(() => void vi.useRealTimers())

    it('sends a heartbeat while the sign-in is valid, and ends when it is not', async () => {
      const cookie = await signIn(server)
      const { next } = await open({ cookie })
      await next()
      vi.advanceTimersByTime(25_000)
      expect(await next()).toBe(':\n\n')
      const { sessions } = server.app.database.tables
      await server.app.database.write((transaction) => transaction.delete(sessions))
      vi.advanceTimersByTime(25_000)
      expect(await next()).toBe(':\n\n')
      expect(await next()).toBeUndefined()
      expect(server.app.live.size).toBe(0)
    })

    it('lets a session expire that only the stream uses', async () => {
      await server.close()
      const clock = createTestClock()
      server = await startTestApp({ environment: ROOT_ENVIRONMENT, clock: clock.now })
      const cookie = await signIn(server)
      const { next } = await open({ cookie })
      await next()
      const { sessions } = server.app.database.tables
      const [before] = await server.app.database.read.select().from(sessions)
      for (let day = 1; day < 30; day++) {
        clock.pass(DAY)
        vi.advanceTimersByTime(25_000)
        expect(await next()).toBe(':\n\n')
      }
      const [after] = await server.app.database.read.select().from(sessions)
      expect(after).toEqual(before)
      clock.pass(DAY)
      vi.advanceTimersByTime(25_000)
      expect(await next()).toBe(':\n\n')
      expect(await next()).toBeUndefined()
      expect((await server.fetch('/api/users/me', { headers: { cookie } })).status).toBe(401)
    })
  })

  it('drops a client that does not read', async () => {
    const headers = await addCaller(server.app, 'admin')
    const { hostname, port, pathname } = new URL(`${server.url}/api/events`)
    const socket = await new Promise<Socket>((connected) => {
      const opening = connect(Number(port), hostname, () => connected(opening))
    })
    socket.pause()
    const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.write([`GET ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    await expect.poll(() => server.app.live.size).toBe(1)
    await eventually(() => {
      for (let count = 0; count < 2000; count += 1) server.app.live.publish(REQUESTS, 'everyone')
      expect(server.app.live.size).toBe(0)
    })
    socket.destroy()
  })
})
