import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ROOT } from '#scripts/lib/root.mjs'
import { startWorkerd, type Workerd } from './workerd'

/** Tests that apply only to Durable Objects. */
const TRAPS = 'tests/durable/inside/traps.ts'

/** A suite without a database that depends on what workerd has instead of Node. */
const SEALING = 'tests/server/domain/notifications/drivers/push-sealing.test.ts'

/** Suites of both other databases that do not run in a Durable Object, and why. */
const LEFT_OUT = new Map([
  ['tests/scripts/bench-data.test.ts', 'fills files'],
  ['tests/server/api/left-library.test.ts', 'starts a server'],
  ['tests/server/api/library-first.test.ts', 'starts a server'],
  ['tests/server/api/links.test.ts', 'starts a server'],
  ['tests/server/api/oidc-accounts.test.ts', 'starts a server'],
  ['tests/server/api/oidc-logout-and-failures.test.ts', 'starts a server'],
  ['tests/server/api/oidc-races.test.ts', 'starts a server'],
  ['tests/server/api/oidc.test.ts', 'starts a server'],
  ['tests/server/api/same-library.test.ts', 'starts a server'],
  ['tests/server/api/seen-version.test.ts', 'starts a server'],
  ['tests/server/db/space.test.ts', 'opens files'],
  ['tests/server/domain/fulfilment/grab/sending.test.ts', 'starts fakes'],
  ['tests/server/domain/fulfilment/judged/judged-pairs.test.ts', 'reads files'],
  ['tests/server/domain/fulfilment/track/polite-polls.test.ts', 'starts fakes'],
  ['tests/server/domain/integrations/category-fit.test.ts', 'starts fakes'],
  ['tests/server/domain/integrations/indexer-status.test.ts', 'starts fakes'],
  ['tests/server/domain/integrations/indexers.service.test.ts', 'starts fakes'],
  ['tests/server/domain/library/arrival.test.ts', 'starts fakes'],
  ['tests/server/domain/fulfilment/connection-faults.test.ts', 'starts fakes'],
  ['tests/server/domain/notifications/deliveries.service.test.ts', 'starts fakes'],
  ['tests/server/domain/notifications/delivery-log.service.test.ts', 'starts fakes'],
  ['tests/server/domain/notifications/personal.test.ts', 'starts fakes'],
  ['tests/server/domain/notifications/target-language.test.ts', 'starts fakes'],
  ['tests/server/domain/notifications/web-push.test.ts', 'starts fakes'],
  ['tests/server/domain/requests/withdraw-all.service.test.ts', 'keeps a transaction waiting'],
  ['tests/server/jobs/configuration-file.test.ts', 'reads files'],
  ['tests/server/jobs/notifications.test.ts', 'starts fakes'],
])

const ofEachDatabase = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => /^ *onEachDatabase\(/m.test(readFileSync(join(ROOT, file), 'utf8')))
  .toSorted()
const files = [SEALING, ...ofEachDatabase.filter((file) => !LEFT_OUT.has(file))]

let workerd: Workerd
let namesInNode: Map<string, string[]>
beforeAll(async () => {
  ;[workerd, namesInNode] = await Promise.all([startWorkerd([TRAPS, ...files]), listTests()])
})
afterAll(() => workerd.stop())

it.each(files)('%s passes on a Durable Object, every test of it', async (file) => {
  const ended = await workerd.run(file)
  expect(ended.filter(({ state }) => state !== 'pass')).toEqual([])
  expect(ended.map(({ name }) => name).toSorted()).toEqual(namesInNode.get(file)?.toSorted())
})

it('has known traps', async () => {
  const ended = await workerd.run(TRAPS)
  expect(ended.filter(({ state }) => state !== 'pass')).toEqual([])
  expect(ended).not.toEqual([])
})

it('excludes no suite that does not exist', () => {
  expect([...LEFT_OUT.keys()].filter((file) => !ofEachDatabase.includes(file))).toEqual([])
})

const listSchema = z.array(z.object({ name: z.string(), file: z.string() }))

/** The names of each file's tests, as Node lists them for the database file. */
async function listTests(): Promise<Map<string, string[]>> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // Last, because it would take a path after it for an output file.
  const list = [vitest, 'list', '--project', 'server', ...files, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, list, { cwd: ROOT, maxBuffer: Infinity })
  const names = new Map<string, string[]>()
  for (const { name, file } of listSchema.parse(JSON.parse(stdout))) {
    if (name.includes('(PostgreSQL)')) continue
    const path = relative(ROOT, file)
    names.set(path, [...(names.get(path) ?? []), name.replace('(SQLite)', '(Durable Object)')])
  }
  return names
}
