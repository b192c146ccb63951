import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { causeText } from '#contract/cause'
import type { Database } from '#server/db/database'
import { openPostgres } from '#server/db/postgres'
import { openSqlite } from '#server/db/sqlite'
import { makeDatabase } from '#tests/support/make-database'
import { withPostgres } from '#tests/support/postgres-query'

const ASIN = 'B00OLDROWS'
const REFUSED = 'Prowlarr cannot be reached: nothing listens at the address.'
const LATE = 'no answer within 60 s'

/** How to create a database with the former schema, fill it, and open it with this version. */
interface Former {
  time: string
  open: (migrations: string) => Promise<Database>
  execute: (statements: string[]) => Promise<void>
}

/** The migrations up to the last one that stored sentences. */
async function formerMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(resolve('migrations'), folder, { recursive: true })
  for (const dialect of ['sqlite', 'postgres']) {
    const file = join(folder, dialect, 'meta', '_journal.json')
    const journal = z
      .looseObject({ entries: z.array(z.looseObject({ idx: z.number() })) })
      .parse(JSON.parse(await readFile(file, 'utf8')))
    const entries = journal.entries.filter(({ idx }) => idx <= 9)
    await writeFile(file, JSON.stringify({ ...journal, entries }))
  }
  return folder
}

async function sqlite(): Promise<Former> {
  const directory = await mkdtemp(join(tmpdir(), 'earmark-db-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'db.sqlite')
  return {
    time: '1780000000000',
    open: (migrations) => openSqlite({ path, migrations }),
    async execute(statements) {
      const client = createClient({ url: pathToFileURL(path).href })
      for (const statement of statements) await client.execute(statement)
      client.close()
    },
  }
}

async function postgres(): Promise<Former> {
  const { drop, ...address } = await makeDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  return {
    time: `'2026-05-28T12:00:00Z'`,
    open: (migrations) =>
      openPostgres({
        address: { ...address, sslMode: 'disable' },
        migrations,
        onError: (error) => {
          throw error
        },
      }),
    execute: (statements) =>
      withPostgres(address.url, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const json = (value: unknown) => quoted(JSON.stringify(value))

/** Rows in the former schema. */
function formerRows(time: string): string[] {
  const answers = [
    { id: 1, name: 'Spoken Shelf', state: 'answered', found: 2, error: null, query: 'words' },
    { id: 2, name: 'Usenet Library', state: 'failed', found: 0, error: LATE, query: 'words' },
    { id: 3, name: 'Third', state: 'failed', found: 0, error: "It isn't there.", query: 'words' },
  ]
  const search = (id: string, indexers: unknown[], error: string | null) =>
    `insert into release_searches (id, asin, state, indexers, found, accepted, error, started_at, finished_at)
     values (${quoted(id)}, '${ASIN}', 'finished', ${json(indexers)}, 2, 1, ${error === null ? 'null' : quoted(error)}, ${time}, ${time})`
  const entry = (id: string, kind: string, actor: string | null, detail: unknown) =>
    `insert into timeline (id, asin, kind, actor, detail, at)
     values ('${id}', '${ASIN}', '${kind}', ${actor === null ? 'null' : quoted(actor)}, ${detail === null ? 'null' : json(detail)}, ${time})`
  return [
    `insert into audiobooks (asin, region, title, authors, narrators, series, search_text, title_key, author_key, created_at, updated_at)
     values ('${ASIN}', 'us', 'Old', '[]', '[]', '[]', '', '', '', ${time}, ${time})`,
    `insert into fulfilments (asin, state, error, created_at, updated_at)
     values ('${ASIN}', 'failed', ${quoted(REFUSED)}, ${time}, ${time})`,
    `insert into grabs (id, asin, guid, indexer_id, title, facts, state, error, created_at, updated_at)
     values ('g', '${ASIN}', 'guid', 1, 'Old', '{}', 'rejected', 'The client said “no”.', ${time}, ${time})`,
    search('s1', answers, null),
    search('s2', [], 'No indexer answered.'),
    entry('t1', 'search_failed', null, { search_id: 's1', reason: 'The server ended in the middle of it.' }),
    entry('t2', 'failed', 'robin', { reason: 'It stops in the middle.' }),
    entry('t3', 'failed', 'robin', { reason: 'The download failed.' }),
    entry('t4', 'failed', null, { reason: '2 releases could not be handed over.' }),
    entry('t5', 'declined', 'robin', { user: 'kim', reason: 'We have it.' }),
    entry('t6', 'requested', 'kim', null),
    entry('t7', 'searched', null, { found: 2, accepted: 1, search_id: 's1' }),
  ]
}

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('Sentences that a former version stored (%s)', (_name, make) => {
  it('become codes if they are known, and keep their words otherwise', async () => {
    const former = await make()
    await (await former.open(await formerMigrations())).close()
    await former.execute(formerRows(former.time))
    const database = await former.open(resolve('migrations'))
    onTestFinished(() => database.close())
    const { read, tables } = database

    const [fulfilment] = await read.select().from(tables.fulfilments)
    const refused = { code: 'unreachable', params: { service: 'Prowlarr', failure: 'ECONNREFUSED' } }
    expect(fulfilment?.cause).toEqual(refused)
    expect(fulfilment?.cause && causeText(fulfilment.cause)).toBe(
      'Prowlarr cannot be reached: nothing is listening at the address.',
    )
    const [grab] = await read.select().from(tables.grabs)
    expect(grab?.cause).toEqual({ code: 'other', params: { text: 'The client said “no”.' } })

    const searches = await read.select().from(tables.releaseSearches)
    const searchOf = new Map(searches.map((search) => [search.id, search]))
    expect(searchOf.get('s1')?.cause).toBeNull()
    expect(searchOf.get('s1')?.indexers).toEqual([
      { id: 1, name: 'Spoken Shelf', state: 'answered', found: 2, cause: null, query: 'words' },
      {
        id: 2,
        name: 'Usenet Library',
        state: 'failed',
        found: 0,
        cause: { code: 'no_answer_within', params: { seconds: 60 } },
        query: 'words',
      },
      {
        id: 3,
        name: 'Third',
        state: 'failed',
        found: 0,
        cause: { code: 'other', params: { text: "It isn't there." } },
        query: 'words',
      },
    ])
    expect(searchOf.get('s2')).toMatchObject({ indexers: [], cause: { code: 'none_answered', params: {} } })

    const entries = await read.select().from(tables.timeline)
    expect(Object.fromEntries(entries.map(({ id, detail }) => [id, detail]))).toEqual({
      t1: { search_id: 's1', cause: { code: 'search_interrupted', params: {} } },
      t2: { reason: 'It stops in the middle.' },
      t3: { cause: { code: 'download_failed', params: {} } },
      t4: { cause: { code: 'other', params: { text: '2 releases could not be handed over.' } } },
      t5: { user: 'kim', reason: 'We have it.' },
      t6: null,
      t7: { found: 2, accepted: 1, search_id: 's1' },
    })
  })
})
