import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { onEachDatabase } from '#tests/support/databases'
import { rawRequest } from '#tests/support/raw-request'
import { basicAuthorization, ROOT_ENVIRONMENT, ROOT_LOGIN } from '#tests/support/root'

onEachDatabase('Links in messages', (database) => {
  let server: TestApp
  /** Headers of someone who is not an administrator. */
  let member: { authorization: string }
  let queries = 0

  const start = async (environment: Record<string, string> = {}) => {
    server = await startTestApp({
      environment: { ...ROOT_ENVIRONMENT, ...environment },
      database: { ...database(), close: () => Promise.resolve() },
    })
  }
  beforeEach(() => {
    queries = 0
  })
  afterEach(() => server.close())

  const post = (path: string, host: string, body: unknown, lines: string[] = []) => {
    const text = JSON.stringify(body)
    const length = `Content-Length: ${Buffer.byteLength(text)}`
    return rawRequest(server.url, [`POST ${path} HTTP/1.1`, `Host: ${host}`, length, ...lines], text)
  }
  const signInAt = async (host: string, lines: string[] = []) =>
    expect((await post('/api/auth/login', host, ROOT_LOGIN, lines)).status).toBe(204)
  const loadAt = (host: string, lines: string[] = []) =>
    rawRequest(server.url, ['GET / HTTP/1.1', `Host: ${host}`, ...lines])

  /** The link in the message about a request that a member sends under a host name of their choice. */
  async function linkWhenAskedAt(host: string): Promise<string | undefined> {
    const { app } = server
    if (queries++ === 0) {
      member = await addCaller(app, 'trusted')
      const admin = await addCaller(app, 'admin')
      const target = { name: 'Chat', kind: 'custom', url: 'http://127.0.0.1:9/', events: ['onNewRequest'] }
      const made = await server.fetch('/api/settings/notifications', {
        method: 'POST',
        headers: admin,
        body: JSON.stringify({ ...target, body_type: 'text', body: '{requestUrl}' }),
      })
      expect(made.status).toBe(201)
    }
    const title = `Book ${queries}`
    const authorization = `Authorization: ${member.authorization}`
    const made = await post('/api/requests/manual', host, { title, author: 'Ada Moor' }, [authorization])
    expect(made.status).toBe(201)
    const { deliveries } = database().tables
    const rows = await database().read.select().from(deliveries)
    const messages = rows.flatMap(({ message }) => ('facts' in message ? [message] : []))
    return messages.find(({ facts }) => facts.book.title === title)?.links.requestUrl
  }

  it('are left out while no administrator has signed in, whatever a request says of itself', async () => {
    await start()
    for (const host of ['evil.example', 'nas.local:8000', '127.0.0.1']) {
      expect(await linkWhenAskedAt(host)).toBe('')
    }
    const forwarded = ['X-Forwarded-Host: evil.example']
    expect((await loadAt('localhost', forwarded)).status).toBe(200)
    expect(await linkWhenAskedAt('localhost')).toBe('')
  })

  it('use the address where an administrator last signed in, even after a restart', async () => {
    await start({ SVC_APP__BASE_URL: '/books' })
    const login = (host: string) => post('/books/api/auth/login', host, ROOT_LOGIN)
    expect((await login('nas.local:8000')).status).toBe(204)
    expect((await login('192.168.1.5:8000')).status).toBe(204)
    await server.close()
    await start()
    expect(await linkWhenAskedAt('evil.example')).toMatch(/^http:\/\/192\.168\.1\.5:8000\/requests\?q=/)
  })

  it('use the address that a trusted proxy reports', async () => {
    await start()
    await signInAt('earmark:8000', ['X-Forwarded-Host: books.example.org', 'X-Forwarded-Proto: https'])
    expect(await linkWhenAskedAt('evil.example')).toMatch(/^https:\/\/books\.example\.org\/requests\?q=/)
  })

  it('never change to an address that only the server’s machine can reach', async () => {
    await start()
    await signInAt('localhost:8000')
    expect(await linkWhenAskedAt('nas')).toMatch(/^http:\/\/localhost:8000\//)
    await signInAt('nas.local:8000')
    await signInAt('localhost:8000')
    expect(await linkWhenAskedAt('nas')).toMatch(/^http:\/\/nas\.local:8000\//)
  })

  it('use the public address if one is set', async () => {
    await start({ SVC_APP__PUBLIC_URL: 'https://books.example.org' })
    await signInAt('nas.local:8000')
    expect(await linkWhenAskedAt('nas.local')).toMatch(/^https:\/\/books\.example\.org\//)
  })

  it('cannot be redirected by a non-administrator, or by a failed sign-in', async () => {
    await start()
    const created = await addCaller(server.app, 'admin', 'maker')
    const user = { username: 'Tess', password: 'a long enough password', role: 'trusted' }
    const made = await server.fetch('/api/users', {
      method: 'POST',
      headers: created,
      body: JSON.stringify(user),
    })
    expect(made.status).toBe(201)
    const { username, password } = user
    expect((await post('/api/auth/login', 'evil.example', { username, password })).status).toBe(204)
    const wrong = { ...ROOT_LOGIN, password: 'wrong' }
    expect((await post('/api/auth/login', 'evil.example', wrong)).status).toBe(401)
    expect(await server.app.settings.get('site_address')).toBeNull()
  })

  it('use the known name by which the page was loaded, if no one signs in', async () => {
    await start({ SVC_APP__FORCE_LOGIN_TYPE: 'none' })
    expect((await loadAt('nas.local:8000')).status).toBe(200)
    expect((await loadAt('localhost:8000')).status).toBe(200)
    expect((await loadAt('evil.example')).status).toBe(421)
    expect(await linkWhenAskedAt('localhost')).toMatch(/^http:\/\/nas\.local:8000\//)
  })

  it('use the known name by which an administrator loaded the page, under Basic authentication', async () => {
    await start({ SVC_APP__FORCE_LOGIN_TYPE: 'basic' })
    expect((await loadAt('nas.local:8000')).status).toBe(401)
    expect(await linkWhenAskedAt('localhost')).toBe('')
    const root = [`Authorization: ${basicAuthorization()}`]
    expect((await loadAt('books.example.org', root)).status).toBe(200)
    expect(await linkWhenAskedAt('localhost')).toBe('')
    expect((await loadAt('nas.local:8000', root)).status).toBe(200)
    expect(await linkWhenAskedAt('localhost')).toMatch(/^http:\/\/nas\.local:8000\//)
  })
})
