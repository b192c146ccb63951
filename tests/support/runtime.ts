import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A runtime that can run the built server. */
export interface Runtime {
  /** The absolute path of its program. */
  program: string
  /** The arguments before the script. */
  args: string[]
}

const [program = process.execPath, ...args] = (process.env['EARMARK_TEST_RUNTIME'] ?? '')
  .split(' ')
  .filter((word) => word !== '')
const name = basename(program)

/**
 * The runtime of the built server in tests: this Node, or the value of EARMARK_TEST_RUNTIME, which is the
 * absolute path of a program and its arguments before the script: `/opt/bun run`, `/opt/deno run -A`,
 * `/opt/node24/bin/node`.
 */
export const RUNTIME: Runtime = { program, args }

/**
 * The environment of a process of the built server: only the runtime is on its path. Deno needs a directory
 * for its cache, even for users without a home directory.
 */
export const runtimeEnvironment = (env: Record<string, string>, runtime = RUNTIME) => ({
  DENO_DIR: join(tmpdir(), 'earmark-deno'),
  NO_COLOR: '1',
  ...env,
  PATH: dirname(runtime.program),
})

const isDeno = name === 'deno'
const isWorkerd = name === 'workerd'

/** Permanent differences between runtimes. */
export const OF_RUNTIME = {
  /** Whether it reports at exit what it has loaded: only Node supports NODE_V8_COVERAGE. */
  tellsWhatItLoaded: name === 'node',
  /**
   * The exit code of a process that may not write to files: none on Deno, which a signal of the system ends.
   */
  endWithoutRoom: isDeno ? null : 1,
  /** The maximum memory for covers, in MB: Deno itself needs more for each process. */
  memoryOfCovers: isDeno ? 250 : 150,
  /** Whether it has a separate build: Cloudflare Workers, run by workerd. */
  isWorker: isWorkerd,
  /** Whether a server is told to stop, and finishes its work in progress: a Worker is just gone. */
  isToldToStop: !isWorkerd,
  /** The format of covers: Workers serve them as the catalogue has them. */
  coverType: isWorkerd ? 'image/jpeg' : 'image/webp',
}
