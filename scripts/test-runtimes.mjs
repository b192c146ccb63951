// @ts-check
// `npm run test:runtimes`: what stores things on the database of a Durable Object, then the tests of the built server on
// every runtime that it runs on, one after the other.
// Arguments are test files: `npm run test:runtimes -- tests/durable tests/built/journey.test.ts`.
import { ensureBuild } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { runPackage } from './lib/run.mjs'
import { ensureRuntimes } from './lib/runtimes.mjs'

requireNodeVersion()
await ensurePackages()
const runtimes = await ensureRuntimes()
const given = process.argv.slice(2)
const all = given.length > 0 ? given : ['tests/durable', 'tests/built']

if (all.includes('tests/durable')) {
  console.log('\n== Durable Object')
  const code = await runPackage('vitest', ['run', '--config', 'tests/durable/vitest.config.ts'], {
    cwd: ROOT,
  })
  if (code !== 0) process.exitCode = code
}

const files = all.filter((file) => file !== 'tests/durable')
if (files.length > 0) await ensureBuild()
for (const { name, program, args } of files.length > 0 ? runtimes : []) {
  console.log(`\n== ${name}`)
  const code = await runPackage('vitest', ['run', '--project', 'built', '--project', 'alone', ...files], {
    cwd: ROOT,
    env: { ...process.env, EARMARK_TEST_RUNTIME: [program, ...args].join(' ') },
  })
  if (code !== 0) process.exitCode = code
}
