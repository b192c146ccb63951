import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '#server/platform/log'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createAudit } from '#server/domain/audit/audit.service'
import { createPasswords } from '#server/domain/auth/passwords.service'
import { createThrottleRepository } from '#server/domain/auth/throttle.repository'
import { createThrottle } from '#server/domain/auth/throttle.service'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { cheapHasher, createCountingHasher } from '#tests/support/accounts'
import { openTestSqlite } from '#tests/support/databases'
import { createGate } from '#tests/support/gate'

async function start(hasher = cheapHasher) {
  const { database, remove } = await openTestSqlite()
  onTestFinished(remove)
  const lines: string[] = []
  const queued: string[] = []
  const audit = createAudit({ repository: createAuditRepository({ database }), clock: () => new Date() })
  const throttled = createThrottleRepository({ database })
  /** Wrong attempts against users. */
  const wrong = async (usernames: readonly string[]) => {
    const counts = await throttled.find(usernames.map((username) => `user\n${username}`))
    return usernames.map((username) => counts.find(({ key }) => key === `user\n${username}`)?.count ?? 0)
  }
  const passwords = createPasswords({
    users: createUsersRepository({ database }),
    hasher,
    throttle: createThrottle({
      repository: throttled,
      networkOf: (address) => address,
      digest: (text) => text,
      clock: () => new Date(),
    }),
    knownSources: { recognise: () => Promise.resolve(undefined) },
    laneOf({ address }) {
      queued.push(address)
      return address
    },
    audit,
    log: createLog({ level: 'DEBUG', terminal: false, write: (line) => void lines.push(line) }),
  })
  return { passwords, audit, lines, queued, throttled, wrong }
}

const TYPED = 'K\u00fchlschrank-T\u00fcr'
const DECOMPOSED = 'Ku\u0308hlschrank-Tu\u0308r'
const FULL_WIDTH = '\uff50\uff41\uff53\uff53'

it.each([
  ['decomposed', TYPED, DECOMPOSED],
  ['composed', DECOMPOSED, TYPED],
  ['in half width', FULL_WIDTH, 'pass'],
  ['in full width', 'pass', FULL_WIDTH],
])('A password is the same when another system types it %s', async (_how, chosen, typed) => {
  const { passwords } = await start()
  const given = { username: 'Rosa', address: '203.0.113.7', purpose: 'form' as const }
  const rosa = { id: '1', username: 'Rosa', role: 'admin' as const, root: true }
  const withHash = (passwordHash: string) => ({ user: rosa, passwordHash })
  const hash = await passwords.hash(chosen, null)
  expect(await passwords.check({ ...given, password: typed }, withHash(hash))).toEqual(rosa)
  expect(await passwords.check({ ...given, password: `${typed}x` }, withHash(hash))).toBeUndefined()
})

it.each([
  ['composed', TYPED],
  ['decomposed', DECOMPOSED],
  ['in full width', FULL_WIDTH],
])('A hash of a former version, of the text as typed, still matches: %s', async (_how, password) => {
  const { passwords } = await start()
  const rosa = { id: '1', username: 'Rosa', role: 'admin' as const, root: true }
  const found = { user: rosa, passwordHash: await cheapHasher.hash(password) }
  const given = { username: 'Rosa', address: '203.0.113.7', purpose: 'form' as const }
  expect(await passwords.check({ ...given, password }, found)).toEqual(rosa)
})

it('Each form of a wrong password counts as an attempt; most have one', async () => {
  const gate = createGate()
  const tried: string[] = []
  const { passwords, queued, wrong } = await start({
    ...cheapHasher,
    async verify(_hash, password) {
      tried.push(password)
      await gate.pass()
      return false
    },
  })
  const check = (address: string, password: string) =>
    passwords.check({ username: address, address, purpose: 'form', password }, undefined)
  const first = [check('a', DECOMPOSED), check('b', DECOMPOSED)]
  await expect.poll(() => queued).toHaveLength(2)
  const last = check('c', 'plain')
  await expect.poll(() => queued).toHaveLength(3)
  gate.open()
  await Promise.all([...first, last])
  expect(tried.toSorted()).toEqual([TYPED, TYPED, 'plain', DECOMPOSED, DECOMPOSED].toSorted())
  expect(await wrong(['a', 'b', 'c'])).toEqual([2, 2, 1])
})

it('A right password in its second form leaves no wrong attempt against the user or the address', async () => {
  const { passwords, throttled, wrong } = await start()
  const rosa = { id: '1', username: 'Rosa', role: 'admin' as const, root: true }
  const found = { user: rosa, passwordHash: await cheapHasher.hash(DECOMPOSED) }
  const given = { username: 'Rosa', address: '203.0.113.7', purpose: 'form' as const }
  expect(await passwords.check({ ...given, password: DECOMPOSED }, found)).toEqual(rosa)
  expect(await wrong(['rosa'])).toEqual([0])
  expect(await throttled.find(['address\n203.0.113.7'])).toEqual([])
})

it('Checks take as many hashes for unknown users as for known ones', async () => {
  const { hasher, verified } = createCountingHasher()
  const { passwords } = await start(hasher)
  const given = { username: 'Rosa', address: '203.0.113.7', purpose: 'form' as const, password: TYPED }
  const rosa = { id: '1', username: 'Rosa', role: 'admin' as const, root: true }
  await passwords.check(given, { user: rosa, passwordHash: await cheapHasher.hash('another') })
  const forKnown = verified.splice(0).length
  await passwords.check(given, undefined)
  expect(verified.length).toBe(forKnown)
})

it('logs and audits a wrong password with its address, but neither the password nor the whole name', async () => {
  const { passwords, audit, lines } = await start()
  const given = { username: 'Rosalinde', password: 'wrong horse', address: '203.0.113.7' }
  expect(
    await passwords.check({ ...given, purpose: 'form' }, await passwords.findUser(given.username)),
  ).toBeUndefined()
  const { entries } = await audit.list({ limit: 50, offset: 0 })
  expect(entries).toMatchObject([
    { kind: 'sign_in_failed', actor: 'Ro…', note: { code: 'form' }, address: '203.0.113.7' },
  ])
  expect(JSON.stringify(entries)).not.toContain('horse')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('Ro…')
  expect(lines[0]).toContain('203.0.113.7')
  expect(lines[0]).not.toContain('Rosal')
  expect(lines[0]).not.toContain('horse')
})
