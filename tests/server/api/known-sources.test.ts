import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { actor, cheapHasher, createTestClock } from '#tests/support/accounts'
import { startTestApp, type TestApp } from '#tests/support/app'
import { createGate } from '#tests/support/gate'
import { basicAuthorization, ROOT_ENVIRONMENT, ROOT_LOGIN } from '#tests/support/root'

const DAY = 24 * 60 * 60_000
const HOME = '198.51.100.20'
const ELSEWHERE = '192.0.2.77'
const DEVICE = 'earmark_device'

describe('someone whose password is guessed from everywhere', () => {
  const clock = createTestClock()
  let server: TestApp
  let attackers = 0

  async function start(environment: Record<string, string> = {}) {
    server = await startTestApp({
      environment: { ...ROOT_ENVIRONMENT, ...environment },
      clock: clock.now,
      hasher: cheapHasher,
    })
  }
  beforeEach(() => start())
  afterEach(() => server.close())

  const login = (from: string, password: string, cookie?: string, username = ROOT_LOGIN.username) =>
    server.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) },
      body: JSON.stringify({ username, password }),
    })
  const right = async (from: string, cookie?: string) =>
    (await login(from, ROOT_LOGIN.password, cookie)).status
  /** The device cookie that a response sets, in the form in which browsers send it back. */
  const deviceOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((header) => header.startsWith(`${DEVICE}_`))
      ?.split(';')[0]

  /** Six wrong passwords a second for half a minute, each from another address. */
  async function attack(guess: (from: string) => Promise<Response>) {
    for (let attempts = 0; attempts < 180; attempts++) {
      attackers++
      const from = `203.0.${attackers >> 8}.${attackers & 255}`
      const { status } = await guess(from)
      expect([401, 429]).toContain(status)
      clock.pass(1000 / 6)
    }
  }
  const attackForm = () => attack((from) => login(from, 'a guess'))

  it('can sign in anywhere with a browser used before', async () => {
    const device = deviceOf(await login(HOME, ROOT_LOGIN.password))
    await attackForm()
    expect(await right(ELSEWHERE)).toBe(429)
    expect(await right(ELSEWHERE, device)).toBe(204)
    await attackForm()
    expect(await right('192.0.2.90', `${DEVICE}=made-up~${'x'.repeat(43)}.1.${'x'.repeat(43)}`)).toBe(429)
    expect(await right('192.0.2.78', device)).toBe(204)
  })

  it('can sign in without a cookie where they did so within the last weeks', async () => {
    expect(await right(HOME)).toBe(204)
    clock.pass(27 * DAY)
    await attackForm()
    expect(await right(ELSEWHERE)).toBe(429)
    expect(await right(HOME)).toBe(204)
    clock.pass(29 * DAY)
    await attackForm()
    expect(await right(HOME)).toBe(429)
    await server.app.knownSources.prune()
    expect(await server.app.database.read.select().from(server.app.database.tables.signInNetworks)).toEqual(
      [],
    )
  })

  it('does not relieve the strangers by signing in', async () => {
    const device = deviceOf(await login(HOME, ROOT_LOGIN.password))
    await attackForm()
    expect(await right(ELSEWHERE, device)).toBe(204)
    expect((await login('192.0.2.79', 'a guess')).status).toBe(429)
  })

  it('is protected from a stolen cookie, whose wrong attempts count too', async () => {
    const device = deviceOf(await login(HOME, ROOT_LOGIN.password))
    for (let attempts = 0; attempts < 5; attempts++) {
      expect((await login(ELSEWHERE, 'a guess', device)).status).toBe(401)
    }
    expect((await login('192.0.2.1', 'a guess', device)).status).toBe(429)
    // The owner, on another network, is not slowed down.
    expect(await right(HOME)).toBe(204)
  })

  /** Tries to change one's own password with a session, and a wrong old password. */
  const guessByChanging = (cookies: readonly (string | undefined)[], from: string) =>
    server.fetch('/api/settings/account/password', {
      method: 'PUT',
      headers: {
        cookie: cookies.filter((cookie) => cookie !== undefined).join('; '),
        'x-forwarded-for': from,
      },
      body: JSON.stringify({
        old_password: 'a guess',
        new_password: 'a new password',
        confirm_password: 'a new password',
      }),
    })
  const sessionOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  it('is protected from a stolen session, which gains no attempts by asking whose it is', async () => {
    const cookie = sessionOf(await login(HOME, ROOT_LOGIN.password))
    for (let attempts = 0; attempts < 5; attempts++) {
      expect((await guessByChanging([cookie], ELSEWHERE)).status).not.toBe(429)
    }
    const identified = await server.fetch('/api/session', { headers: { cookie } })
    expect(identified.status).toBe(200)
    expect((await guessByChanging([cookie, deviceOf(identified)], ELSEWHERE)).status).toBe(429)
    expect((await login('192.0.2.2', 'a guess', deviceOf(identified))).status).toBe(429)
  })

  it('is protected from someone with many cookies at one address, and not locked out elsewhere by them', async () => {
    const devices: (string | undefined)[] = []
    for (let at = 0; at < 5; at++) devices.push(deviceOf(await login(HOME, ROOT_LOGIN.password)))
    for (const device of devices.slice(0, 4)) {
      for (let attempts = 0; attempts < 5; attempts++) {
        expect((await login(ELSEWHERE, 'a guess', device)).status).toBe(401)
      }
    }
    expect((await login(ELSEWHERE, 'a guess', devices[4])).status).toBe(429)
    expect(await right('192.0.2.3', devices[4])).toBe(204)
  })

  it('is no longer recognised by cookies of a former password', async () => {
    const answer = await login(HOME, ROOT_LOGIN.password)
    const device = deviceOf(answer)
    const changed = await server.fetch('/api/settings/account/password', {
      method: 'PUT',
      headers: { cookie: `${sessionOf(answer)}; ${device ?? ''}` },
      body: JSON.stringify({
        old_password: ROOT_LOGIN.password,
        new_password: 'a new password',
        confirm_password: 'a new password',
      }),
    })
    expect(changed.status).toBe(204)
    await attackForm()
    expect((await login(ELSEWHERE, 'a new password', device)).status).toBe(429)
    // The browser that changed the password is recognised with the new one.
    expect((await login(ELSEWHERE, 'a new password', deviceOf(changed))).status).toBe(204)
  })

  it('is no longer recognised by a browser from before an administrator reset the password', async () => {
    const cookie = sessionOf(await login(HOME, ROOT_LOGIN.password))
    const ask = (method: string, path: string, body: unknown) =>
      server.fetch(path, { method, headers: { cookie }, body: JSON.stringify(body) })
    const mila = { username: 'mila', password: 'a long password', role: 'untrusted' }
    expect((await ask('POST', '/api/users', mila)).status).toBe(201)
    const device = deviceOf(await login(HOME, 'a long password', undefined, 'mila'))
    expect((await ask('PUT', '/api/users/mila', { password: 'a reset password' })).status).toBe(200)
    await attack((from) => login(from, 'a guess', undefined, 'mila'))
    expect((await login(ELSEWHERE, 'a reset password', device, 'mila')).status).toBe(429)
    expect((await login(HOME, 'a reset password', undefined, 'mila')).status).toBe(204)
  })

  it('keeps the count of a browser that signs in again', async () => {
    const first = deviceOf(await login(HOME, ROOT_LOGIN.password))
    clock.pass(DAY)
    const second = deviceOf(await login(HOME, ROOT_LOGIN.password, first))
    const nonce = (cookie: string | undefined) => cookie?.split('=')[1]?.split('.')[0]
    expect(nonce(second)).toBe(nonce(first))
    expect(second).not.toBe(first)
  })

  it('gains nothing from another user’s cookie', async () => {
    const cookie = (await login(HOME, ROOT_LOGIN.password)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await server.fetch('/api/users', {
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify({ username: 'mila', password: 'a long password', role: 'untrusted' }),
    })
    const ofMila = deviceOf(await login(ELSEWHERE, 'a long password', undefined, 'mila'))
    expect(ofMila).toBeDefined()
    await attackForm()
    expect(await right('192.0.2.80', ofMila)).toBe(429)
    // A browser in which both people sign in is recognised for both.
    const both = deviceOf(await login(HOME, ROOT_LOGIN.password, ofMila))
    expect(await right('192.0.2.81', both)).toBe(204)
    await attack((from) => login(from, 'a guess', undefined, 'mila'))
    expect((await login('192.0.2.82', 'a long password', both, 'mila')).status).toBe(204)
  })

  it('can change the password and confirm a change of the login type as well', async () => {
    const answer = await login(HOME, ROOT_LOGIN.password)
    const cookies = answer.headers.getSetCookie().map((header) => header.split(';')[0])
    const headers = { cookie: cookies.join('; '), 'x-forwarded-for': ELSEWHERE }
    await attackForm()
    const changed = await server.fetch('/api/settings/account/password', {
      method: 'PUT',
      headers,
      body: JSON.stringify({
        old_password: ROOT_LOGIN.password,
        new_password: 'a new password',
        confirm_password: 'a new password',
      }),
    })
    expect(changed.status).toBe(204)
    const switched = await server.fetch('/api/settings/security', {
      method: 'PATCH',
      // The browser got another device cookie with the new password.
      headers: { ...headers, cookie: `${sessionOf(answer)}; ${deviceOf(changed) ?? ''}` },
      body: JSON.stringify({
        login_type: 'basic',
        root_username: ROOT_LOGIN.username,
        root_password: 'a new password',
      }),
    })
    expect(switched.status).toBe(204)
  })

  it('can use Basic credentials too, recognised by the network or the cookie', async () => {
    await server.close()
    await start({ SVC_APP__FORCE_LOGIN_TYPE: 'basic' })
    const ask = (from: string, password: string, cookie = '') =>
      server.fetch('/api/session', {
        headers: {
          authorization: basicAuthorization({ ...ROOT_LOGIN, password }),
          'x-forwarded-for': from,
          cookie,
        },
      })
    const device = deviceOf(await ask(HOME, ROOT_LOGIN.password))
    expect(device).toBeDefined()
    // Recently checked credentials are not checked again, so a day passes.
    clock.pass(DAY)
    let guesses = 0
    await attack((from) => ask(from, `guess ${guesses++}`))
    expect((await ask(ELSEWHERE, ROOT_LOGIN.password)).status).toBe(429)
    expect((await ask(ELSEWHERE, ROOT_LOGIN.password, device)).status).toBe(200)
    clock.pass(DAY)
    await attack((from) => ask(from, `guess ${guesses++}`))
    expect((await ask(HOME, ROOT_LOGIN.password)).status).toBe(200)
  })

  it('keeps the cookie from scripts and other paths, and the table of networks free of addresses', async () => {
    await server.close()
    await start({ SVC_APP__BASE_URL: '/books' })
    const answer = await login(HOME, ROOT_LOGIN.password)
    const header = answer.headers.getSetCookie().find((text) => text.includes(`${DEVICE}_`)) ?? ''
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/books/', 'Max-Age=34560000']) {
      expect(header).toContain(attribute)
    }
    const { database } = server.app
    const rows = await database.read.select().from(database.tables.signInNetworks)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(HOME)
    expect(JSON.stringify(rows)).not.toContain(createHash('sha256').update(HOME).digest('hex'))
  })

  it('is not recognised by the address of a shared proxy', async () => {
    await server.close()
    await start({ SVC_APP__FORWARDED_ALLOW_IPS: '10.0.0.1' })
    expect(await right(HOME)).toBe(204)
    const { database } = server.app
    expect(await database.read.select().from(database.tables.signInNetworks)).toEqual([])
  })
})

