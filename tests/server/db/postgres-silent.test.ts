import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startPooler } from '#fakes/pooler'
import { openPostgres } from '#server/db/postgres'
import type { PostgresAddress } from '#server/db/postgres-connection'

/** Milliseconds. */
const LIMIT = 15_000
const GIVEN_UP = /Cannot connect to .* at 127\.0\.0\.1:\d+ .*no answer within 15 s.*SVC_DB__POSTGRES_/

/**
 * Starts, and lets the limit pass once there is nothing left to happen before that.
 * @param waiting resolves when the start waits for an answer.
 * @returns the message of the failure; undefined if there is none.
 */
async function refusal(
  changes: Partial<PostgresAddress>,
  waiting: () => Promise<void>,
): Promise<string | undefined> {
  const nobody = { host: '127.0.0.1', port: 0, database: 'books', user: 'earmark', password: 'secret' }
  const address = { ...nobody, sslMode: 'disable' as const, ...changes }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const opened = openPostgres({ address, migrations: resolve('migrations'), onError: () => undefined })
  const refused = opened.then((database) => database.close(), String)
  await waiting()
  vi.advanceTimersByTime(LIMIT - 1)
  // The limit itself: nothing has ended the wait before.
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
  // Another attempt would really take place.
  vi.useRealTimers()
  return (await refused) ?? undefined
}

describe('a PostgreSQL is given up on after 15 s', () => {
  it.each(['disable', 'prefer', 'verify-full'] as const)(
    'if its port never answers (SSL mode %s)',
    async (sslMode) => {
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
      const connected = once(silent, 'connection')
      const message = await refusal({ port: port ?? 0, sslMode }, async () => void (await connected))
      expect(message).toMatch(GIVEN_UP)
      // A single attempt, which ends at the time limit.
      expect(sockets).toHaveLength(1)
    },
  )

  it.each([
    ['refuses', false],
    ['ignores', true],
  ] as const)(
    'if it is gone and a pooler lets everyone in (and %s limits)',
    async (_what, ignoresUnknown) => {
      const pooler = await startPooler(1, { ignoresUnknown })
      onTestFinished(() => pooler.close())
      const query = vi.spyOn(pg.Client.prototype, 'query')
      onTestFinished(() => query.mockRestore())
      const message = await refusal({ port: pooler.port }, async () => {
        while (query.mock.calls.length === 0) await nextTurn()
      })
      expect(message).toMatch(GIVEN_UP)
    },
  )
})
