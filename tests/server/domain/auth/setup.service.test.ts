import { expect, it } from 'vitest'
import type { Role } from '#contract/common'
import { StartError } from '#server/errors/start-error'
import { actor, createCountingHasher, createTestAccounts, ROOT, setUp } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'

const body = {
  login_type: 'forms',
  username: 'Rosa',
  password: 'correct horse',
  confirm_password: 'correct horse',
} as const

onEachDatabase('the first set-up', (database) => {
  it('creates the root administrator and stores the login type', async () => {
    const { setup, auth } = createTestAccounts(database())
    expect(await setup.describe(null)).toMatchObject({ initialized: false, login_type: null, user: null })
    expect(await setup.initialise({ ...body, login_type: 'basic' })).toEqual({
      username: 'Rosa',
      role: 'admin',
      group: 'admin',
      root: true,
    })
    expect(await setup.describe(null)).toMatchObject({ initialized: true, login_type: 'basic' })
    expect(await auth.loginType()).toBe('basic')
  })

  it('succeeds for only one of several concurrent submissions, on several instances', async () => {
    const instances = [createTestAccounts(database()), createTestAccounts(database())]
    const outcomes = await outcomesOf(
      ['one', 'two', 'three', 'four'].map((username, number) =>
        instances[number % 2]!.setup.initialise({ ...body, username }),
      ),
    )
    expect(outcomes).toEqual(['already_initialised', 'already_initialised', 'already_initialised', 'done'])
    expect(await database().read.$count(database().tables.users)).toBe(1)
  })

  it('is refused for good afterwards, even after a restart, before anything is hashed', async () => {
    await setUp(createTestAccounts(database()))
    const { hasher, hashed } = createCountingHasher()
    const restarted = createTestAccounts(database(), { hasher })
    await expect(restarted.setup.initialise(body)).rejects.toMatchObject({
      code: 'already_initialised',
      status: 409,
    })
    expect(hashed()).toBe(0)
  })

  it.each([
    { given: { password: 'short' }, path: 'password' },
    { given: { username: 'ro:sa', login_type: 'basic' }, path: 'username' },
  ] as const)('names the field $path when it does not fit', async ({ given, path }) => {
    const { setup } = createTestAccounts(database())
    await expect(setup.initialise({ ...body, ...given })).rejects.toMatchObject({
      status: 422,
      errors: [{ path }],
    })
    expect(await setup.describe(null)).toMatchObject({ initialized: false })
  })

  it('accepts no login type other than the forced one', async () => {
    const accounts = createTestAccounts(database(), { environment: { SVC_APP__FORCE_LOGIN_TYPE: 'basic' } })
    await expect(accounts.setup.initialise(body)).rejects.toMatchObject({
      code: 'login_type_forced',
      status: 409,
    })
    await setUp(accounts, 'basic')
    expect(await accounts.setup.describe(null)).toMatchObject({
      login_type: 'basic',
      force_login_type: 'basic',
    })
  })

  it('is announced to administrators on every instance until one of them dismisses it', async () => {
    const [one, other] = [createTestAccounts(database()), createTestAccounts(database())]
    const toldTo = async (accounts: typeof one, role: Role) => {
      const user = { id: 'none', username: 'Mia', role, root: false }
      return (await accounts.setup.describe({ user, via: 'session' })).getting_started
    }
    expect([await toldTo(one, 'admin'), await toldTo(one, 'trusted')]).toEqual([true, false])
    expect(await one.setup.describe(null)).toMatchObject({ getting_started: false })
    const dismissAs = (accounts: typeof one, username: string) =>
      accounts.setup.dismissGettingStarted(actor({ id: username, username, role: 'admin', root: false }))
    await dismissAs(one, 'Mia')
    await dismissAs(other, 'Ben')
    expect([await toldTo(one, 'admin'), await toldTo(other, 'admin')]).toEqual([false, false])
    const entries = await database().read.select().from(database().tables.auditEntries)
    expect(entries).toMatchObject([{ kind: 'getting_started_dismissed', actor: 'Mia' }])
  })

  it('lets the forced login type override the stored one', async () => {
    await setUp(createTestAccounts(database()), 'forms')
    const forced = createTestAccounts(database(), { environment: { SVC_APP__FORCE_LOGIN_TYPE: 'none' } })
    expect(await forced.auth.loginType()).toBe('none')
  })
})

