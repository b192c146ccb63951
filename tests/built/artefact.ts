import { cp, mkdtemp, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { spawnServer, untilHealthy, type ServerProcess } from '#tests/support/server-process'

const OUTPUT = join(import.meta.dirname, '..', '..', '.output')

export interface StartOptions {
  env?: Record<string, string>
  /** Working directory, where a .env file is looked for; the artefact's own by default. */
  cwd?: string
  user?: number
  /** Absolute path of a module that is imported before the server. */
  preload?: string
}

/** The build of this checkout, alone in an empty directory, for the tests of one file. */
export interface Artefact {
  directory: () => string
  /** Starts it; the process ends with the test. */
  spawn: (options?: StartOptions) => Promise<ServerProcess>
  /** Starts it and waits until it is healthy. */
  start: (options?: StartOptions) => Promise<ServerProcess>
  /** Starts it on a fresh config directory for all tests of the calling suite, which leave it as they find it. */
  useServer: (env?: Record<string, string>) => () => ServerProcess
}

/** Copies the build for the tests of the calling file and removes the copy after them. */
export function useArtefact(): Artefact {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earmark-built-'))
    await chmod(directory, 0o755)
    await cp(OUTPUT, directory, { recursive: true })
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const launch = ({ env = {}, cwd = directory, ...rest }: StartOptions = {}) => {
    const args = [join(directory, 'server', 'index.mjs')]
    return spawnServer({ args, cwd, env: { SVC_APP__LOG_LEVEL: 'INFO', ...env }, ...rest })
  }
  const start = async (options?: StartOptions) => {
    const server = await launch(options)
    onTestFinished(server.kill)
    return server
  }
  return {
    directory: () => directory,
    spawn: start,
    start: async (options) => untilHealthy(await start(options)),
    useServer(env = {}) {
      let server: ServerProcess | undefined
      beforeAll(async () => {
        const configDir = await mkdtemp(join(directory, 'config-'))
        server = await launch({ env: { SVC_APP__CONFIG_DIR: configDir, ...env } })
        await untilHealthy(server)
      })
      afterAll(() => server?.kill())
      return () => {
        if (server === undefined) throw new Error('The server is not up yet')
        return server
      }
    },
  }
}
