import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { longestFirst, LONG_FILES } from '#tests/support/file-order'

const order = (...files: string[]) => longestFirst(files, (path) => path)

it('files start from long to short, and keep their order if none is known to be long', () => {
  expect(
    order(
      'tests/server/platform/log.test.ts',
      'tests/server/access.test.ts',
      'tests/scripts/start.test.ts',
      'tests/server/bad-input.test.ts',
    ),
  ).toEqual([
    'tests/server/bad-input.test.ts',
    'tests/scripts/start.test.ts',
    'tests/server/platform/log.test.ts',
    'tests/server/access.test.ts',
  ])
})

it('files of several folders start in turn, so that each folder lasts to the end', () => {
  expect(
    order(
      'tests/built/fulfilment.test.ts',
      'tests/built/covers.test.ts',
      'tests/e2e/accounts.test.ts',
      'tests/e2e/every-page.test.ts',
      'tests/e2e/roles.test.ts',
    ),
  ).toEqual([
    'tests/built/fulfilment.test.ts',
    'tests/e2e/every-page.test.ts',
    'tests/e2e/accounts.test.ts',
    'tests/built/covers.test.ts',
    'tests/e2e/roles.test.ts',
  ])
})

it('files that mostly wait start one by one among the others', () => {
  expect(
    order(
      'tests/server/access.test.ts',
      'tests/server/db/postgres-long-trouble.test.ts',
      'tests/server/bad-input.test.ts',
      'tests/server/db/postgres-trouble.test.ts',
      'tests/server/defence.test.ts',
    ),
  ).toEqual([
    'tests/server/bad-input.test.ts',
    'tests/server/db/postgres-long-trouble.test.ts',
    'tests/server/db/postgres-trouble.test.ts',
    'tests/server/defence.test.ts',
    'tests/server/access.test.ts',
  ])
})

it.each(LONG_FILES)('%s, which is known to take long, exists', (path) => {
  expect(existsSync(path)).toBe(true)
})
