import { expect, it } from 'vitest'
import type { CreateInvitationBody } from '#contract/invitations'
import { actor, createTestAccounts, createTestClock, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'

const DAY = 24 * 60 * 60_000
const PASSWORD = 'battery staple'
const browser = { address: '203.0.113.7', userAgent: undefined }
const answer = (token: string, username?: string, password = PASSWORD) => ({
  token,
  username,
  password,
  confirm_password: password,
})
const FIRST_PAGE = { limit: 50, offset: 0 }
const OVER = { code: 'unknown_invitation', status: 404 }

onEachDatabase('an invitation', (database) => {
  async function start(loginType: 'basic' | 'forms' | 'none' = 'forms') {
    const clock = createTestClock()
    const accounts = createTestAccounts(database(), { clock: clock.now })
    await setUp(accounts, loginType)
    const root = (await accounts.passwords.findUser(ROOT.username))?.user
    if (!root) throw new Error('There is no root administrator')
    const { invitations, users } = accounts
    const invite = (body: Partial<CreateInvitationBody> = { role: 'untrusted' }, by = actor(root)) =>
      invitations.create({ days: 7, ...body }, by)
    const addUser = (username: string, role: 'trusted' | 'admin' = 'trusted') =>
      users.create({ username, role, password: 'a long password', extra_data: null }, actor(root))
    const open = async () => (await invitations.list(FIRST_PAGE)).total
    const told = async () => {
      const rows = await database().read.select().from(database().tables.auditEntries)
      return rows.map(({ kind, actor: who, subject }) => [kind, who, subject])
    }
    return { ...accounts, clock, root, invite, addUser, open, told }
  }

  it('creates a user with the chosen role and a name and password of their own, who is signed in', async () => {
    const { invitations, invite, auth, users, told, open } = await start()
    const { token, ...shown } = await invite({ role: 'trusted' })
    expect(await invitations.list(FIRST_PAGE)).toEqual({ invitations: [shown], total: 1 })
    expect(shown).toMatchObject({ role: 'trusted', username: null, invited_by: 'Rosa' })
    expect(await invitations.describe(token, browser)).toEqual({
      username: null,
      expires_at: '2026-05-08T12:00:00.000Z',
    })
    const { user, session } = await invitations.accept(answer(token, 'Mila'), browser)
    expect(user).toMatchObject({ username: 'Mila', role: 'trusted', root: false })
    expect(await auth.authenticate({ session: session ?? '' }, browser)).toMatchObject({ via: 'session' })
    await auth.login({ username: 'mila', password: PASSWORD }, browser)
    expect(await users.get('mila')).toMatchObject({ role: 'trusted', has_password: true })
    expect(await open()).toBe(0)
    expect(await told()).toEqual(
      expect.arrayContaining([
        ['invitation_created', 'Rosa', null],
        ['user_created', 'Mila', 'Mila'],
      ]),
    )
  })

  it('is stored only as a digest of its token', async () => {
    const { invite } = await start()
    const { token } = await invite()
    const rows = await database().read.select().from(database().tables.invitations)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('lets an existing user choose a password, which ends their sessions and other links', async () => {
    const { invitations, invite, addUser, auth, open, told } = await start()
    await addUser('mila')
    const phone = await auth.login({ username: 'mila', password: 'a long password' }, browser)
    const [{ token }] = [await invite({ username: 'Mila' }), await invite({ username: 'mila' })]
    expect(await invitations.describe(token, browser)).toMatchObject({ username: 'mila' })
    const { user } = await invitations.accept(answer(token, 'another name'), browser)
    expect(user).toMatchObject({ username: 'mila', role: 'trusted' })
    expect(await auth.authenticate({ session: phone }, browser)).toBeNull()
    await auth.login({ username: 'mila', password: PASSWORD }, browser)
    expect(await open()).toBe(0)
    expect(await told()).toContainEqual(['password_changed', 'mila', 'mila'])
  })

  it('expires once that user’s password was changed in another way', async () => {
    const { invitations, invite, addUser, users, account, auth, root } = await start()
    await addUser('mila')
    const first = await invite({ username: 'mila' })
    await users.update('mila', { password: 'by an administrator', role: undefined }, actor(root))
    await expect(invitations.describe(first.token, browser)).rejects.toMatchObject(OVER)
    const second = await invite({ username: 'mila' })
    const session = await auth.login({ username: 'mila', password: 'by an administrator' }, browser)
    const mila = await auth.authenticate({ session }, browser)
    const change = { old_password: 'by an administrator', new_password: PASSWORD, confirm_password: PASSWORD }
    await account.changePassword(actor(mila?.user), change)
    await expect(invitations.describe(second.token, browser)).rejects.toMatchObject(OVER)
  })

  it('is used by one of two concurrent browsers', async () => {
    const { invitations, invite, users } = await start()
    const { token } = await invite()
    const names = ['mila', 'milo']
    const outcomes = await outcomesOf(names.map((name) => invitations.accept(answer(token, name), browser)))
    expect(outcomes.toSorted()).toEqual(['done', 'unknown_invitation'])
    expect((await users.list(FIRST_PAGE)).total).toBe(2)
  })

  it('stays valid if the name is taken or the password too short', async () => {
    const { invitations, invite, settings, open } = await start()
    await settings.set('min_password_length', 10)
    const { token } = await invite()
    const accept = (...given: [string?, string?]) => invitations.accept(answer(token, ...given), browser)
    await expect(accept('ROSA')).rejects.toMatchObject({ code: 'username_taken' })
    await expect(accept('mila', 'short')).rejects.toMatchObject({ errors: [{ path: 'password' }] })
    await expect(accept()).rejects.toMatchObject({ errors: [{ path: 'username', code: 'required' }] })
    expect(await open()).toBe(1)
    await accept('mila')
  })

  it('is invalid, like one that never existed, once it is revoked or expired, or its inviter is deleted', async () => {
    const { invitations, invite, addUser, users, clock, root, told, open } = await start()
    await addUser('mila', 'admin')
    const mila = { ...root, id: (await userId('mila')) ?? '', username: 'mila', root: false }
    const revoked = await invite()
    await invitations.revoke(revoked.id, actor(root))
    await expect(invitations.revoke(revoked.id, actor(root))).rejects.toMatchObject(OVER)
    const demoted = await invite({ role: 'admin' }, actor(mila))
    await users.update('mila', { role: 'trusted' }, actor(root))
    // They do not come back.
    await users.update('mila', { role: 'admin' }, actor(root))
    const reset = await invite({ role: 'admin' }, actor(mila))
    await users.update('mila', { password: 'another long password', role: undefined }, actor(root))
    const expired = await invite({ role: 'trusted', days: 1 })
    clock.pass(DAY)
    for (const { token } of [revoked, demoted, reset, expired, { token: 'never made' }]) {
      await expect(invitations.describe(token, browser)).rejects.toMatchObject(OVER)
      clock.pass(DAY)
      await expect(invitations.accept(answer(token, 'milo'), browser)).rejects.toMatchObject(OVER)
      clock.pass(DAY)
    }
    expect(await open()).toBe(0)
    expect(await told()).toContainEqual(['invitation_revoked', 'Rosa', null])
  })

  const userId = async (name: string) => {
    const { users } = database().tables
    return (await database().read.select().from(users)).find(({ username }) => username === name)?.id
  }

  it('is never held up by wrong ones, which keep no one from signing in either', async () => {
    const { invitations, invite, auth } = await start()
    const { token } = await invite()
    for (let attempts = 0; attempts < 5; attempts++) {
      await expect(invitations.describe(`guess ${attempts}`, browser)).rejects.toMatchObject(OVER)
    }
    const slow = { code: 'too_many_attempts' }
    await expect(invitations.describe('guess 5', browser)).rejects.toMatchObject(slow)
    await expect(invitations.accept(answer('guess 6', 'milo'), browser)).rejects.toMatchObject(slow)
    expect(await auth.login(ROOT, browser)).toEqual(expect.any(String))
    expect(await invitations.describe(token, browser)).toMatchObject({ username: null })
    expect(await invitations.accept(answer(token, 'milo'), browser)).toMatchObject({
      user: { username: 'milo' },
    })
  })

  it('lets no one take a name that looks like someone else’s, or means themselves', async () => {
    const { invitations, invite, addUser } = await start()
    await addUser('alex', 'trusted')
    const { token } = await invite()
    await expect(invitations.accept(answer(token, 'аӏех'), browser)).rejects.toMatchObject({
      errors: [{ path: 'username', code: 'looks_like_user' }],
    })
  })

  it('leads to the browser’s own dialog if people sign in there, with a name that works there', async () => {
    const { invitations, invite } = await start('basic')
    const { token } = await invite()
    await expect(invitations.accept(answer(token, 'mi:la'), browser)).rejects.toMatchObject({
      errors: [{ path: 'username', code: 'colon_under_basic' }],
    })
    expect(await invitations.accept(answer(token, 'mila'), browser)).toMatchObject({ session: null })
  })

  it('cannot be created or used if people have no passwords', async () => {
    const { invitations, invite, settings } = await start()
    const { token } = await invite()
    for (const type of ['none', 'oidc'] as const) {
      await settings.set('login_type', type)
      const refused = { code: 'no_passwords_here', status: 409 }
      await expect(invite()).rejects.toMatchObject(refused)
      await expect(invitations.describe(token, browser)).rejects.toMatchObject(refused)
      await expect(invitations.accept(answer(token, 'mila'), browser)).rejects.toMatchObject(refused)
    }
  })

  it('cannot be created for the root administrator, or for no one', async () => {
    const { invite } = await start()
    await expect(invite({ username: 'rosa' })).rejects.toMatchObject({ code: 'root_is_fixed' })
    await expect(invite({ username: 'who' })).rejects.toMatchObject({ code: 'unknown_user' })
  })
})
