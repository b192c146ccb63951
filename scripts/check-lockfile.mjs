// @ts-check
// Fails if a package-lock.json contains download addresses of packages: it must install from whatever registry
// is configured. Fails, too, if a package refuses a version of Node that package.json promises, because npm would greet
// newcomers with a page of warnings.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusing } from './lib/engines.mjs'
import { ROOT } from './lib/root.mjs'

for (const file of ['package-lock.json', 'tests/runtimes/package-lock.json']) {
  /** @type {{ packages: Record<string, { resolved?: string, optional?: boolean, engines?: { node?: string } }> }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
  const addressed = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)
  if (addressed.length > 0) {
    console.error(
      `${file} contains download addresses, for example of ${addressed[0]?.[0]}. ` +
        'Remove them with: npm install --package-lock-only --omit-lockfile-registry-resolved',
    )
    process.exitCode = 1
  }
  for (const { name, needs, version } of refusing(packages)) {
    console.error(
      `${file}: ${name} needs Node ${needs}, but package.json promises ${version}. Override it in package.json with a version that runs there.`,
    )
    process.exitCode = 1
  }
}
