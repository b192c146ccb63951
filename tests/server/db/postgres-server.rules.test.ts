import { expect, it } from 'vitest'
import { speaksFor, type PostgresServer } from '#server/db/postgres-server.rules'

const former: PostgresServer = { system: '7', timeline: '0000000A', startedAt: 1000, askedAt: 5000 }
const other = (changes: Partial<PostgresServer>) => ({ ...former, startedAt: 900, askedAt: 6000, ...changes })

it.each([
  ['the same one', other({ startedAt: 1000 }), true],
  ['the same one, promoted since', other({ startedAt: 1000, timeline: '0000000B' }), true],
  ['a replica promoted since', other({ timeline: '0000000B' }), true],
  ['it, started again since', other({ startedAt: 5001 }), true],
  ['a replica', other({ timeline: null }), false],
  ['a replica started since', other({ timeline: null, startedAt: 5001 }), false],
  ['a copy that also writes', other({ startedAt: 4000 }), false],
  ['another system', other({ system: '8', startedAt: 5001, timeline: '0000000B' }), false],
])('A server that is %s', (_which, server, expected) => {
  expect(speaksFor(server, former)).toBe(expected)
})
