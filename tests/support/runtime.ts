import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** What can run the built server. */
export interface Runtime {
  /** The absolute path of its program. */
  program: string
  /** What comes before the script. */
  args: string[]
}

const [program = process.execPath, ...args] = (process.env['EARMARK_TEST_RUNTIME'] ?? '')
  .split(' ')
  .filter((word) => word !== '')
const name = basename(program)

/**
 * What the built server runs on in tests: this Node, or what EARMARK_TEST_RUNTIME says, which is the absolute path of
 * a program and what it takes before a script: `/opt/bun run`, `/opt/deno run -A`, `/opt/node24/bin/node`.
 */
export const RUNTIME: Runtime = { program, args }

/**
 * The environment of a process of the built server: nothing but the runtime is on its path. Deno wants a place for a
 * cache, also of users who have no home.
 */
export const runtimeEnvironment = (env: Record<string, string>, runtime = RUNTIME) => ({
  DENO_DIR: join(tmpdir(), 'earmark-deno'),
  NO_COLOR: '1',
  ...env,
  PATH: dirname(runtime.program),
})

const isDeno = name === 'deno'
const isWorkerd = name === 'workerd'

/** Where runtimes differ for good. */
export const OF_RUNTIME = {
  /** Whether it tells at its end what it has loaded: NODE_V8_COVERAGE is of Node. */
  tellsWhatItLoaded: name === 'node',
  /** How a process ends that may write nothing to files: Deno leaves it to the signal of the system. */
  endWithoutRoom: isDeno ? null : 1,
  /** The most that covers may take, in MB: of each process Deno has more for itself. */
  memoryOfCovers: isDeno ? 250 : 150,
  /** Whether it is a build of its own: for Cloudflare Workers, on what they run on. */
  isWorker: isWorkerd,
  /** Whether a server hears that it has to end, and ends what is under way: a Worker is just gone. */
  isToldToStop: !isWorkerd,
  /** In what form covers come: on Workers as the catalogue has them. */
  coverType: isWorkerd ? 'image/jpeg' : 'image/webp',
}
