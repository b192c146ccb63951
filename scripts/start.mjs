// @ts-check
// `npm start`: installs and builds what is out of date, then serves from ./config.

import { ensureBuild, SERVER_ENTRY } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { readOptions } from './lib/options.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { serverEnvironment } from './lib/server-environment.mjs'

requireNodeVersion()
const options = readOptions('npm start [-- --port N]', { port: { type: 'string' } })
await ensurePackages()
await ensureBuild()
process.exitCode = await run(process.execPath, [SERVER_ENTRY], {
  cwd: ROOT,
  env: serverEnvironment(options.port === undefined ? {} : { SVC_APP__PORT: options.port }),
})
