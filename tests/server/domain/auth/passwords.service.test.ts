import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '#server/platform/log'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createAudit } from '#server/domain/audit/audit.service'
import { createPasswords } from '#server/domain/auth/passwords.service'
import { createThrottleRepository } from '#server/domain/auth/throttle.repository'
import { createThrottle } from '#server/domain/auth/throttle.service'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { cheapHasher } from '#tests/support/accounts'
import { openTestSqlite } from '#tests/support/databases'

it('logs and audits a wrong password with its address, but neither the password nor the whole name', async () => {
  const { database, remove } = await openTestSqlite()
  onTestFinished(remove)
  const lines: string[] = []
  const audit = createAudit({ repository: createAuditRepository({ database }), clock: () => new Date() })
  const passwords = createPasswords({
    users: createUsersRepository({ database }),
    hasher: cheapHasher,
    throttle: createThrottle({
      repository: createThrottleRepository({ database }),
      networkOf: (address) => address,
      digest: (text) => text,
      clock: () => new Date(),
    }),
    knownSources: { recognise: () => Promise.resolve(undefined) },
    laneOf: ({ address }) => address,
    audit,
    log: createLog({ level: 'DEBUG', terminal: false, write: (line) => void lines.push(line) }),
  })
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