onEachDatabase('the set-up by the environment', (database) => {
  const both = {
    SVC_APP__INIT_ROOT_USERNAME: 'Rosa',
    SVC_APP__INIT_ROOT_PASSWORD: 'correct horse',
  }
  const start = async (environment: Record<string, string>) => {
    const accounts = createTestAccounts(database(), { environment })
    await accounts.setup.initialiseFromEnvironment()
    return accounts
  }

  it.each([
    [undefined, 'forms'],
    ['basic', 'basic'],
    ['none', 'none'],
    ['oidc', 'oidc'],
  ])('with the login type %s forced sets up %s', async (forced, loginType) => {
    const { setup } = await start({ ...both, ...(forced && { SVC_APP__FORCE_LOGIN_TYPE: forced }) })
    expect(await setup.describe(null)).toMatchObject({ initialized: true, login_type: loginType })
  })

  it.each([
    [{ SVC_APP__INIT_ROOT_USERNAME: 'Rosa' }, 'SVC_APP__INIT_ROOT_PASSWORD'],
    [{ SVC_APP__INIT_ROOT_PASSWORD: 'correct horse' }, 'SVC_APP__INIT_ROOT_USERNAME'],
    [{ SVC_APP__FORCE_LOGIN_TYPE: 'oidc' }, 'SVC_APP__INIT_ROOT_USERNAME and SVC_APP__INIT_ROOT_PASSWORD'],
    [{ ...both, SVC_APP__INIT_ROOT_PASSWORD: 'short' }, 'SVC_APP__INIT_ROOT_PASSWORD: At least 8 characters'],
    [
      { ...both, SVC_APP__INIT_ROOT_USERNAME: 'ro\u0007sa' },
      'SVC_APP__INIT_ROOT_USERNAME: Contains control characters',
    ],
    [{ ...both, SVC_APP__INIT_ROOT_USERNAME: 'r'.repeat(101) }, 'ROOT_USERNAME: At most 100 characters'],
    [{ ...both, SVC_APP__INIT_ROOT_PASSWORD: 'r'.repeat(1001) }, 'ROOT_PASSWORD: At most 1000 characters'],
    [
      { ...both, SVC_APP__INIT_ROOT_USERNAME: 'ro:sa', SVC_APP__FORCE_LOGIN_TYPE: 'basic' },
      'SVC_APP__INIT_ROOT_USERNAME: No colon',
    ],
  ])('refuses to start with %j, naming what to set', async (environment, message) => {
    const refused = start(environment)
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.not.toThrow('correct horse')
    expect(await database().read.$count(database().tables.users)).toBe(0)
  })

  it('is left to the form without the variables', async () => {
    const { setup } = await start({})
    expect(await setup.describe(null)).toMatchObject({ initialized: false })
  })

  it.each([
    { ...both, SVC_APP__INIT_ROOT_USERNAME: 'Other' },
    { SVC_APP__INIT_ROOT_USERNAME: 'Other' },
    { ...both, SVC_APP__INIT_ROOT_USERNAME: 'r'.repeat(101) },
    { ...both, SVC_APP__INIT_ROOT_PASSWORD: 'r'.repeat(1001) },
    { SVC_APP__FORCE_LOGIN_TYPE: 'oidc' },
  ])('has no effect once there is a root administrator: %j', async (environment) => {
    await setUp(createTestAccounts(database()))
    await start(environment)
    const users = await database().read.select().from(database().tables.users)
    expect(users.map(({ username }) => username)).toEqual([ROOT.username])
  })

  it('creates one root administrator when instances start together', async () => {
    await Promise.all([start(both), start(both), start(both)])
    expect(await database().read.$count(database().tables.users)).toBe(1)
  })
})
