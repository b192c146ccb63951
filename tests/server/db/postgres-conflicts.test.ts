import { resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Transaction } from '#server/db/database'
import { openPostgres } from '#server/db/postgres'
import { askPostgres } from '#tests/support/postgres-query'
import { createPostgresDatabase, type PostgresDatabase } from '#tests/support/postgres-database'

let server: PostgresDatabase
let database: Database
beforeEach(async () => {
  server = await createPostgresDatabase()
})
afterEach(async () => {
  await database.close()
  await server.drop()
})

async function open(): Promise<void> {
  database = await openPostgres({
    address: { ...server, sslMode: 'disable' },
    migrations: resolve('migrations'),
    onError: () => undefined,
  })
  await database.write((transaction) =>
    transaction
      .insert(database.tables.settings)
      .values(['one', 'other'].map((key) => ({ key, value: '', updatedAt: new Date() }))),
  )
}

/** Makes the first two callers wait for each other. */
function meeting(): () => Promise<void> {
  let come = 0
  let open: () => void = () => undefined
  const both = new Promise<void>((resolved) => (open = resolved))
  return () => {
    come += 1
    if (come === 2) open()
    return both
  }
}

async function valueOf(transaction: Pick<Transaction, 'select'>, key: string): Promise<string> {
  const { settings } = database.tables
  const [row] = await transaction.select().from(settings).where(eq(settings.key, key))
  return row?.value ?? 'nothing'
}

/** Appends a letter to a row. */
async function add(transaction: Transaction, key: string, letter: string): Promise<void> {
  const { settings } = database.tables
  // Uses the value after the other transaction has ended, not the one before.
  const value = sql`${settings.value} || ${letter}`
  await transaction.update(settings).set({ value }).where(eq(settings.key, key))
}

const lettersOf = async (key: string) => [...(await valueOf(database.read, key))].toSorted().join('')

describe('Two transactions, one of which PostgreSQL rolls back', () => {
  it('both succeed if each waits for the other', async () => {
    await open()
    const met = meeting()
    let attempts = 0
    const write = (letter: string, first: string, second: string) =>
      database.write(async (transaction) => {
        attempts += 1
        await add(transaction, first, letter)
        await met()
        await add(transaction, second, letter)
      })
    await Promise.all([write('a', 'one', 'other'), write('b', 'other', 'one')])
    expect(attempts).toBe(3)
    expect(await lettersOf('one')).toBe('ab')
    expect(await lettersOf('other')).toBe('ab')
  })

  it('both succeed if they change what the other has read', async () => {
    await askPostgres(
      server.url,
      `alter database ${server.database} set default_transaction_isolation = 'serializable'`,
    )
    await open()
    const met = meeting()
    let attempts = 0
    const write = (letter: string) =>
      database.write(async (transaction) => {
        attempts += 1
        const before = await valueOf(transaction, 'one')
        await met()
        const { settings } = database.tables
        await transaction
          .update(settings)
          .set({ value: `${before}${letter}` })
          .where(eq(settings.key, 'one'))
      })
    await Promise.all([write('a'), write('b')])
    expect(attempts).toBe(3)
    expect(await lettersOf('one')).toBe('ab')
  })
})
