import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '#server/log'
import { createPasswords } from '#server/domain/auth/passwords.service'
import { createThrottleRepository } from '#server/domain/auth/throttle.repository'
import { createThrottle } from '#server/domain/auth/throttle.service'
import { createUsersRepository } from '#server/domain/auth/users.repository'
import { cheapHasher } from '../../../support/accounts'
import { openTestSqlite } from '../../../support/databases'

it('logs a wrong password with its address, but neither the password nor the whole name', async () => {
  const { database, remove } = await openTestSqlite()
  onTestFinished(remove)
  const lines: string[] = []
  const passwords = createPasswords({
    users: createUsersRepository({ database }),
    hasher: cheapHasher,
    throttle: createThrottle({
      repository: createThrottleRepository({ database }),
      networkOf: (address) => address,
      digest: (text) => text,
      clock: () => new Date(),
    }),
    log: createLog({ level: 'DEBUG', terminal: false, write: (line) => void lines.push(line) }),
  })
  const given = { username: 'Rosalinde', password: 'wrong horse', address: '203.0.113.7' }
  expect(await passwords.check(given, await passwords.findUser(given.username))).toBeUndefined()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('Ro…')
  expect(lines[0]).toContain('203.0.113.7')
  expect(lines[0]).not.toContain('Rosal')
  expect(lines[0]).not.toContain('horse')
})
