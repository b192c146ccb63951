import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openPostgres } from '#server/db/postgres'
import { parseConfig } from '#server/platform/config'
import { assertNoServer } from '#server/platform/other-servers'
import type {} from '#tests/support/postgres'
import { createPostgresDatabase } from '#tests/support/postgres-database'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const migrations = resolve('migrations')

/** Opens a file as a server does, in a process of its own, and waits. */
const HOLD = `
const Libsql = require('libsql')
const database = new Libsql(process.argv[1])
database.exec('PRAGMA journal_mode = WAL')
database.exec('SELECT count(*) FROM users')
console.log('open')
setInterval(() => database, 1000)
`

describe('a command that must not run beside a server', () => {
  it('is refused while one uses the database file, though it only waits, and not afterwards', async () => {
    const directory = await temporaryDirectory()
    const config = parseConfig({ SVC_APP__CONFIG_DIR: directory })
    await assertNoServer(config, migrations)
    expect(await readdir(directory)).toEqual([])

    const path = join(directory, 'db.sqlite')
    await copyFile(inject('templates').sqlite, path)
    await assertNoServer(config, migrations)
    const other = spawn(process.execPath, ['--eval', HOLD, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(other, 'close')
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other.stdout, 'data')
    await expect(assertNoServer(config, migrations)).rejects.toThrow(/uses the database file .*db\.sqlite/)
    other.kill('SIGKILL')
    await ended
    await assertNoServer(config, migrations)
  })

  it('is refused while one is connected to PostgreSQL, and not afterwards', async () => {
    const server = await createPostgresDatabase()
    onTestFinished(server.drop)
    const config = parseConfig({
      SVC_DB__USE_POSTGRES: 'true',
      SVC_DB__POSTGRES_HOST: server.host,
      SVC_DB__POSTGRES_PORT: String(server.port),
      SVC_DB__POSTGRES_DB: server.database,
      SVC_DB__POSTGRES_USER: server.user,
      SVC_DB__POSTGRES_PASSWORD: server.password || 'none',
    })
    const address = { ...server, sslMode: 'disable' as const }
    const database = await openPostgres({ address, migrations, onError: () => undefined })
    await expect(assertNoServer(config, migrations)).rejects.toThrow(
      `still connected to PostgreSQL database ${server.database}`,
    )
    await database.close()
    await expect.poll(() => assertNoServer(config, migrations).then(() => 'free', String)).toBe('free')
  })

  it('leaves another application’s file as it is', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'db.sqlite')
    await writeFile(path, 'not a database')
    const config = parseConfig({ SVC_APP__CONFIG_DIR: directory })
    await expect(assertNoServer(config, migrations)).rejects.toThrow('is not an SQLite database')
    expect(await readFile(path, 'utf8')).toBe('not a database')
    expect(await readdir(directory)).toEqual(['db.sqlite'])
  })
})
