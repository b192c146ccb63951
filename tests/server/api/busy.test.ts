import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { createGate } from '#tests/support/gate'

/** More than are answered and wait at the same time. */
const CALLS = 600

let server: TestApp

beforeEach(async () => {
  server = await startTestApp()
  // Long work passes its turn on after a while, which must not come while a test looks.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

it('A busy server refuses what would wait too long, and still answers monitors and everyone else', async () => {
  const caller = await addCaller(server.app, 'untrusted')
  const gate = createGate()
  const strangers = Array.from({ length: CALLS }, () =>
    server.app
      .takeTurn({ method: 'GET' }, { user: null, address: '127.0.0.1' }, gate.pass)
      .catch(() => undefined),
  )
  const refused = await server.fetch('/api/session')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'server_busy', title: 'Server is busy' })

  expect((await server.fetch('/api/health')).status).toBe(200)
  // Writes wait for writes only.
  expect((await server.fetch('/api/auth/logout', { method: 'POST' })).status).not.toBe(503)
  const own = server.fetch('/api/users/me', { headers: caller })
  gate.open()
  expect((await own).status).toBe(200)
  await Promise.all(strangers)
})
