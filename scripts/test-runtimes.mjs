// @ts-check
// `npm run test:runtimes`: what stores things on the database of a Durable Object, then the tests of the built server and
// of its images on every runtime that it runs on, one after the other. Of these the build for Cloudflare Workers takes the journey alone:
// the others are about processes, files and PostgreSQL. Wrangler has to find nothing wrong with it.
// Arguments are test files: `npm run test:runtimes -- tests/durable tests/built/journey.test.ts`.
import { ensureBuild } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { runPackage } from './lib/run.mjs'
import { ensureRuntimes, WORKERD } from './lib/runtimes.mjs'
import { buildWorker } from './lib/worker-build.mjs'
import { checkDeploy } from './lib/worker-deploy.mjs'

requireNodeVersion()
await ensurePackages()
const runtimes = await ensureRuntimes()
const given = process.argv.slice(2)
const all = given.length > 0 ? given : ['tests/durable', 'tests/built', 'tests/container']
const JOURNEY = 'tests/built/journey.test.ts'

/**
 * @param {string} name
 * @param {string[]} args
 * @param {string[]} [runtime]
 */
async function run(name, args, runtime = []) {
  console.log(`\n== ${name}`)
  const env = { ...process.env, EARMARK_TEST_RUNTIME: runtime.join(' ') }
  const code = await runPackage('vitest', ['run', ...args], { cwd: ROOT, env })
  if (code !== 0) process.exitCode = code
}

if (all.includes('tests/durable')) await run('Durable Object', ['--config', 'tests/durable/vitest.config.ts'])

const files = all.filter((file) => file !== 'tests/durable')
if (files.length > 0) await ensureBuild()
for (const { name, program, args } of files.length > 0 ? runtimes : []) {
  await run(name, ['--project', 'built', '--project', 'alone', ...files], [program, ...args])
}

if (files.some((file) => JOURNEY.startsWith(file))) {
  await buildWorker()
  await checkDeploy()
  await run('Cloudflare Workers', ['--project', 'built', JOURNEY], [WORKERD, 'serve'])
}
