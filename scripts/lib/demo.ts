import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Pace } from '#fakes/download-clients/downloads'
import { freePort } from '#tests/support/free-port'
import { memoryOr } from '#tests/support/memory'
import { spawnServer, untilHealthy } from '#tests/support/server-process'
import { SERVER_ENTRY } from './build.mjs'
import { fillWithDemoData } from './demo-data'
import { startFakes } from './fakes'

export interface DemoOptions {
  /** Any free port if omitted. */
  port?: number
  /** Path under which everything is served. */
  baseUrl?: string
  /** Config directory to keep; if omitted, a temporary one is used and deleted at the end. */
  configDir?: string
  /** Additional environment of the server. */
  env?: Record<string, string>
  /** Whether to create users and requests; otherwise the server shows its setup page. */
  filled?: boolean
  /** Whether to set up the indexers and work on the requests; otherwise they wait. */
  indexers?: boolean
  /**
   * How downloads progress in the download clients, which are set up together with a library; null: only as
   * the test sets it. If omitted, there are no clients.
   */
  pace?: Pace | null
  /** Edge of the catalogue's largest cover, in pixels: small covers save time. Any size if omitted. */
  largestCover?: number
  /** Absolute path of a module that is imported before the server. */
  preload?: string
}

/**
 * Starts the built server with fakes of all external services, and fills it on its first start. Requires the
 * build.
 * @throws with the server's output if it does not start
 */
export async function startDemo({
  port,
  baseUrl = '',
  configDir,
  env = {},
  filled = true,
  indexers = true,
  pace,
  largestCover,
  preload,
}: DemoOptions = {}) {
  const directory = configDir ?? (await mkdtemp(join(await memoryOr(), 'earmark-demo-')))
  await mkdir(directory, { recursive: true })
  const fakes = await startFakes({
    memory: join(directory, 'demo-ports.json'),
    ...(pace !== undefined && { pace }),
    largestCover,
  })
  const server = await spawnServer({
    args: [SERVER_ENTRY],
    cwd: dirname(SERVER_ENTRY),
    ...(preload !== undefined && { preload }),
    env: {
      SVC_APP__PORT: String(port ?? (await freePort())),
      SVC_APP__BASE_URL: baseUrl,
      SVC_APP__CONFIG_DIR: directory,
      SVC_APP__OPENAPI_ENABLED: 'true',
      ...fakes.env,
      ...env,
    },
  })

  async function stop(): Promise<void> {
    server.child.kill('SIGTERM')
    await server.ended
    await fakes.close()
    if (configDir === undefined) await rm(directory, { recursive: true, force: true })
  }

  try {
    await untilHealthy(server)
    const outside = { ...fakes, connected: pace !== undefined }
    if (filled) await fillWithDemoData(server.url, fakes.sink.url, indexers ? outside : null)
  } catch (error) {
    await stop()
    throw error
  }

  return {
    /** With a trailing slash. */
    url: server.url,
    ...fakes,
    /** The server's output so far. */
    output: server.output,
    /** Resolves when the server exits or is stopped. */
    ended: server.ended,
    stop,
  }
}

export type Demo = Awaited<ReturnType<typeof startDemo>>
