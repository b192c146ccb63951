import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import type { SettingKey } from './settings.schemas'

export type SettingsRepository = ReturnType<typeof createSettingsRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { settings } = database.tables
  const byKey = database.read
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key')))
    .prepare()
  return { database, settings, byKey }
}
type Context = ReturnType<typeof contextOf>

/** Stores settings as JSON text, one row each. */
export function createSettingsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { find, findAll, lock, remove, put, replace, putOnce })
}

/**
 * Reads one value, in the given transaction if there is one.
 * @returns the stored JSON value; undefined if there is no row.
 */
async function find(context: Context, key: SettingKey, transaction?: Transaction): Promise<unknown> {
  const { settings, byKey } = context
  const [row] = transaction
    ? await transaction.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
    : await byKey.execute({ key })
  return row && parseStored(row.value)
}

/** All stored JSON values by key. */
async function findAll({ database, settings }: Context): Promise<Map<string, unknown>> {
  const rows = await database.read.select({ key: settings.key, value: settings.value }).from(settings)
  return new Map(rows.map(({ key, value }) => [key, parseStored(value)]))
}

/**
 * Locks a setting until the transaction ends.
 * @returns the stored JSON value; undefined if there is no row.
 */
async function lock({ settings }: Context, key: SettingKey, transaction: Transaction): Promise<unknown> {
  const [row] = await transaction
    .update(settings)
    .set({ value: sql`${settings.value}` })
    .where(eq(settings.key, key))
    .returning({ value: settings.value })
  return row && parseStored(row.value)
}

/** Deletes a stored value, which restores the default. */
async function remove({ settings }: Context, key: SettingKey, transaction: Transaction): Promise<void> {
  await transaction.delete(settings).where(eq(settings.key, key))
}

/** Stores a value, in the given transaction if there is one. */
async function put(
  { settings, database }: Context,
  entry: { key: SettingKey; value: unknown; at: Date },
  transaction?: Transaction,
): Promise<void> {
  const row = { value: JSON.stringify(entry.value), updatedAt: entry.at }
  const write = async (within: Transaction) => {
    await within
      .insert(settings)
      .values({ key: entry.key, ...row })
      .onConflictDoUpdate({ target: settings.key, set: row })
  }
  await (transaction ? write(transaction) : database.write(write))
}

/** Deletes some values and stores another, in one transaction. */
async function replace(
  context: Context,
  former: readonly SettingKey[],
  entry: { key: SettingKey; value: unknown; at: Date },
): Promise<void> {
  await context.database.write(async (within) => {
    for (const key of former) await remove(context, key, within)
    await put(context, entry, within)
  })
}

/**
 * Stores a value unless there already is one, even if several callers do so at once.
 * @returns the value stored then: this one or the earlier one.
 */
function putOnce(context: Context, entry: { key: SettingKey; value: unknown; at: Date }): Promise<unknown> {
  const { database, settings } = context
  return database.write(async (transaction) => {
    await transaction
      .insert(settings)
      .values({ key: entry.key, value: JSON.stringify(entry.value), updatedAt: entry.at })
      .onConflictDoNothing()
    const [row] = await transaction.select().from(settings).where(eq(settings.key, entry.key))
    return row && parseStored(row.value)
  })
}

function parseStored(value: string): unknown {
  return JSON.parse(value)
}
