import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port'
import { UNTIL_STARTED_MS } from './limits'
import { RUNTIME, runtimeEnvironment, type Runtime } from './runtime'

interface ServerProcessOptions {
  /** The script and its arguments. */
  args: string[]
  cwd: string
  /** The complete environment except PATH and, by default, a free SVC_APP__PORT. */
  env?: Record<string, string>
  /** User and group id to run as; only root may change them. */
  user?: number
  /** Absolute path of a module to import before the script. */
  preload?: string
  /** Its runtime; by default, that of the tests. */
  runtime?: Runtime
}

/** A server in a separate process, with only its runtime on its path. */
export interface ServerProcess {
  child: ChildProcess
  port: number
  /** Address with the base path and a trailing slash. */
  url: string
  /** Its output so far. */
  output: () => string
  /** Resolves with the exit code; null if a signal ended it. */
  ended: Promise<number | null>
  /** Kills it if it is still running. */
  kill: () => Promise<void>
}

/** Starts a server process without waiting for it. */
export async function spawnServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const { runtime = RUNTIME } = options
  const port = Number(options.env?.['SVC_APP__PORT'] ?? (await freePort()))
  const base = (options.env?.['SVC_APP__BASE_URL'] ?? '').replaceAll(/^\/+|\/+$/g, '')
  const preload = options.preload === undefined ? [] : ['--import', options.preload]
  const child = spawn(runtime.program, [...runtime.args, ...preload, ...options.args], {
    cwd: options.cwd,
    env: runtimeEnvironment({ SVC_APP__PORT: String(port), ...options.env }, runtime),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  const ended = once(child, 'close').then(() => child.exitCode)
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}/${base === '' ? '' : `${base}/`}`,
    output: () => printed.join(''),
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Waits until the server is healthy.
 * @throws with its output if it exits or takes too long.
 */
export async function untilHealthy(server: ServerProcess): Promise<ServerProcess> {
  const deadline = Date.now() + UNTIL_STARTED_MS
  for (;;) {
    if (server.child.exitCode !== null || server.child.signalCode !== null) {
      throw new Error(`The server ended while starting:\n${server.output()}`)
    }
    if (await isHealthy(server.url)) return server
    if (Date.now() > deadline) {
      await server.kill()
      throw new Error(`The server did not become healthy in time:\n${server.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function isHealthy(url: string): Promise<boolean> {
  const answer = await fetch(`${url}api/health`).catch((error: unknown) => {
    // No one is listening yet.
    if (error instanceof TypeError) return undefined
    throw error
  })
  await answer?.body?.cancel()
  return answer?.status === 200
}
