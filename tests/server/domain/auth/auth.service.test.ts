import { expect, it } from 'vitest'
import { AppError } from '#server/errors/app-error'
import {
  actor,
  cheapHasher,
  createCountingHasher,
  createTestAccounts,
  createTestClock,
  ROOT,
  setUp,
} from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'

const browser = { address: '203.0.113.7', userAgent: 'Browser/1.0' }
const wrong = { username: ROOT.username, password: 'wrong horse' }

onEachDatabase('signing in', (database) => {
  async function start(loginType: 'basic' | 'forms' | 'none' = 'forms', forced?: string) {
    const clock = createTestClock()
    const { hasher, verified } = createCountingHasher()
    await setUp(createTestAccounts(database()), loginType)
    const environment: Record<string, string> = forced ? { SVC_APP__FORCE_LOGIN_TYPE: forced } : {}
    const accounts = createTestAccounts(database(), { clock: clock.now, hasher, environment })
    await accounts.forcedLoginType.settle()
    return {
      ...accounts,
      clock,
      verified,
      another: () => createTestAccounts(database(), { clock: clock.now }),
    }
  }

  it('checks the dummy hash once for users that do not exist or have no password', async () => {
    const { auth, verified } = await start()
    await database().write((transaction) =>
      transaction.insert(database().tables.users).values({
        id: 'u1',
        username: 'oidc',
        usernameKey: 'oidc',
        role: 'trusted',
        root: false,
        createdAt: new Date(),
        updatedAt: new Date(),
      }),
    )
    for (const username of ['nobody', 'oidc', 'nul\u0000', '\ud800', ' ']) {
      await expect(
        auth.login({ username, password: 'x' }, { ...browser, address: '' }),
      ).rejects.toMatchObject({
        code: 'wrong_credentials',
        status: 401,
      })
    }
    expect(verified).toEqual(Array(5).fill(cheapHasher.dummy))
  })

  it.each([
    ['basic', 409],
    ['none', 409],
  ])('has no form under %s', async (forced) => {
    const { auth, verified } = await start('forms', forced)
    await expect(auth.login(ROOT, browser)).rejects.toMatchObject({ code: 'no_login_form', status: 409 })
    expect(verified).toEqual([])
  })

  it('has no form before the set-up', async () => {
    const { auth } = createTestAccounts(database())
    await expect(auth.login(ROOT, browser)).rejects.toMatchObject({ code: 'no_login_form' })
    expect(await auth.authenticate({ basic: ROOT, session: 'x' }, { address: '' })).toBeNull()
  })

  it('works only for the root administrator under oidc', async () => {
    const { auth, users, verified } = await start('forms', 'oidc')
    await users.create(
      { username: 'mila', password: 'a long password', role: 'admin', extra_data: null },
      actor(),
    )
    expect(await auth.login(ROOT, browser)).toEqual(expect.any(String))
    const mila = { username: 'mila', password: 'a long password' }
    await expect(auth.login(mila, browser)).rejects.toMatchObject({ code: 'wrong_credentials' })
    expect(verified.at(-1)).toBe(cheapHasher.dummy)
  })

  it('sends people from logout to the login page, or home if there is none', async () => {
    const environment = { SVC_APP__BASE_URL: '/audiobooks' }
    await setUp(createTestAccounts(database()))
    const forms = createTestAccounts(database(), { environment })
    expect(await forms.auth.logout(null)).toBe('/audiobooks/login')
    const none = createTestAccounts(database(), {
      environment: { ...environment, SVC_APP__FORCE_LOGIN_TYPE: 'none' },
    })
    expect(await none.auth.logout(null)).toBe('/audiobooks/')
  })

  it('is slowed down after five wrong passwords, increasingly, and never for good', async () => {
    const { auth, clock, verified } = await start()
    for (let i = 0; i < 5; i++)
      await expect(auth.login(wrong, browser)).rejects.toMatchObject({ status: 401 })
    const waits: string[] = []
    for (let i = 0; i < 9; i++) {
      const refused = await auth.login(ROOT, browser).catch((error: unknown) => error)
      if (!(refused instanceof AppError)) throw new Error('The try was let through', { cause: refused })
      expect(refused).toMatchObject({ code: 'too_many_attempts', status: 429 })
      const wait = refused.headers['retry-after'] ?? ''
      waits.push(wait)
      clock.pass(Number(wait) * 1000)
      await expect(auth.login(wrong, browser)).rejects.toMatchObject({ status: 401 })
    }
    expect(waits).toEqual(['1', '2', '4', '8', '16', '32', '60', '60', '60'])
    expect(verified).toHaveLength(14)
    clock.pass(60_000)
    expect(await auth.login(ROOT, browser)).toEqual(expect.any(String))
  })

  it('counts per user whatever the address, and per address whatever the user', async () => {
    const { auth, users } = await start()
    await users.create(
      { username: 'mila', password: 'a long password', role: 'admin', extra_data: null },
      actor(),
    )
    const mila = { username: 'mila', password: 'a long password' }
    const from = (address: string) => ({ ...browser, address })
    for (let i = 0; i < 5; i++) {
      await expect(auth.login(wrong, from(`198.51.100.${i}`))).rejects.toMatchObject({ status: 401 })
    }
    await expect(auth.login(ROOT, from('192.0.2.1'))).rejects.toMatchObject({ status: 429 })
    expect(await auth.login(mila, from('198.51.100.1'))).toEqual(expect.any(String))

    for (let i = 0; i < 5; i++) {
      await auth
        .login({ username: `guess ${i}`, password: 'x' }, from(`2001:db8:1:2::${i}`))
        .catch(() => undefined)
    }
    await expect(auth.login(mila, from('2001:db8:1:2:ffff::1'))).rejects.toMatchObject({ status: 429 })
    expect(await auth.login(mila, from('2001:db8:1:3::1'))).toEqual(expect.any(String))
  })

  it('slows down nonexistent names like existing ones', async () => {
    const { auth } = await start()
    const nobody = { username: 'nobody', password: 'x' }
    for (let i = 0; i < 5; i++) await auth.login(nobody, { ...browser, address: '' }).catch(() => undefined)
    await expect(auth.login(nobody, { ...browser, address: '' })).rejects.toMatchObject({ status: 429 })
  })

  it('is slowed down on every instance', async () => {
    const { auth, another } = await start()
    for (let i = 0; i < 5; i++) await auth.login(wrong, browser).catch(() => undefined)
    await expect(another().auth.login(ROOT, browser)).rejects.toMatchObject({ status: 429 })
  })

  it('counts every wrong password of a concurrent burst', async () => {
    const { auth, verified } = await start()
    const attempts = Array.from({ length: 20 }, () => auth.login(wrong, browser))
    const outcomes = await outcomesOf(attempts)
    expect(outcomes.filter((outcome) => outcome === 'wrong_credentials').length).toBe(verified.length)
    expect(verified.length).toBeLessThanOrEqual(6)
    const rows = await database().read.select().from(database().tables.passwordFailures)
    expect(rows.map(({ count }) => count)).toEqual([verified.length, verified.length])
  })

  it('forgets the wrong attempts of a user who signs in, not those of the address', async () => {
    const { auth } = await start()
    for (let i = 0; i < 4; i++) await auth.login(wrong, browser).catch(() => undefined)
    await auth.login(ROOT, browser)
    const rows = await database().read.select().from(database().tables.passwordFailures)
    expect(rows.map(({ count }) => count)).toEqual([4])
  })

  it('forgets wrong attempts after a quarter of an hour and cleans up', async () => {
    const { auth, clock } = await start()
    for (let i = 0; i < 4; i++) await auth.login(wrong, browser).catch(() => undefined)
    await auth.login({ ...wrong, username: 'nobody' }, { ...browser, address: '' }).catch(() => undefined)
    clock.pass(15 * 60_000)
    await auth.login(wrong, browser).catch(() => undefined)
    const rows = await database().read.select().from(database().tables.passwordFailures)
    expect(rows.map(({ count }) => count)).toEqual([1, 1])
  })

  it('keeps names and addresses out of the table of wrong attempts', async () => {
    const { auth } = await start()
    await auth.login({ username: 'my secret password', password: '' }, browser).catch(() => undefined)
    const rows = JSON.stringify(await database().read.select().from(database().tables.passwordFailures))
    expect(rows).not.toContain('secret')
    expect(rows).not.toContain('203.0.113.7')
  })

  it('does not slow down everyone behind a proxy like one person', async () => {
    const { auth } = await start()
    const behind = (username: string) =>
      auth.login({ username, password: 'x' }, { ...browser, address: '10.0.0.1', shared: true })
    for (let i = 0; i < 8; i++) await expect(behind(`user ${i}`)).rejects.toMatchObject({ status: 401 })
    await expect(auth.login(ROOT, { ...browser, address: '10.0.0.1', shared: true })).resolves.toBeDefined()
    for (let i = 8; i < 100; i++) await expect(behind(`user ${i}`)).rejects.toMatchObject({ status: 401 })
    await expect(behind('one more')).rejects.toMatchObject({ status: 429 })
  })

  it('is logged, with nonexistent names shortened', async () => {
    const { auth } = await start()
    await auth.login(ROOT, browser)
    await expect(auth.login(wrong, browser)).rejects.toMatchObject({ status: 401 })
    const typedIntoTheWrongField = { username: 'my secret password', password: '' }
    await expect(auth.login(typedIntoTheWrongField, browser)).rejects.toMatchObject({ status: 401 })
    const rows = await database().read.select().from(database().tables.auditEntries)
    expect(rows.map(({ kind, actor: name, address }) => [kind, name, address])).toEqual(
      expect.arrayContaining([
        ['signed_in', 'Rosa', browser.address],
        ['sign_in_failed', 'Rosa', browser.address],
        ['sign_in_failed', 'my…', browser.address],
      ]),
    )
    expect(JSON.stringify(rows)).not.toContain('horse')
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('never slows down passwords for a wrong API key', async () => {
    const { auth } = await start()
    for (let i = 0; i < 8; i++) {
      await expect(auth.authenticate({ bearer: 'earmark_wrong' }, browser)).rejects.toMatchObject({
        status: 401,
      })
    }
    expect(await auth.login(ROOT, browser)).toEqual(expect.any(String))
  })
})

onEachDatabase('Basic credentials', (database) => {
  async function start(forced = 'basic') {
    const clock = createTestClock()
    const { hasher, verified } = createCountingHasher()
    await setUp(createTestAccounts(database()), 'basic')
    const environment = { SVC_APP__FORCE_LOGIN_TYPE: forced }
    const accounts = createTestAccounts(database(), { clock: clock.now, hasher, environment })
    const ask = (basic: { username: string; password: string }) =>
      accounts.auth.authenticate({ basic }, browser)
    return { ...accounts, clock, verified, ask }
  }

  it('identify the caller and are hashed once in ten minutes', async () => {
    const { ask, clock, verified } = await start()
    for (let i = 0; i < 3; i++) {
      expect(await ask(ROOT)).toMatchObject({ user: { username: 'Rosa' }, via: 'basic' })
    }
    expect(verified).toHaveLength(1)
    clock.pass(10 * 60_000)
    expect(await ask(ROOT)).not.toBeNull()
    expect(verified).toHaveLength(2)
  })

  it('are hashed once for concurrent requests', async () => {
    const { ask, verified } = await start()
    await Promise.all(Array.from({ length: 10 }, () => ask(ROOT)))
    expect(verified).toHaveLength(1)
  })

  it('are refused with a challenge when wrong, and identical wrong ones count once', async () => {
    const { ask, verified } = await start()
    for (let i = 0; i < 10; i++) {
      await expect(ask(wrong)).rejects.toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="Earmark", charset="UTF-8"' },
      })
    }
    expect(verified).toHaveLength(1)
    expect(await ask(ROOT)).not.toBeNull()
  })

  it('cost the same whether or not a user of that name exists', async () => {
    const { ask, verified } = await start()
    const costs = []
    const { passwordFailures } = database().tables
    for (const username of [ROOT.username, 'Nora']) {
      await database().write((transaction) => transaction.delete(passwordFailures))
      const before = verified.length
      for (const given of [username, username, username.toUpperCase(), ` ${username} `, username]) {
        await ask({ username: given, password: 'wrong horse' }).catch(() => undefined)
      }
      await ask({ username, password: 'another wrong horse' }).catch(() => undefined)
      const rows = await database().read.select().from(passwordFailures)
      costs.push({ hashed: verified.length - before, counted: rows.map(({ count }) => count).toSorted() })
    }
    expect(costs[0]).toEqual({ hashed: 2, counted: [2, 2] })
    expect(costs[1]).toEqual(costs[0])
  })

  it('are slowed down when wrong in different ways, except for people already signed in', async () => {
    const { ask, auth } = await start()
    await ask(ROOT)
    for (let i = 0; i < 5; i++) {
      await expect(ask({ ...wrong, password: `guess ${i}` })).rejects.toMatchObject({ status: 401 })
    }
    await expect(ask({ ...wrong, password: 'guess' })).rejects.toMatchObject({ status: 429 })
    expect(await ask(ROOT)).not.toBeNull()
    expect(await auth.challenge()).toEqual({ 'www-authenticate': 'Basic realm="Earmark", charset="UTF-8"' })
  })

  it('are forgotten at once when the password changes', async () => {
    const { ask } = await start()
    await ask(ROOT)
    await expect(ask(wrong)).rejects.toMatchObject({ status: 401 })
    const passwordHash = await cheapHasher.hash(wrong.password)
    const { users } = database().tables
    await database().write((transaction) => transaction.update(users).set({ passwordHash }))
    await expect(ask(ROOT)).rejects.toMatchObject({ status: 401 })
    expect(await ask(wrong)).not.toBeNull()
  })

  it('are refused at once when the user is deleted', async () => {
    const { ask, users, auth } = await start()
    const mila = { username: 'mila', password: 'a long password' }
    await users.create({ ...mila, role: 'trusted', extra_data: null }, actor())
    expect(await ask(mila)).toMatchObject({ user: { username: 'mila' } })
    const { user: root } = (await auth.authenticate({ basic: ROOT }, { address: '' }))!
    await users.delete('mila', actor(root))
    await expect(ask(mila)).rejects.toMatchObject({ status: 401 })
  })

  it('refuse usernames that could never exist', async () => {
    const { users } = await start()
    const issue = {
      username: 'mi:la',
      password: 'a long password',
      role: 'trusted',
      extra_data: null,
    } as const
    await expect(users.create(issue, actor())).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'username' }],
    })
  })

  it.each(['forms', 'oidc'])('are ignored under %s', async (forced) => {
    const { ask, verified } = await start(forced)
    expect(await ask(ROOT)).toBeNull()
    expect(verified).toEqual([])
  })

  it('are ignored under none, where everyone acts as root', async () => {
    const { ask, verified } = await start('none')
    expect(await ask(wrong)).toMatchObject({ user: { username: 'Rosa' }, via: 'open' })
    expect(verified).toEqual([])
  })
})
