// @ts-check
// Installs packages if needed, then runs a program of one of them: `with-packages.mjs tsx scripts/dev.ts`.
import { requireNodeVersion } from './lib/node-version.mjs'
import { ensurePackages } from './lib/packages.mjs'
import { runPackage } from './lib/run.mjs'

requireNodeVersion()
const [program, ...args] = process.argv.slice(2)
if (program === undefined) {
  console.error('Usage: node scripts/with-packages.mjs PROGRAM [ARGUMENT…]')
  process.exit(1)
}
await ensurePackages()
process.exitCode = await runPackage(program, args)
