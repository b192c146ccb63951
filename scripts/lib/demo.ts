import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pace } from '#fakes/download-clients/downloads'
import { freePort } from '#tests/support/free-port'
import { spawnServer, untilHealthy } from '#tests/support/server-process'
import { SERVER_ENTRY } from './build.mjs'
import { fillWithDemoData } from './demo-data'
import { startFakes } from './fakes'

export interface DemoOptions {
  /** Any free one when left out. */
  port?: number
  /** Path below which everything is served. */
  baseUrl?: string
  /** Kept afterwards; a temporary one, removed at the end, when left out. */
  configDir?: string
  /** Further environment of the server. */
  env?: Record<string, string>
  /** Whether users and requests are made; a fresh server shows its first page otherwise. */
  filled?: boolean
  /** Whether the indexers are set up and the server works on the requests; they only wait otherwise. */
  indexers?: boolean
  /**
   * How downloads run in the download clients that are set up, and with them a library; null: as the test says. Left
   * out, there are none.
   */
  pace?: Pace | null
  /** Edge of the largest cover that the catalogue has, in pixels: small ones take little time. Any when left out. */
  largestCover?: number
}

/**
 * Starts the built server with fakes of all outside services, and fills it on its first start. Needs the
 * build to be there.
 * @throws with the server's output when it does not come up
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
}: DemoOptions = {}) {
  const directory = configDir ?? (await mkdtemp(join(tmpdir(), 'earmark-demo-')))
  await mkdir(directory, { recursive: true })
  const fakes = await startFakes({
    memory: join(directory, 'demo-ports.json'),
    ...(pace !== undefined && { pace }),
    largestCover,
  })
  const server = await spawnServer({
    args: [SERVER_ENTRY],
    cwd: dirname(SERVER_ENTRY),
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
    /** With a slash at its end. */
    url: server.url,
    ...fakes,
    /** What the server printed so far. */
    output: server.output,
    /** Settles when the server ends by itself or is stopped. */
    ended: server.ended,
    stop,
  }
}

export type Demo = Awaited<ReturnType<typeof startDemo>>
