import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateSQLiteDrizzleJson } from 'drizzle-kit/api'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sqliteColumnTypes } from '#server/db/column-types'
import { postgresColumnTypes } from '#server/db/postgres-column-types'
import { defineTables } from '#server/db/tables'

const anySnapshot = z.object({ tables: z.record(z.string(), z.unknown()) })

/** What both dialects must agree on, in one form; types differ by name, see server/db/postgres-column-types.ts. */
const shapes = z
  .object({
    tables: z.record(
      z.string(),
      z.object({
        name: z.string(),
        columns: z.record(z.string(), z.object({ notNull: z.boolean(), primaryKey: z.boolean() })),
        indexes: z.record(
          z.string(),
          z.object({
            columns: z.array(
              z.union([
                z.string(),
                z.object({ expression: z.string() }).transform(({ expression }) => expression),
              ]),
            ),
            isUnique: z.boolean(),
            where: z.string().optional(),
          }),
        ),
        foreignKeys: z.record(
          z.string(),
          z.object({
            columnsFrom: z.array(z.string()),
            tableTo: z.string(),
            columnsTo: z.array(z.string()),
            onDelete: z.string(),
          }),
        ),
      }),
    ),
  })
  .transform(({ tables }) => Object.fromEntries(Object.values(tables).map((table) => [table.name, table])))

const sqlite: unknown = await generateSQLiteDrizzleJson(
  defineTables(sqliteColumnTypes),
  undefined,
  'snake_case',
)
const postgres: unknown = generateDrizzleJson(
  defineTables(postgresColumnTypes),
  undefined,
  undefined,
  'snake_case',
)

/** The tables as the newest migration of a dialect leaves them. */
function migratedTables(dialect: string) {
  const folder = join('migrations', dialect, 'meta')
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  return anySnapshot.parse(JSON.parse(readFileSync(join(folder, newest ?? ''), 'utf8'))).tables
}

const RUN_GENERATE = 'Run `npm run generate -- --name what-changed` and commit the migrations it writes.'

describe('the tables', () => {
  it('are the same in both dialects, with the same keys, indexes and required columns', () => {
    const expected = shapes.parse(sqlite)
    expect(Object.keys(expected).length).toBeGreaterThan(10)
    expect(shapes.parse(postgres)).toEqual(expected)
  })

  it('match the migrations of SQLite', () => {
    expect(migratedTables('sqlite'), RUN_GENERATE).toEqual(anySnapshot.parse(sqlite).tables)
  })

  it('match the migrations of PostgreSQL', () => {
    expect(migratedTables('postgres'), RUN_GENERATE).toEqual(anySnapshot.parse(postgres).tables)
  })
})
