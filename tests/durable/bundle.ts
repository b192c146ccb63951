import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { migrationsPlugin } from '#scripts/lib/migrations-plugin'
import { ROOT } from '#scripts/lib/root.mjs'

const INSIDE = join(ROOT, 'tests/durable/inside')

/**
 * Bundles test files and vitest itself into one module that runs them in a Durable Object.
 * @param folder receives the module and workerd's configuration.
 */
export async function bundle(files: readonly string[], folder: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [insidePlugin(files), migrationsPlugin()],
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: join(INSIDE, 'object.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      rolldownOptions: {
        external: [/^node:/],
        output: { codeSplitting: false, entryFileNames: 'object.mjs' },
      },
    },
  })
  await copyFile(join(ROOT, 'tests/durable/workerd.capnp'), join(folder, 'workerd.capnp'))
}

/** Modules with a replacement there. */
const REPLACED = new Map([
  ['#tests/support/databases', join(INSIDE, 'databases.ts')],
  ['@node-rs/argon2', join(INSIDE, 'argon2.ts')],
])

/** `earmark:suites`: imports the test files by path, on demand. */
function insidePlugin(files: readonly string[]): Plugin {
  const imports = files.map(
    (file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(join(ROOT, file))})`,
  )
  return {
    name: 'earmark:suites',
    enforce: 'pre',
    resolveId: (source) =>
      source === 'earmark:suites' ? '\0earmark:suites' : (REPLACED.get(source) ?? null),
    load: (id) => (id === '\0earmark:suites' ? `export default {${imports.join()}}` : null),
  }
}
