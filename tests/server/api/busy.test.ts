import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { createGate } from '#tests/support/gate'

/** How many calls of one person are worked on and wait at the same time. */
const CALLS = 212

it('A person with too many calls is refused at once, and told when to come back; others are not', async () => {
  const server = await startTestApp()
  onTestFinished(() => server.close())
  const [busy, other] = [
    await addCaller(server.app, 'untrusted', 'busy'),
    await addCaller(server.app, 'untrusted', 'other'),
  ]
  const me = (headers: Record<string, string>) => server.fetch('/api/users/me', { headers })
  const { read, tables } = server.app.database
  const [user] = await read.select().from(tables.users).where(eq(tables.users.username, 'busy'))
  const gate = createGate()
  const calls = Array.from({ length: CALLS }, () => server.app.inSlotOf(`GET ${user?.id}`, gate.pass))
  const refused = await me(busy)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ code: 'server_busy', title: 'Server is busy' })
  expect((await me(other)).status).toBe(200)
  const change = await server.fetch('/api/inbox/read', { method: 'POST', headers: busy, body: '{}' })
  expect(change.status).not.toBe(503)
  gate.open()
  await Promise.all(calls)
  expect((await me(busy)).status).toBe(200)
})
