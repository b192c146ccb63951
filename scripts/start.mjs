// @ts-check
// `npm start`: installs and builds what is out of date, then serves from ./config.

// The whole module, because an older Node would fail on a missing name before the version check could run.
import util from 'node:util'
import { ensureBuild, SERVER_ENTRY } from './lib/build.mjs'
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { ROOT } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { serverEnvironment } from './lib/server-environment.mjs'

requireNodeVersion()
const options = readOptions()
await ensurePackages()
await ensureBuild()
process.exitCode = await run(process.execPath, [SERVER_ENTRY], {
  cwd: ROOT,
  env: serverEnvironment(options.port === undefined ? {} : { SVC_APP__PORT: options.port }),
})

/** @returns {{ port?: string }} */
function readOptions() {
  try {
    return util.parseArgs({ options: { port: { type: 'string' } } }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: npm start [-- --port N]`)
    return process.exit(1)
  }
}
