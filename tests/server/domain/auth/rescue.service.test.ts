import { expect, it } from 'vitest'
import { StartError } from '#server/errors/start-error'
import { actor, createTestAccounts, createTestClock, keyNamed, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { storedTarget } from '#tests/support/stored-targets'

const browser = { address: '203.0.113.7', userAgent: undefined }
const NEW = { ...ROOT, password: 'a brand new password' }

onEachDatabase('the rescue of root', (database) => {
  it('sets a password, forgets wrong attempts, and leaves other people and the login type alone', async () => {
    const { rescue, auth } = createTestAccounts(database(), { clock: createTestClock().now })
    await setUp({ ...createTestAccounts(database()) })
    const session = await auth.login(ROOT, browser)
    for (let i = 0; i < 5; i++) {
      const wrong = { ...ROOT, password: 'a guess' }
      await expect(auth.login(wrong, { ...browser, address: '' })).rejects.toMatchObject({ status: 401 })
    }
    const done = await rescue.resetRoot({ password: NEW.password, forms: false })
    expect(done).toEqual({ username: ROOT.username, loginType: 'forms', revokedKeys: 0 })
    expect(await auth.authenticate({ session }, browser)).toBeNull()
    await expect(auth.login(ROOT, browser)).rejects.toMatchObject({ status: 401 })
    await auth.login(NEW, browser)
  })

  it('revokes root’s API keys unless told to keep them, and no one else’s', async () => {
    const { rescue, users, apiKeys, auth, passwords } = createTestAccounts(database())
    await setUp(createTestAccounts(database()))
    const root = (await passwords.findUser(ROOT.username))!.user
    await users.create(
      { username: 'mila', password: 'a long password', role: 'admin', extra_data: null },
      actor(root),
    )
    const mila = (await passwords.findUser('mila'))!.user
    const keys = await Promise.all(
      [root, mila].map((user) => apiKeys.create(actor(user), keyNamed('script'))),
    )
    const works = (at: number) =>
      auth.authenticate({ bearer: keys[at]!.key }, browser).then(
        () => true,
        () => false,
      )
    const kept = await rescue.resetRoot({ password: NEW.password, forms: false, keepApiKeys: true })
    expect([kept.revokedKeys, await works(0)]).toEqual([0, true])
    const done = await rescue.resetRoot({ password: NEW.password, forms: false })
    expect([done.revokedKeys, await works(0), await works(1)]).toEqual([1, false, true])
    const audited = await database().read.select().from(database().tables.auditEntries)
    expect(audited).toContainEqual(
      expect.objectContaining({
        kind: 'api_keys_revoked',
        subject: ROOT.username,
        note: { code: 'keys', params: { n: 1 } },
        actor: null,
      }),
    )
  })

  it('ends root’s calendar address, targets and devices on request, and no one else’s', async () => {
    const { rescue, passwords, feedAddresses } = createTestAccounts(database())
    await setUp(createTestAccounts(database()))
    const root = (await passwords.findUser(ROOT.username))!.user
    const { notificationTargets: targets } = database().tables
    const rows = [
      storedTarget('chat', 'custom', root.id),
      storedTarget('phone', 'web_push', root.id),
      storedTarget('house', 'custom', null),
    ]
    await database().write((within) => within.insert(targets).values(rows))
    await feedAddresses.create(actor(root))
    const left = async () => ({
      targets: (await database().read.select().from(targets)).map(({ id }) => id).toSorted(),
      feed: (await feedAddresses.describe(root)).created_at !== null,
    })
    await rescue.resetRoot({ password: NEW.password, forms: false })
    expect(await left()).toEqual({ targets: ['chat', 'house', 'phone'], feed: true })
    await rescue.resetRoot({ password: NEW.password, forms: false, takeBack: true })
    expect(await left()).toEqual({ targets: ['house'], feed: false })
  })

  it('resets the login type to forms, unless the environment prescribes another', async () => {
    await setUp(createTestAccounts(database()), 'none')
    const environment = { SVC_APP__FORCE_LOGIN_TYPE: 'basic' }
    const forced = createTestAccounts(database(), { environment })
    expect(await forced.rescue.resetRoot({ password: NEW.password, forms: true })).toMatchObject({
      loginType: 'basic',
    })
    expect(await createTestAccounts(database()).auth.loginType()).toBe('forms')
    const audited = await database().read.select().from(database().tables.auditEntries)
    expect(audited.map(({ kind, note }) => `${kind} ${note?.code}`)).toEqual(
      expect.arrayContaining(['password_changed reset_root', 'login_type_changed reset_root']),
    )
  })

  it('is refused without a root administrator or with an invalid password', async () => {
    const { rescue, auth } = createTestAccounts(database())
    await expect(rescue.resetRoot({ password: NEW.password, forms: true })).rejects.toThrow(StartError)
    await setUp(createTestAccounts(database()))
    for (const password of ['', 'short', '\ud800'.repeat(9), 'x'.repeat(1001)]) {
      await expect(rescue.resetRoot({ password, forms: false })).rejects.toThrow('is not valid')
    }
    await auth.login(ROOT, browser)
  })
})
