// @ts-check
// `npm run reset-root` and `npm run reset-secrets`: runs a command of the server that `npm start` serves, with the
// arguments after `--`, such as `npm run reset-root -- --forms`.
import { ensureBuild, SERVER_ENTRY } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { serverEnvironment } from './lib/server-environment.mjs'

requireNodeVersion()
await ensurePackages()
await ensureBuild()
process.exitCode = await run(process.execPath, [SERVER_ENTRY, ...process.argv.slice(2)], {
  cwd: ROOT,
  env: serverEnvironment(),
})
