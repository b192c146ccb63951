import { describe, expect, it } from 'vitest'
import { usernameTaken } from '#server/domain/auth/auth.errors'
import { createProviderUsersRepository } from '#server/domain/auth/provider-users.repository'
import { nameKey } from '#server/domain/name-key.rules'
import { actor, keyNamed, createTestAccounts, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'
import { storedTarget } from '#tests/support/stored-targets'

const person = (username: string) =>
  ({ username, password: 'a long password', role: 'untrusted', extra_data: null }) as const

onEachDatabase('users', (database) => {
  async function start() {
    const accounts = createTestAccounts(database())
    await setUp(accounts)
    const token = await accounts.auth.login(ROOT, { address: '', userAgent: undefined })
    const root = (await accounts.auth.authenticate({ session: token }, { address: '' }))!.user
    return { ...accounts, root }
  }

  it('are created, found regardless of case, and listed by name', async () => {
    const { users } = await start()
    const created = await users.create(
      { ...person('mila'), role: 'trusted', extra_data: 'likes\nfantasy' },
      actor(),
    )
    expect(created).toEqual({
      username: 'mila',
      role: 'trusted',
      group: 'trusted',
      root: false,
      extra_data: 'likes\nfantasy',
      has_password: true,
      created_at: expect.any(String),
      request_count: 0,
      quota: null,
      api_key_count: 0,
    })
    await users.create(person('Zoë'), actor())
    await users.create(person('anna'), actor())
    expect(await users.get('MILA')).toEqual(created)
    const page = await users.list({ limit: 2, offset: 1 })
    expect(page.users.map(({ username }) => username)).toEqual(['mila', 'Rosa'])
    expect(page.total).toBe(4)
  })

  it('sign in with their initial password', async () => {
    const { users, auth } = await start()
    await users.create(person('mila'), actor())
    const given = { username: ' MILA ', password: 'a long password' }
    const token = await auth.login(given, { address: '', userAgent: undefined })
    expect(await auth.authenticate({ session: token }, { address: '' })).toMatchObject({
      user: { username: 'mila' },
    })
  })

  it('have names that are unique regardless of case, even when created at once', async () => {
    const { users } = await start()
    const names = ['mila', 'MILA', 'Mila', 'ｍｉｌａ']
    const outcomes = await outcomesOf(names.map((name) => users.create(person(name), actor())))
    expect(outcomes).toEqual(['done', 'username_taken', 'username_taken', 'username_taken'])
    await expect(users.create(person('rosa'), actor())).rejects.toMatchObject({ status: 409 })
  })

  it('have names that cannot be mistaken for another user’s in other letters', async () => {
    const { users } = await start()
    await users.create(person('alex'), actor())
    const alike = { status: 422, errors: [{ path: 'username', code: 'looks_like_user' }] }
    await expect(users.create(person('аӏех'), actor())).rejects.toMatchObject(alike)
    await users.create(person('Соѕ'), actor())
    await expect(users.create(person('cos'), actor())).rejects.toMatchObject(alike)
    expect(await users.create(person('Зоя'), actor())).toMatchObject({ username: 'Зоя' })
  })

  it('are not added at once under names that look alike', async () => {
    const { users } = await start()
    const names = ['alex', 'aIex', 'a1ex', 'аӏех']
    const people = createProviderUsersRepository({ database: database() })
    const byProvider = async (username: string) => {
      const user = { id: crypto.randomUUID(), username, usernameKey: nameKey(username) } as const
      const identity = { issuer: 'https://id.example.org', subject: username }
      const made = { ...user, role: 'trusted', root: false, identity, at: new Date() } as const
      const created = await people.create(made, () => Promise.resolve())
      if (typeof created !== 'object') throw usernameTaken()
    }
    const outcomes = await outcomesOf([
      ...names.slice(0, 2).map((name) => users.create(person(name), actor())),
      ...names.slice(2).map(byProvider),
    ])
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect((await users.list({ limit: 10, offset: 0 })).total).toBe(2)
  })

  it('lose with their password what an administrator chooses to take back', async () => {
    const { users, apiKeys, feedAddresses, root } = await start()
    await users.create(person('mila'), actor(root))
    const { users: table, notificationTargets: targets } = database().tables
    const mila = (await database().read.select().from(table)).find(({ username }) => username === 'mila')!
    const rows = [
      storedTarget('chat', 'custom', mila.id),
      storedTarget('phone', 'web_push', mila.id),
      storedTarget('house', 'custom', null),
    ]
    await database().write((within) => within.insert(targets).values(rows))
    await apiKeys.create(actor(mila), keyNamed('script'))
    await feedAddresses.create(actor(mila))
    const left = async () => ({
      targets: (await database().read.select().from(targets)).map(({ id }) => id).toSorted(),
      feed: (await feedAddresses.describe(mila)).created_at !== null,
      keys: (await apiKeys.list(mila)).length,
    })
    const reset = (choice: object) =>
      users.update('mila', { password: 'another long password', role: undefined, ...choice }, actor(root))
    await reset({})
    expect(await left()).toEqual({ targets: ['chat', 'house', 'phone'], feed: true, keys: 1 })
    await reset({ remove_devices: true })
    expect(await left()).toEqual({ targets: ['chat', 'house'], feed: true, keys: 1 })
    await reset({ remove_targets: true, revoke_feed: true, revoke_api_keys: true })
    expect(await left()).toEqual({ targets: ['house'], feed: false, keys: 0 })
  })

  it('need passwords of the configured length', async () => {
    const { users, settings } = await start()
    await settings.set('min_password_length', 20)
    await expect(users.create(person('mila'), actor())).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'password', code: 'too_short', params: { minimum: 20 } }],
    })
  })

  it('lose their keys and sessions when deleted', async () => {
    const { users, auth, apiKeys, root } = await start()
    await users.create(person('mila'), actor())
    const given = { username: 'mila', password: 'a long password' }
    const session = await auth.login(given, { address: '', userAgent: undefined })
    const { user } = (await auth.authenticate({ session }, { address: '' }))!
    const { key } = await apiKeys.create(actor(user), keyNamed('script'))
    await users.delete('Mila', actor(root))
    expect(await auth.authenticate({ session }, { address: '' })).toBeNull()
    await expect(auth.authenticate({ bearer: key }, { address: '' })).rejects.toMatchObject({ status: 401 })
    await expect(users.get('mila')).rejects.toMatchObject({ code: 'unknown_user', status: 404 })
  })

  it('end fulfilments that no one else wants, and keep the rest', async () => {
    const { users, root } = await start()
    for (const name of ['mila', 'anna']) await users.create(person(name), actor())
    const rows = await database().read.select().from(database().tables.users)
    const [mila, anna] = ['mila', 'anna'].map(
      (name) => rows.find(({ username }) => username === name)?.id ?? '',
    )
    const books = ['B000000001', 'B000000002', 'B000000003', 'B000000004']
    const at = new Date('2026-05-01T12:00:00.000Z')
    const { audiobooks, requests, fulfilments, timeline } = database().tables
    await database().write(async (within) => {
      for (const asin of books) {
        const facts = { region: 'us', title: asin, authors: [], narrators: [], series: [] } as const
        const keys = { searchText: '', titleKey: '', authorKey: '' }
        await within.insert(audiobooks).values({
          asin,
          ...facts,
          authors: [],
          narrators: [],
          series: [],
          ...keys,
          createdAt: at,
          updatedAt: at,
        })
      }
      const ask = (asin: string, userId: string | undefined, status: 'approved' | 'pending') =>
        within
          .insert(requests)
          .values({ id: asin + userId, asin, userId: userId ?? '', status, createdAt: at, updatedAt: at })
      for (const asin of books) await ask(asin, mila, 'approved')
      await ask('B000000002', anna, 'approved')
      await ask('B000000003', anna, 'pending')
      for (const asin of books) {
        const state = asin === 'B000000004' ? 'grabbed' : 'waiting'
        await within.insert(fulfilments).values({ asin, state, createdAt: at, updatedAt: at })
      }
    })
    await users.update('mila', { password: 'another password', role: 'admin', extra_data: null }, actor(root))
    expect(await users.get('mila')).toMatchObject({ request_count: 4, role: 'admin' })

    await users.delete('mila', actor(root))
    const left = await database().read.select().from(fulfilments)
    expect(left.map(({ asin }) => asin).toSorted()).toEqual(['B000000002', 'B000000004'])
    const wanted = await database().read.select().from(requests)
    expect(wanted.map(({ asin }) => asin).toSorted()).toEqual(['B000000002', 'B000000003'])
    const told = await database().read.select().from(timeline)
    expect(told.map(({ kind, actor: by }) => `${kind} by ${by}`)).toEqual(Array(4).fill('withdrawn by mila'))
    const audited = await database().read.select().from(database().tables.auditEntries)
    expect(audited.filter(({ kind }) => kind === 'user_deleted')).toMatchObject([
      { actor: 'Rosa', subject: 'mila' },
    ])
  })

  it('who change their own password keep the current session, and lose the others', async () => {
    const { users, auth } = await start()
    await users.create({ ...person('mila'), role: 'admin' }, actor())
    const browser = { address: '', userAgent: undefined }
    const given = { username: 'mila', password: 'a long password' }
    const [mine, other] = [await auth.login(given, browser), await auth.login(given, browser)]
    const me = await auth.authenticate({ session: mine }, browser)
    const change = { password: 'another password', role: undefined }
    await users.update('mila', change, actor(me?.user, me?.sessionId))
    expect(await auth.authenticate({ session: mine }, browser)).not.toBeNull()
    expect(await auth.authenticate({ session: other }, browser)).toBeNull()
  })

  it('cannot change root’s password, for which root gives the old one elsewhere', async () => {
    const { users, auth, root } = await start()
    for (const who of [actor(root), actor()]) {
      await expect(
        users.update('rosa', { password: 'stolen password', role: undefined }, who),
      ).rejects.toThrow(expect.objectContaining({ code: 'root_is_fixed', status: 400 }))
    }
    expect(await auth.login(ROOT, { address: '', userAgent: undefined })).toEqual(expect.any(String))
  })

  it('keep passwords that were once long enough', async () => {
    const { users, auth, settings } = await start()
    await users.create(person('mila'), actor())
    await settings.set('min_password_length', 100)
    await auth.login({ username: 'mila', password: 'a long password' }, { address: '', userAgent: undefined })
    await users.update('mila', { role: 'trusted' }, actor())
    await expect(users.update('mila', { password: 'short', role: undefined }, actor())).rejects.toMatchObject(
      {
        status: 422,
        errors: [{ path: 'password' }],
      },
    )
  })

  describe('cannot be deleted', () => {
    it.each([
      ['root', 'rosa', 'root_is_fixed', 400],
      ['oneself', 'mila', 'cannot_delete_self', 400],
      ['nobody', 'nobody', 'unknown_user', 404],
    ])('when it is %s', async (_who, username, code, status) => {
      const { users } = await start()
      await users.create({ ...person('mila'), role: 'admin' }, actor())
      const [mila] = (await database().read.select().from(database().tables.users)).filter(
        (user) => user.username === 'mila',
      )
      await expect(users.delete(username, actor(mila))).rejects.toMatchObject({ code, status })
      expect((await users.list({ limit: 50, offset: 0 })).total).toBe(2)
    })
  })
})
