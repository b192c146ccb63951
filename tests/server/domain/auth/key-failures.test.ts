import { expect, it } from 'vitest'
import { createKeyFailures } from '#server/domain/auth/key-failures'
import { createLog } from '#server/platform/log'
import { standingClock } from '#tests/support/records'

it('wrong API keys are logged the first, the tenth and the hundredth time, per address and hour', () => {
  const lines: string[] = []
  const clock = standingClock()
  const note = createKeyFailures({
    networkOf: (address) => address,
    clock: clock.read,
    log: createLog({ level: 'DEBUG', terminal: false, write: (line) => void lines.push(line) }),
  })
  for (let i = 0; i < 250; i++) note('203.0.113.7')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain('203.0.113.7')
  note('203.0.113.8')
  expect(lines).toHaveLength(4)
  clock.advance(60 * 60_000)
  note('203.0.113.7')
  expect(lines).toHaveLength(5)
})
