import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { OF_RUNTIME } from '#tests/support/runtime'
import { spawnServer, untilHealthy, type ServerProcess } from '#tests/support/server-process'
import { workerdStart } from '#tests/support/workerd'

interface StartOptions {
  env?: Record<string, string>
  /** Working directory, searched for a .env file; by default one of the calling file. */
  cwd?: string
  user?: number
  /** Absolute path of a module that is imported before the server. */
  preload?: string
}

/** The build of this checkout, alone in a directory that all files of a project share. */
interface Artefact {
  /** Read-only by convention. */
  directory: string
  /** Starts it; the process ends with the test. */
  spawn: (options?: StartOptions) => Promise<ServerProcess>
  /** Starts it and waits until it is healthy. */
  start: (options?: StartOptions) => Promise<ServerProcess>
  /** Starts it on a fresh config directory for all tests of the calling suite, which leave it unchanged. */
  useServer: (env?: Record<string, string>) => () => ServerProcess
}

/** Gives the tests of the calling file the build, and a working directory that is removed afterwards. */
export function useArtefact(): Artefact {
  const directory = inject('copiedBuild')
  let workingDirectory = ''
  beforeAll(async () => {
    workingDirectory = await mkdtemp(join(tmpdir(), 'earmark-built-'))
    await chmod(workingDirectory, 0o755)
  })
  afterAll(() => rm(workingDirectory, { recursive: true, force: true }))

  const launch = async ({ env = {}, cwd = workingDirectory, ...rest }: StartOptions = {}) => {
    const server = join(directory, 'server')
    const settings = { SVC_APP__LOG_LEVEL: 'INFO', ...env }
    const start = OF_RUNTIME.isWorker
      ? await workerdStart(server, settings)
      : { args: [join(server, 'index.mjs')], env: settings }
    return spawnServer({ cwd, ...start, ...rest })
  }
  const start = async (options?: StartOptions) => {
    const server = await launch(options)
    onTestFinished(server.kill)
    return server
  }
  return {
    directory,
    spawn: start,
    start: async (options) => untilHealthy(await start(options)),
    useServer(env = {}) {
      let server: ServerProcess | undefined
      beforeAll(async () => {
        const configDir = await mkdtemp(join(workingDirectory, 'config-'))
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
