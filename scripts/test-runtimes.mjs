// @ts-check
// `npm run test:runtimes`: tests everything that uses the database of a Durable Object, and the built server and
// its images on every runtime. The build for Cloudflare Workers runs only the journey, because the other tests
// are about processes, files and PostgreSQL; Wrangler must find no problems in it.
// Arguments are test files: `npm run test:runtimes -- tests/durable tests/built/journey.test.ts`.
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { runPackage } from './lib/run.mjs'
import { ensureRuntimes, WORKERD } from './lib/runtimes.mjs'

const DURABLE = 'tests/durable'
const JOURNEY = 'tests/built/journey.test.ts'
/** Tests that measure neither time nor memory, so others may run alongside. */
const SOCIABLE = [DURABLE, JOURNEY, 'tests/container']
/** One more than most machines have cores, because the journey on Workers waits a minute for its alarm. */
const AT_ONCE = 3

requireNodeVersion()
await ensurePackages()
const runtimes = await ensureRuntimes()
const given = process.argv.slice(2)
const all = given.length > 0 ? given : [DURABLE, 'tests/built', 'tests/container']
const files = all.filter((file) => file !== DURABLE)
const lanes = all.every((file) => SOCIABLE.includes(file)) ? AT_ONCE : 1
const logs = mkdtempSync(join(tmpdir(), 'earmark-runtimes-'))

/**
 * Runs vitest; concurrent runs each print their output when they end.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {string[]} [runtime]
 */
async function run(name, args, runtime = []) {
  const log = join(logs, name)
  /** @type {number | 'inherit'} */
  const output = lanes === 1 ? 'inherit' : openSync(log, 'w')
  if (lanes === 1) console.log(`\n== ${name}`)
  const env = { ...process.env, EARMARK_TEST_RUNTIME: runtime.join(' ') }
  const code = await runPackage('vitest', ['run', ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', output, output],
  })
  if (lanes > 1) console.log(`\n== ${name}\n${readFileSync(log, 'utf8')}`)
  if (code !== 0) process.exitCode = code
}

async function onWorkers() {
  // Imported only now, because it requires the packages.
  const { buildWorker } = await import('./lib/worker-build.mjs')
  const { checkDeploy } = await import('./lib/worker-deploy.mjs')
  await buildWorker()
  await checkDeploy().catch((error) => {
    console.error(error)
    process.exitCode = 1
  })
  await run('Cloudflare Workers', ['--project', 'built', JOURNEY], [WORKERD, 'serve'])
}

/** @type {(() => Promise<void>)[]} */
const jobs = []
if (files.some((file) => JOURNEY.startsWith(file))) jobs.push(onWorkers)
if (all.includes(DURABLE)) jobs.push(() => run('Durable Object', ['--config', `${DURABLE}/vitest.config.ts`]))
for (const { name, program, args } of files.length > 0 ? runtimes : []) {
  jobs.push(() => run(name, ['--project', 'built', ...files], [program, ...args]))
}

if (files.length > 0) await ensureBuild()
const left = jobs.values()
const lane = async () => {
  for (const job of left) await job()
}
await Promise.all(Array.from({ length: lanes }, lane))
rmSync(logs, { recursive: true, force: true })
