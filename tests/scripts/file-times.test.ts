import { expect, it } from 'vitest'
import { report } from '#tests/support/file-times'

it('the list of slow files shows the time, by project and by file', () => {
  const file = (project: string, name: string, tests: number) => ({ project, file: name, tests, start: 500 })
  const files = [
    file('server', 'a.test.ts', 1000),
    file('e2e', 'b.test.ts', 61_000),
    file('server', 'c.test.ts', 2000),
  ]
  expect(report(files)).toEqual([
    'Time of tests, and of what comes before the first of a file:',
    '     3.0 s and    1.0 s in 2 files: server',
    '    61.0 s and    0.5 s in 1 files: e2e',
    'The slowest files:',
    '    61.5 s e2e b.test.ts',
    '     2.5 s server c.test.ts',
    '     1.5 s server a.test.ts',
  ])
})
