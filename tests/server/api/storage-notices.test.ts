import { copyFile, open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Libsql from 'libsql'
import { expect, inject, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { noticeSchema } from '#contract/system'
import type {} from '#tests/support/postgres'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { openSqlite } from '#server/db/sqlite'
import { temporaryDirectory } from '#tests/support/temporary-directory'

async function start(path: string): Promise<{ server: TestApp; headers: Record<string, string> }> {
  const server = await startTestApp({
    database: await openSqlite({ path, migrations: resolve('migrations') }),
  })
  onTestFinished(server.close)
  return { server, headers: await addCaller(server.app, 'admin') }
}

/** Overwrites the first page of a table and of each of its indexes. */
async function damageTable(path: string, table: string): Promise<void> {
  const PAGE = 4096
  const database = new Libsql(path)
  const roots = database
    .prepare('SELECT rootpage FROM sqlite_master WHERE tbl_name = ? AND rootpage > 0')
    .pluck(true)
    .all([table])
  database.close()
  const file = await open(path, 'r+')
  for (const root of roots) await file.write(Buffer.alloc(16, 0xff), 0, 16, (Number(root) - 1) * PAGE)
  await file.close()
}

it('tells administrators that the database file was deleted, and what to do', async () => {
  const path = join(await temporaryDirectory(), 'db.sqlite')
  await copyFile(inject('templates').sqlite, path)
  const { server, headers } = await start(path)
  await rm(path)
  const notices = z
    .array(noticeSchema)
    .parse(await (await server.fetch('/api/system/notices', { headers })).json())
  const [first] = notices
  expect(first).toMatchObject({ code: 'storage_replaced', params: { path } })
  expect(first?.text).toMatch(/deleted or replaced .* restart the server/)
  // The others are still there.
  expect(notices.map(({ code }) => code)).toContain('prowlarr_incomplete')
})

it('tells administrators of damage, even if it is where other notices come from', async () => {
  const path = join(await temporaryDirectory(), 'db.sqlite')
  await copyFile(inject('templates').sqlite, path)
  await damageTable(path, 'fulfilments')
  const { server, headers } = await start(path)
  const answer = await server.fetch('/api/system/notices', { headers })
  const [first, ...others] = z.array(noticeSchema).parse(await answer.json())
  expect(first).toMatchObject({ code: 'storage_damaged', params: { path } })
  expect(first?.text).toMatch(/is damaged.*restore a backup/)
  expect(others).toEqual([])
  const health = await server.fetch('/api/health')
  expect([health.status, problemSchema.parse(await health.json()).code]).toEqual([503, 'storage_damaged'])
})
