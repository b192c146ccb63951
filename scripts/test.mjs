// @ts-check
// `npm test`: installs and builds what is not up to date, then runs every test project.
// Arguments go to vitest: `npm test -- tests/server/start/config.test.ts`, `npm test -- --project client`.
import { ensureBuild } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { runPackage } from './lib/run.mjs'

requireNodeVersion()
await ensurePackages()
await ensureBuild()
process.exitCode = await runPackage('vitest', ['run', ...process.argv.slice(2)], { cwd: ROOT })
