import { expect, it } from 'vitest'
import {
  actor,
  keyNamed,
  createCountingHasher,
  createTestAccounts,
  createTestClock,
  setUp,
} from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'

onEachDatabase('API keys', (database) => {
  async function start(environment: Record<string, string> = {}) {
    const clock = createTestClock()
    const { hasher, verified } = createCountingHasher()
    const accounts = createTestAccounts(database(), { clock: clock.now, hasher, environment })
    await setUp(accounts)
    const [root] = await database().read.select().from(database().tables.users)
    return { ...accounts, root: root!, clock, verified }
  }

  it('are limited per person, even when created at once', async () => {
    const { apiKeys, users, root } = await start()
    const mila = { username: 'mila', password: 'a long password', role: 'trusted', extra_data: null } as const
    await users.create(mila, actor(root))
    for (let at = 0; at < 45; at++) await apiKeys.create(actor(root), keyNamed(`key ${at}`))
    const rest = Array.from({ length: 10 }, (_, at) => apiKeys.create(actor(root), keyNamed(`late ${at}`)))
    const outcomes = await outcomesOf(rest)
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'done'),
      ...Array.from({ length: 5 }, () => 'too_many_api_keys'),
    ])
    const { users: table } = database().tables
    const owner = (await database().read.select().from(table)).find(({ username }) => username === 'mila')
    await expect(apiKeys.create(actor(owner), keyNamed('hers'))).resolves.toMatchObject({ name: 'hers' })
  })

  it('act as their owner and are listed without their value', async () => {
    const { apiKeys, auth, root, verified } = await start()
    const { name, key } = await apiKeys.create(actor(root), keyNamed('Sessions'))
    expect(name).toBe('Sessions')
    expect(key).toMatch(/^earmark_[\w-]{43}$/)
    expect(await auth.authenticate({ bearer: key }, { address: '' })).toEqual({
      user: { id: root.id, username: 'Rosa', role: 'admin', root: true },
      via: 'key',
      key: { id: expect.any(String), expiresAt: null, readOnly: false },
    })
    const [listed, ...others] = await apiKeys.list(root)
    expect(others).toEqual([])
    expect(listed).toMatchObject({
      name: 'Sessions',
      enabled: true,
      created_at: '2026-05-01T12:00:00.000Z',
    })
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(verified).toEqual([])
  })

  it('appear nowhere in the database', async () => {
    const { apiKeys, root } = await start()
    const { key } = await apiKeys.create(actor(root), keyNamed('script'))
    const rows = JSON.stringify(await database().read.select().from(database().tables.apiKeys))
    expect(rows).not.toContain(key)
    expect(rows).not.toContain(key.slice('earmark_'.length))
  })

  it.each(['forms', 'none', 'basic', 'oidc'])(
    'are refused if unknown under the login type %s',
    async (forced) => {
      await start()
      const { auth } = createTestAccounts(database(), { environment: { SVC_APP__FORCE_LOGIN_TYPE: forced } })
      for (const bearer of ['earmark_unknown', 'x', 'e'.repeat(5000)]) {
        await expect(auth.authenticate({ bearer }, { address: '' })).rejects.toMatchObject({
          code: 'invalid_api_key',
          status: 401,
        })
      }
    },
  )

  it('are refused while disabled and once deleted', async () => {
    const { apiKeys, auth, root } = await start()
    const { key } = await apiKeys.create(actor(root), keyNamed('script'))
    const [{ id } = { id: '' }] = await apiKeys.list(root)
    await apiKeys.toggle(actor(root), id)
    await expect(auth.authenticate({ bearer: key }, { address: '' })).rejects.toMatchObject({ status: 401 })
    await apiKeys.toggle(actor(root), id)
    expect(await auth.authenticate({ bearer: key }, { address: '' })).toMatchObject({ via: 'key' })
    await apiKeys.delete(actor(root), id)
    await expect(auth.authenticate({ bearer: key }, { address: '' })).rejects.toMatchObject({ status: 401 })
    await expect(apiKeys.delete(actor(root), id)).rejects.toMatchObject({ status: 404 })
    await expect(apiKeys.toggle(actor(root), id)).rejects.toMatchObject({ status: 404 })
  })

  it('belong only to their owner', async () => {
    const { apiKeys, users, root } = await start()
    await users.create(
      { username: 'mila', password: 'a long password', role: 'admin', extra_data: null },
      actor(),
    )
    const all = await database().read.select().from(database().tables.users)
    const mila = all.find(({ username }) => username === 'mila')!
    await apiKeys.create(actor(root), keyNamed('script'))
    const [key] = await apiKeys.list(root)
    await expect(apiKeys.delete(actor(mila), key!.id)).rejects.toMatchObject({ status: 404 })
    await expect(apiKeys.toggle(actor(mila), key!.id)).rejects.toMatchObject({ status: 404 })
    expect(await apiKeys.list(mila)).toEqual([])
    await apiKeys.create(actor(mila), keyNamed('script'))
  })

  it('have names that are unique regardless of case, even when created at once', async () => {
    const { apiKeys, root } = await start()
    const names = ['script', 'Script', 'SCRIPT']
    expect(await outcomesOf(names.map((name) => apiKeys.create(actor(root), keyNamed(name))))).toEqual([
      'api_key_name_taken',
      'api_key_name_taken',
      'done',
    ])
  })

  it('record their last use, to the minute', async () => {
    const { apiKeys, auth, root, clock } = await start()
    const { key } = await apiKeys.create(actor(root), keyNamed('script'))
    const lastUsed = async () => (await apiKeys.list(root))[0]?.last_used
    expect(await lastUsed()).toBeNull()
    for (const [wait, time] of [
      [0, '2026-05-01T12:00:00.000Z'],
      [61_000, '2026-05-01T12:01:01.000Z'],
    ] as const) {
      clock.pass(wait)
      await auth.authenticate({ bearer: key }, { address: '' })
      await expect.poll(lastUsed).toBe(time)
    }
  })

  it('are refused after they expire', async () => {
    const { apiKeys, auth, root, clock } = await start()
    const expiring = { ...keyNamed('guest'), expires_at: '2026-05-02T12:00:00.000Z' }
    const { key } = await apiKeys.create(actor(root), expiring)
    expect(await apiKeys.list(root)).toMatchObject([{ expires_at: expiring.expires_at, read_only: false }])
    clock.pass(24 * 60 * 60_000 - 1)
    expect(await auth.authenticate({ bearer: key }, { address: '' })).toMatchObject({ via: 'key' })
    clock.pass(1)
    await expect(auth.authenticate({ bearer: key }, { address: '' })).rejects.toMatchObject({
      code: 'invalid_api_key',
      status: 401,
    })
    await expect(apiKeys.create(actor(root), { ...expiring, name: 'late' })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'expires_at', code: 'in_the_past' }],
    })
  })

  it('show whether they are read-only', async () => {
    const { apiKeys, auth, root } = await start()
    const { key } = await apiKeys.create(actor(root), { ...keyNamed('dashboard'), read_only: true })
    expect(await auth.authenticate({ bearer: key }, { address: '' })).toMatchObject({
      key: { readOnly: true },
    })
    expect(await apiKeys.list(root)).toMatchObject([{ read_only: true, expires_at: null }])
  })
})
