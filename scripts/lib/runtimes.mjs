// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePackages } from './packages.mjs'
import { ROOT } from './root.mjs'

/**
 * Directory of the runtimes. They are not among the checkout's packages, because only these tests and a
 * benchmark need their half a gigabyte.
 */
const HOME = join(ROOT, 'tests', 'runtimes')

/**
 * The runtimes for the build: each with its program under node_modules, and the arguments before a script.
 */
const RUNTIMES = [
  { name: 'Node.js 20', program: 'node20/bin/node', args: [] },
  { name: 'Node.js 24', program: 'node24/bin/node', args: [] },
  { name: 'Bun', program: '@oven/bun-linux-x64/bin/bun', args: ['run'] },
  { name: 'Deno', program: '@deno/linux-x64-glibc/deno', args: ['run', '-A'] },
]

/** The runtime of Cloudflare Workers. */
export const WORKERD = join(HOME, 'node_modules/@cloudflare/workerd-linux-64/bin/workerd')

/**
 * The tool that deploys to Cloudflare Workers, in the version for this workerd, and a Node.js new enough for
 * it.
 */
export const WRANGLER = {
  node: join(HOME, 'node_modules/node24/bin/node'),
  script: join(HOME, 'node_modules/wrangler/bin/wrangler.js'),
}

/**
 * Installs all runtimes, only from the registry.
 *
 * @returns {Promise<{ name: string, program: string, args: string[] }[]>} with absolute paths
 * @throws if one does not exist for this machine
 */
export async function ensureRuntimes() {
  await ensurePackages(HOME)
  const runtimes = RUNTIMES.map((runtime) => ({
    ...runtime,
    program: join(HOME, 'node_modules', runtime.program),
  }))
  const missing = runtimes.find(({ program }) => !existsSync(program))
  if (missing)
    throw new Error(`${missing.name} is not available for this machine: only for Linux on x64 with glibc.`)
  return runtimes
}
