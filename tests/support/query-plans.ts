import { fillPlaceholders, sql } from 'drizzle-orm'
import { inject, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/db/database'
import { explain as explainStatement } from '#server/db/sqlite-connection'
import { withPostgres } from './postgres-query'
import type {} from './postgres'

/** The part of Drizzle's databases used here, the same for both dialects. */
interface Inside {
  session: { prepareQuery: (query: { sql: string; params: unknown[] }, ...more: unknown[]) => Prepared }
  /** PostgreSQL's client. */
  $client?: {
    query?: (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
  }
}

interface Prepared {
  execute: (values?: Record<string, unknown>) => unknown
}

const insideSchema = z.custom<Inside>((value) => value instanceof Object && 'session' in value)

/** A query, with the steps of its plan. */
export interface Explained {
  sql: string
  steps: string[]
}

/**
 * Runs some work and explains all its reads outside transactions. PostgreSQL reads and sorts a small table as
 * a whole, whatever indexes exist, so it explains the plan it would use if that were expensive.
 */
export async function explainReads(database: Database, work: () => Promise<unknown>): Promise<Explained[]> {
  const { session, $client } = insideSchema.parse(database.read)
  const statements = new Map<string, unknown[]>()
  const prepare = session.prepareQuery.bind(session)
  const spy = vi.spyOn(session, 'prepareQuery').mockImplementation((query, ...more) => {
    statements.set(query.sql, query.params)
    const prepared = prepare(query, ...more)
    const { execute } = prepared
    // A prepared query receives its values only now.
    prepared.execute = (values) => {
      statements.set(query.sql, fillPlaceholders(query.params, values ?? {}))
      return execute.call(prepared, values)
    }
    return prepared
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  const explained: Explained[] = []
  for (const [sql, params] of statements) {
    const steps = database.dialect === 'sqlite' ? explainOnFile(database, sql) : explain($client, sql, params)
    explained.push({ sql, steps: await steps })
  }
  return explained
}

async function explainOnFile({ read }: Database, query: string): Promise<string[]> {
  const [main] = await read.select({ file: sql<string>`file` }).from(sql`pragma_database_list`)
  return explainStatement(main?.file ?? '', query).map(([step]) => String(step))
}

async function explain(client: Inside['$client'], sql: string, params: unknown[]): Promise<string[]> {
  if (!client?.query) throw new Error('This database has no client to query')
  const [named] = (await client.query('select current_database() as name', [])).rows
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${String(named?.['name'])}`
  return withPostgres(url.href, async (connection) => {
    await connection.query('set enable_seqscan = off; set enable_sort = off')
    const { rows } = await connection.query<Record<string, unknown>>(`explain ${sql}`, params)
    return rows.map((row) => String(row['QUERY PLAN']).trim())
  })
}
