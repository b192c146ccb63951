// @ts-check
// `npm test`: installs and builds what is out of date, then runs every test project.
// Arguments are passed to vitest: `npm test -- tests/server/platform/config.test.ts`, `npm test -- --project client`.
// `npm test -- --changed` runs the tests of what changed since the last commit, and builds only if necessary.
import { ensureBuild } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { runPackage } from './lib/run.mjs'
import { testArguments } from './lib/test-arguments.mjs'

requireNodeVersion()
await ensurePackages()
const { args, env, build } = testArguments(process.argv.slice(2))
if (build) await ensureBuild()
process.exitCode = await runPackage('vitest', ['run', ...args], {
  cwd: ROOT,
  env: { ...process.env, ...env },
})
