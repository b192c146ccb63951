import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { startCatalogueFake } from '#fakes/catalogue'
import { LONG_SERIES } from './long-series'
import { RUNTIME, type Runtime } from '#tests/support/runtime'
import { spawnServer, untilHealthy, type ServerProcess } from '#tests/support/server-process'
import { SERVER_ENTRY } from './build.mjs'

const ROOT_USER = { username: 'root', password: 'a password for measuring' }

/** Answers every request with the same text: the minimum cost of a server on this machine. */
const PLAIN_SERVER = `
const body = require('node:fs').readFileSync(process.env.BODY)
require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
}).listen(Number(process.env.SVC_APP__PORT))
`

export type BenchStage = Awaited<ReturnType<typeof createBenchStage>>

/** The environment of the benchmarks: built servers sharing a config directory, and plain ones for comparison. */
export async function createBenchStage() {
  const configDir = await mkdtemp(join(tmpdir(), 'earmark-bench-'))
  const catalogue = await startCatalogueFake({ more: LONG_SERIES })
  const running = new Set<ServerProcess>()

  async function stop(server: ServerProcess): Promise<void> {
    server.child.kill('SIGTERM')
    await server.ended
    running.delete(server)
  }

  return {
    configDir,
    rootUser: ROOT_USER,
    basic: `Basic ${Buffer.from(`${ROOT_USER.username}:${ROOT_USER.password}`).toString('base64')}`,
    stop,

    /** @param more variables in addition to the common ones; @param runtime this Node by default. */
    async start(
      loginType: 'basic' | 'forms' = 'basic',
      more: Record<string, string> = {},
      runtime: Runtime = RUNTIME,
    ): Promise<ServerProcess> {
      const server = await spawnServer({
        runtime,
        args: [SERVER_ENTRY],
        cwd: configDir,
        env: {
          SVC_APP__CONFIG_DIR: configDir,
          SVC_APP__LOG_LEVEL: 'WARN',
          SVC_APP__FORCE_LOGIN_TYPE: loginType,
          SVC_APP__INIT_ROOT_USERNAME: ROOT_USER.username,
          SVC_APP__INIT_ROOT_PASSWORD: ROOT_USER.password,
          SVC_CATALOGUE__BASE_URL: catalogue.url,
          ...more,
        },
      })
      running.add(server)
      return untilHealthy(server)
    },

    /** Starts a plain `node:http` server that answers everything with the text of a file. */
    async startPlain(file: string): Promise<ServerProcess> {
      const env = { BODY: file }
      const server = await spawnServer({ args: ['--eval', PLAIN_SERVER], cwd: configDir, env })
      running.add(server)
      await untilAnswered(server.url)
      return server
    },

    createKey,

    async close(): Promise<void> {
      for (const server of running) await server.kill()
      await catalogue.close()
      await rm(configDir, { recursive: true, force: true })
    },
  }
}

/** @returns headers with a new API key of the root administrator. */
async function createKey(server: ServerProcess, headers: Record<string, string>) {
  const answer = await fetch(`${server.url}api/settings/account/api-keys`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: `bench ${randomUUID()}` }),
  })
  const { key } = z.object({ key: z.string() }).parse(await answer.json())
  return { authorization: `Bearer ${key}` }
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch((error: unknown) => {
      // Nothing is listening yet.
      if (error instanceof TypeError) return undefined
      throw error
    })
    await answer?.arrayBuffer()
    if (answer) return
    await sleep(10)
  }
}
