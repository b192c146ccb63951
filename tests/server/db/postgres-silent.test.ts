import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { describe, it } from 'vitest'
import { startPooler } from '#fakes/pooler'
import { openPostgres } from '#server/db/postgres'
import type { PostgresAddress } from '#server/db/postgres-connection'

const GIVEN_UP = /Cannot connect to .* at 127\.0\.0\.1:\d+ .*no answer within 15 s.*SVC_DB__POSTGRES_/

/** @returns the message of the failure; undefined if there is none. */
async function refusal(changes: Partial<PostgresAddress>): Promise<string | undefined> {
  const nobody = { host: '127.0.0.1', port: 0, database: 'books', user: 'earmark', password: 'secret' }
  try {
    const address = { ...nobody, sslMode: 'disable' as const, ...changes }
    const migrations = resolve('migrations')
    await (await openPostgres({ address, migrations, onError: () => undefined })).close()
    return undefined
  } catch (error) {
    return String(error)
  }
}

// Concurrent, because each test waits as long as a start does.
describe.concurrent('a PostgreSQL is given up on after 15 s', () => {
  it.for(['disable', 'prefer', 'verify-full'] as const)(
    'if its port never answers (SSL mode %s)',
    async (sslMode, { expect, onTestFinished }) => {
      const sockets: Socket[] = []
      const silent = createServer((socket) => sockets.push(socket))
      silent.listen(0, '127.0.0.1')
      await once(silent, 'listening')
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy()
        silent.close()
      })
      const address = silent.address()
      const port = typeof address === 'object' ? address?.port : undefined
      expect(await refusal({ port: port ?? 0, sslMode })).toMatch(GIVEN_UP)
      // A single attempt, which ends at the time limit.
      expect(sockets).toHaveLength(1)
    },
  )

  it.for([
    ['refuses', false],
    ['ignores', true],
  ] as const)(
    'if it is gone and a pooler lets everyone in (and %s limits)',
    async ([, ignoresUnknown], { expect, onTestFinished }) => {
      const pooler = await startPooler(1, { ignoresUnknown })
      onTestFinished(() => pooler.close())
      expect(await refusal({ port: pooler.port })).toMatch(GIVEN_UP)
    },
  )
})
