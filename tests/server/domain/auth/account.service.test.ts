import { expect, it } from 'vitest'
import { actor, createTestAccounts, keyNamed, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'

const browser = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
}
const NEW = 'battery staple'
const change = (old_password: string, new_password = NEW) => ({
  old_password,
  new_password,
  confirm_password: new_password,
})

onEachDatabase('one’s own account', (database) => {
  async function start() {
    const announced: unknown[] = []
    const accounts = createTestAccounts(database(), { announce: (event) => announced.push(event) })
    await setUp(accounts)
    const enter = async () => {
      const token = await accounts.auth.login(ROOT, browser)
      const identity = await accounts.auth.authenticate({ session: token }, browser)
      if (!identity) throw new Error('Nobody is signed in')
      return { token, actor: actor(identity.user, identity.sessionId) }
    }
    const isIn = async (session: string) => (await accounts.auth.authenticate({ session }, browser)) !== null
    return { ...accounts, announced, enter, isIn }
  }

  it('can have its password changed, which ends all other sessions but no API key', async () => {
    const { account, auth, apiKeys, enter, isIn, announced } = await start()
    const [phone, desktop] = [await enter(), await enter()]
    const { key } = await apiKeys.create(desktop.actor, keyNamed('script'))
    await account.changePassword(desktop.actor, change(ROOT.password))
    expect(await isIn(phone.token)).toBe(false)
    expect(await isIn(desktop.token)).toBe(true)
    expect(await auth.authenticate({ bearer: key }, browser)).toMatchObject({ via: 'key' })
    await expect(auth.login(ROOT, browser)).rejects.toMatchObject({ code: 'wrong_credentials' })
    await auth.login({ ...ROOT, password: NEW }, browser)
    expect(announced).toEqual([{ topic: 'session' }])
  })

  it('keeps its password if the old one is wrong, and slows such attempts down', async () => {
    const { account, auth, enter, isIn } = await start()
    const [phone, desktop] = [await enter(), await enter()]
    for (let i = 0; i < 5; i++) {
      await expect(account.changePassword(desktop.actor, change('a guess'))).rejects.toMatchObject({
        code: 'wrong_password',
        status: 403,
      })
    }
    await expect(account.changePassword(desktop.actor, change(ROOT.password))).rejects.toMatchObject({
      status: 429,
    })
    const stranger = { ...browser, address: '192.0.2.1' }
    await expect(auth.login(ROOT, stranger)).rejects.toMatchObject({ status: 429 })
    expect(await isIn(phone.token)).toBe(true)
  })

  it('requires a new password that is long enough', async () => {
    const { account, settings, enter } = await start()
    await settings.set('min_password_length', 15)
    const { actor: rosa } = await enter()
    await expect(account.changePassword(rosa, change(ROOT.password))).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'new_password', code: 'too_short', params: { minimum: 15 } }],
    })
  })

  it('accepts one of two concurrent new passwords', async () => {
    const { account, auth, enter } = await start()
    const { actor: rosa } = await enter()
    const outcomes = await outcomesOf(
      ['first password', 'second password'].map((password) =>
        account.changePassword(rosa, change(ROOT.password, password)),
      ),
    )
    expect(outcomes).toEqual(['done', 'wrong_password'])
    await expect(auth.login(ROOT, browser)).rejects.toMatchObject({ status: 401 })
  })

  it('cannot change a password that it does not have', async () => {
    const { account } = await start()
    const user = { id: 'u1', username: 'oidc', role: 'trusted', root: false } as const
    const row = { ...user, usernameKey: 'oidc', createdAt: new Date(), updatedAt: new Date() }
    await database().write((within) => within.insert(database().tables.users).values(row))
    expect(await account.get(user)).toEqual({ has_password: false, default_region: null, language: null })
    await expect(account.changePassword(actor(user), change('x'))).rejects.toMatchObject({
      code: 'no_password',
      status: 409,
    })
  })

  it('has its own region, which the session reports', async () => {
    const { account, auth, setup, enter } = await start()
    const { token, actor: rosa } = await enter()
    const told = async () =>
      (await setup.describe(await auth.authenticate({ session: token }, browser))).default_region
    expect(await told()).toBe('us')
    expect(await account.update(rosa, { default_region: 'de' })).toMatchObject({ default_region: 'de' })
    expect(await told()).toBe('de')
    await account.update(rosa, {})
    expect(await told()).toBe('de')
    await account.update(rosa, { default_region: null })
    expect(await told()).toBe('us')
    expect((await setup.describe(null)).default_region).toBe('us')
  })

  it('has its own language besides its region, which the session reports', async () => {
    const { account, auth, setup, enter } = await start()
    const { token, actor: rosa } = await enter()
    const told = async () =>
      (await setup.describe(await auth.authenticate({ session: token }, browser))).language
    expect(await told()).toBeNull()
    await account.update(rosa, { language: 'ja' })
    await account.update(rosa, { default_region: 'jp' })
    expect(await account.get(rosa.user)).toMatchObject({ language: 'ja', default_region: 'jp' })
    expect(await told()).toBe('ja')
    await account.update(rosa, { language: null })
    expect(await told()).toBeNull()
    expect((await setup.describe(null)).language).toBeNull()
  })

  it('lists its sessions by device and ends one or all others', async () => {
    const { sessions, users, auth, enter, isIn } = await start()
    const [phone, tablet, desktop] = [await enter(), await enter(), await enter()]
    const listed = await sessions.list(desktop.actor)
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ current }) => current)).toMatchObject([
      { id: desktop.actor.sessionId, browser: 'Firefox', system: 'Linux', address: browser.address },
    ])
    await sessions.endOwn(desktop.actor, phone.actor.sessionId ?? '')
    expect([await isIn(phone.token), await isIn(tablet.token)]).toEqual([false, true])
    await expect(sessions.endOwn(desktop.actor, phone.actor.sessionId ?? '')).rejects.toMatchObject({
      code: 'unknown_session',
      status: 404,
    })

    const mila = { username: 'mila', password: 'a long password' }
    await users.create({ ...mila, role: 'trusted', extra_data: null }, actor())
    const others = await auth.login(mila, browser)
    const { user } = (await auth.authenticate({ session: others }, browser)) ?? {}
    await expect(sessions.endOwn(actor(user), desktop.actor.sessionId ?? '')).rejects.toMatchObject({
      status: 404,
    })
    await sessions.endOwnOthers(desktop.actor)
    expect([await isIn(tablet.token), await isIn(desktop.token), await isIn(others)]).toEqual([
      false,
      true,
      true,
    ])
  })
})
