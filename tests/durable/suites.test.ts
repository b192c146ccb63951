import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorkerd, type Workerd } from './workerd'

const FILES = [
  'tests/durable/inside/traps.ts',
  'tests/server/db/database.test.ts',
  'tests/server/db/many.test.ts',
  'tests/server/domain/notifications/drivers/push-sealing.test.ts',
]

let workerd: Workerd
beforeAll(async () => {
  workerd = await startWorkerd(FILES)
})
afterAll(() => workerd.stop())

it.each(FILES)('%s holds on a Durable Object', async (file) => {
  const ended = await workerd.run(file)
  expect(ended.filter(({ state }) => state !== 'pass')).toEqual([])
  expect(ended.length).toBeGreaterThanOrEqual(testsIn(file))
})

/** How many tests a file has, where one with a table of cases counts once. */
const testsIn = (file: string): number =>
  readFileSync(file, 'utf8').match(/^ *it(?:\.each)?\(/gm)?.length ?? Infinity
