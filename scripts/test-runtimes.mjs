// @ts-check
// `npm run test:runtimes`: the tests of the built server on every runtime that it runs on, one after the other.
// Arguments are test files: `npm run test:runtimes -- tests/built/journey.test.ts`.
import { ensureBuild } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { runPackage } from './lib/run.mjs'
import { ensureRuntimes } from './lib/runtimes.mjs'

requireNodeVersion()
await ensurePackages()
await ensureBuild()
const given = process.argv.slice(2)
const files = given.length > 0 ? given : ['tests/built']
for (const { name, program, args } of await ensureRuntimes()) {
  console.log(`\n== ${name}`)
  const code = await runPackage('vitest', ['run', '--project', 'built', '--project', 'alone', ...files], {
    cwd: ROOT,
    env: { ...process.env, EARMARK_TEST_RUNTIME: [program, ...args].join(' ') },
  })
  if (code !== 0) process.exitCode = code
}
