import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const [program = process.execPath, ...args] = (process.env['EARMARK_TEST_RUNTIME'] ?? '')
  .split(' ')
  .filter((word) => word !== '')
const name = basename(program)

/**
 * What the built server runs on in tests: this Node, or what EARMARK_TEST_RUNTIME says, which is the absolute path of
 * a program and what it takes before a script: `/opt/bun run`, `/opt/deno run -A`, `/opt/node24/bin/node`.
 */
export const RUNTIME = {
  program,
  /** What comes before the script. */
  args,
  /** What it needs to know itself: Deno keeps a cache, also for users who have no home. */
  env: name === 'deno' ? { DENO_DIR: join(tmpdir(), 'earmark-deno'), NO_COLOR: '1' } : undefined,
}

/** The environment of a process of the built server: nothing but the runtime is on its path. */
export const runtimeEnvironment = (env: Record<string, string>) => ({
  ...RUNTIME.env,
  ...env,
  PATH: dirname(program),
})

/** Where runtimes differ for good. */
export const RUNTIME_CAN = {
  /** Tell at its end what it has loaded: NODE_V8_COVERAGE is of Node. */
  tellWhatItLoaded: name.startsWith('node'),
}
