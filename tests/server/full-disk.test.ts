import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from '#server/db/sqlite'
import { startTestApp, type TestApp } from '#tests/support/app'
import { ROOT_ENVIRONMENT, signIn } from '#tests/support/root'

/** The maximum pages of a file. */
const UNLIMITED = 4_294_967_294

const openFile = (path: string) => openSqlite({ path, migrations: resolve('migrations') })

let directory: string
let server: TestApp
/** Whether the database file can grow no further. */
let full: boolean
beforeEach(async () => {
  full = false
  directory = await mkdtemp(join(tmpdir(), 'earmark-full-'))
  const path = join(directory, 'db.sqlite')
  await (await openFile(path)).close()
  // Pages freed by migrations would leave room for more.
  const client = createClient({ url: `file:${path}` })
  await client.execute('VACUUM')
  client.close()
  const file = await openFile(path)
  server = await startTestApp({
    environment: ROOT_ENVIRONMENT,
    database: {
      ...file,
      write: (work) =>
        file.write(async (transaction) => {
          if (!(transaction instanceof BaseSQLiteDatabase)) throw new Error('This is a file')
          // SQLite then fails as on a full disk; a limit below the current size means the current size.
          await transaction.run(sql.raw(`PRAGMA max_page_count = ${full ? 1 : UNLIMITED}`))
          return work(transaction)
        }),
    },
  })
})
afterEach(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

it('A full disk is reported as such, changes nothing, and is over once there is room again', async () => {
  const cookie = await signIn(server)
  const add = (name: string) =>
    server.fetch('/api/settings/notifications', {
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify({
        name,
        url: 'http://127.0.0.1:9/',
        events: ['onNewRequest'],
        body_type: 'text',
        // More than fits into the file's pages.
        body: 'x'.repeat(9_000),
      }),
    })
  const names = async (): Promise<unknown> =>
    (await server.fetch('/api/settings/notifications', { headers: { cookie } })).json()

  expect((await add('before')).status).toBe(201)
  full = true
  const refused = await add('meanwhile')
  expect([refused.status, await refused.json()]).toEqual([
    507,
    expect.objectContaining({ code: 'storage_full', status: 507 }),
  ])
  expect(await names()).toMatchObject([{ name: 'before' }])
  full = false
  expect((await add('after')).status).toBe(201)
  expect(await names()).toMatchObject([{ name: 'after' }, { name: 'before' }])
})
