import { expect, it } from 'vitest'
import {
  actor,
  cheapHasher,
  createGatedHasher,
  createTestAccounts,
  ROOT,
  setUp,
} from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { createGate } from '#tests/support/gate'

const browser = { address: '203.0.113.7', userAgent: 'Browser/1.0' }
const asRoot = { root_username: ROOT.username, root_password: ROOT.password }

onEachDatabase('a login whose password is being checked', (database) => {
  /** The sign-in waits for its password check while the neighbour, another instance, changes something. */
  async function start(login = ROOT) {
    const neighbour = createTestAccounts(database())
    await setUp(neighbour)
    const mila = { username: 'mila', password: 'a long password' }
    await neighbour.users.create({ ...mila, role: 'trusted', extra_data: null }, actor())
    const gate = createGate()
    const { auth } = createTestAccounts(database(), { hasher: createGatedHasher(gate) })
    const outcome = auth.login(login, browser).then(
      () => 'signed in',
      ({ code, status }: { code: string; status: number }) => `${status} ${code}`,
    )
    await gate.arrived
    return {
      neighbour,
      async finish() {
        gate.open()
        const { sessions, auditEntries } = database().tables
        const audited = await database().read.select().from(auditEntries)
        return {
          outcome: await outcome,
          sessions: await database().read.$count(sessions),
          entered: audited.some(({ kind }) => kind === 'signed_in'),
        }
      },
    }
  }
  const refused = (outcome: string) => ({ outcome, sessions: 0, entered: false })

  it('is accepted if nothing changes', async () => {
    const { finish } = await start()
    expect(await finish()).toMatchObject({ outcome: 'signed in', sessions: 1 })
  })

  it('is refused if the password is changed', async () => {
    const { neighbour, finish } = await start()
    await neighbour.rescue.resetRoot({ password: 'a brand new password', forms: false })
    expect(await finish()).toEqual(refused('401 wrong_credentials'))
  })

  it('is refused if an administrator sets another password', async () => {
    const { neighbour, finish } = await start({ username: 'mila', password: 'a long password' })
    await neighbour.users.update('mila', { password: 'a brand new password', role: undefined }, actor())
    expect(await finish()).toEqual(refused('401 wrong_credentials'))
  })

  it('is refused if the user is deleted', async () => {
    const { neighbour, finish } = await start({ username: 'mila', password: 'a long password' })
    await neighbour.users.delete('mila', actor())
    expect(await finish()).toEqual(refused('401 wrong_credentials'))
  })

  it('is refused if the login type is changed', async () => {
    const { neighbour, finish } = await start()
    await neighbour.security.update({ login_type: 'none', ...asRoot }, actor())
    expect(await finish()).toEqual(refused('409 no_login_form'))
  })

  it('is refused if an instance starts with another login type from the environment', async () => {
    const { finish } = await start()
    const environment = { SVC_APP__FORCE_LOGIN_TYPE: 'basic' }
    await createTestAccounts(database(), { environment }).forcedLoginType.settle()
    expect(await finish()).toEqual(refused('409 no_login_form'))
  })

  it('leaves no session if it and a password change are stored at the same moment', async () => {
    const neighbour = createTestAccounts(database())
    await setUp(neighbour)
    for (let round = 0; round < 5; round++) {
      const password = `password number ${round}`
      const { users } = database().tables
      const passwordHash = await cheapHasher.hash(password)
      await database().write((within) => within.update(users).set({ passwordHash }))
      const other = createTestAccounts(database())
      await Promise.allSettled([
        other.auth.login({ ...ROOT, password }, browser),
        other.auth.login({ ...ROOT, password }, browser),
        neighbour.rescue.resetRoot({ password: 'a brand new password', forms: false }),
      ])
      expect(await database().read.$count(database().tables.sessions)).toBe(0)
    }
  })
})