it('a burst of sign-ins from one network takes turns with those from others', async () => {
  const gate = createGate()
  const checked: string[] = []
  const hasher = {
    ...cheapHasher,
    async verify(hash: string, password: string) {
      await gate.pass()
      checked.push(hash)
      return cheapHasher.verify(hash, password)
    },
  }
  const server = await startTestApp({ environment: ROOT_ENVIRONMENT, hasher })
  try {
    const mila = { username: 'mila', password: 'a long password' }
    const { id } = (await server.app.passwords.findUser(ROOT_LOGIN.username))?.user ?? { id: '' }
    const root = { id, username: 'Rosa', role: 'admin', root: true } as const
    await server.app.users.create({ ...mila, role: 'untrusted', extra_data: null }, actor(root))
    const hashOfMila = (await server.app.passwords.findUser('mila'))?.passwordHash

    /** More attempts than may wait in a lane: once the rest is refused, all others are in the queue. */
    function burst(from: string, login: typeof mila) {
      const statuses: number[] = []
      const answers = Array.from({ length: 30 }, async () => {
        const answer = await server.fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'x-forwarded-for': from },
          body: JSON.stringify(login),
        })
        statuses.push(answer.status)
      })
      return {
        answered: Promise.all(answers),
        async refused(number: number) {
          await expect.poll(() => statuses.length).toBe(number)
          expect(new Set(statuses)).toEqual(new Set([503]))
        },
      }
    }
    // Two are being checked, and up to 24 may wait in each lane.
    const first = burst('203.0.113.9', ROOT_LOGIN)
    await first.refused(4)
    const second = burst('198.51.100.7', mila)
    await second.refused(6)
    gate.open()
    await Promise.all([first.answered, second.answered])
    // Two are checked at once, so the next turn may come one later.
    const early = checked.slice(0, 12).filter((hash) => hash === hashOfMila)
    expect(early.length).toBeGreaterThanOrEqual(4)
    expect(checked).toHaveLength(50)
  } finally {
    gate.open()
    await server.close()
  }
})
