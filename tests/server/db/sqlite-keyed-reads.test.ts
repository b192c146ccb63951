import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Libsql from 'libsql'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { explain } from '#server/db/sqlite-connection'
import { createKeyedReads, type KeyedReads } from '#server/db/sqlite-keyed-reads'
import { temporaryDirectory } from '#tests/support/temporary-directory'

let writer: Libsql.Database
let keyed: KeyedReads
/** The statements whose plan SQLite was asked for. */
let statements: string[]
beforeEach(async () => {
  const path = join(await temporaryDirectory(), 'db.sqlite')
  writer = new Libsql(path)
  writer.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE people (id text PRIMARY KEY, name text, issuer text, subject text);
    CREATE UNIQUE INDEX identity ON people (issuer, subject);
    CREATE INDEX by_name ON people (name);
    CREATE TABLE keys (hash text PRIMARY KEY, person text);
    INSERT INTO people VALUES ('a', 'Ada', 'i', 's'), ('b', 'Bob', NULL, NULL), ('c', 'Cleo', NULL, NULL);
    INSERT INTO keys VALUES ('h', 'a')`)
  statements = []
  keyed = await createKeyedReads({
    path,
    async explain(sql) {
      statements.push(sql)
      return explain(path, sql)
    },
  })
  onTestFinished(() => {
    keyed.close()
    writer.close()
  })
})

/** What a keyed read returns: the second call with a statement checks whether it qualifies. */
async function find(sql: string, ...args: string[]) {
  expect(keyed.find(sql, args)).toBeUndefined()
  await nextTurn()
  expect(keyed.find(sql, args)).toBeUndefined()
  await nextTurn()
  return keyed.find(sql, args)
}

describe('A statement is read at once', () => {
  it.each([
    ['select name from people where id = ?', ['a'], [['Ada']]],
    ['select name from people where id = ?', ['nobody'], []],
    ['select name from people where issuer = ? and subject = ?', ['i', 's'], [['Ada']]],
    ['select name from people where id in (?, ?)', ['a', 'b'], [['Ada'], ['Bob']]],
    ['select name from keys inner join people on people.id = keys.person where hash = ?', ['h'], [['Ada']]],
    ['select name from keys left join people on people.id = keys.person where hash = ?', ['h'], [['Ada']]],
  ])('%s with %j', async (sql, args, rows) => {
    expect(await find(sql, ...args)).toEqual(rows)
  })

  it('once SQLite has been asked about it, which is skipped for one that never recurs', async () => {
    const sql = 'select name from people where id = ?'
    for (const id of ['a', 'b', 'c', 'a']) {
      keyed.find(sql, [id])
      await nextTurn()
    }
    keyed.find('select name from keys where hash = ?', ['h'])
    await nextTurn()
    expect(statements).toEqual([sql])
  })

  it('and always sees the latest commit', async () => {
    const sql = 'select name from people where id = ?'
    expect(await find(sql, 'new')).toEqual([])
    writer.exec("INSERT INTO people VALUES ('new', 'Nina', 'i', 'n')")
    expect(keyed.find(sql, ['new'])).toEqual([['Nina']])
    writer.exec("UPDATE people SET name = 'Nora' WHERE id = 'new'")
    expect(keyed.find(sql, ['new'])).toEqual([['Nora']])
    // No finished read keeps the log from being emptied.
    expect(writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([])).toMatchObject([{ busy: 0 }])
  })
})

describe('A statement is not read at once', () => {
  it.each([
    ['select name from people'],
    ['select name from people limit 1'],
    ['select name from people where name = ?', 'Ada'],
    ['select name from people where issuer = ?', 'i'],
    ['select name from people where issuer is null and subject is null'],
    ['select name from people where id > ?', 'a'],
    ['select name from people where id = ? or name = ?', 'a', 'Bob'],
    ['select count(*) from people where name = ?', 'Ada'],
    ['select hash from people inner join keys on keys.person = people.id where people.id = ?', 'a'],
    ['select nothing from nowhere'],
  ])('%s', async (sql, ...args) => {
    expect(await find(sql, ...args)).toBeUndefined()
  })

  it('if its list has many members', async () => {
    const ids = Array.from({ length: 11 }, (_, index) => String(index))
    const sql = `select name from people where id in (${ids.map(() => '?').join(', ')})`
    expect(await find(sql, ...ids)).toBeUndefined()
  })
})
