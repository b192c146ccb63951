import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sqliteColumnTypes } from '#server/db/column-types'
import { defineTables } from '#server/db/tables'
import { sourceFiles } from '#tests/support/imports'

const TABLES = Object.keys(defineTables(sqliteColumnTypes))
/** `{ releaseSearches: searches }`, wherever tables are unpacked. */
const RENAMED = new RegExp(`\\b(${TABLES.join('|')}): (\\w+)(?=\\s*[,}])`, 'g')
/** `insert(requests)` and `insert(database.tables.requests)` */
const WRITES = /\.(?:insert|update|delete)\(\s*(?:[\w.]*\btables\.)?(\w+)\s*\)/g
/** `eq(requests.status, 'approved')` */
const COMPARES = /\b(?:eq|ne|inArray|notInArray)\(\s*(?:[\w.]*\btables\.)?(\w+)\.(?:state|status)\b/g

const FILES = sourceFiles('server/domain', 'server/jobs').map((file) => {
  const source = readFileSync(file, 'utf8')
  return { feature: file.split('/')[2] ?? file, source }
})

/** What tables are called in a file, with their names in the definitions. */
function namesIn(source: string): Map<string, string> {
  const renamed = [...source.matchAll(RENAMED)].map(([, table = '', name = '']) => [name, table] as const)
  return new Map([...renamed, ...TABLES.map((table) => [table, table] as const)])
}

/** The tables that a pattern finds, each with the features that use it so. */
function usersOf(pattern: RegExp, files = FILES): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { feature, source } of files) {
    const names = namesIn(source)
    for (const [, name = ''] of source.matchAll(pattern)) {
      const table = names.get(name)
      if (table !== undefined) found.set(table, (found.get(table) ?? new Set()).add(feature))
    }
  }
  return found
}

describe('Every table has one owner', () => {
  const writers = usersOf(WRITES)

  it('and something writes it', () => {
    expect(TABLES.length).toBeGreaterThan(15)
    expect([...writers.keys()].sort()).toEqual(TABLES.toSorted())
  })

  it('that the other features call', () => {
    const shared = [...writers]
      .filter(([, features]) => features.size > 1)
      .map(([table, features]) => `${table} is written by ${[...features].join(' and ')}`)
    expect(shared, `Call the repository of the feature that owns it.\n${shared.join('\n')}\n`).toEqual([])
  })

  it('that alone compares its states', () => {
    const compared = usersOf(COMPARES)
    expect([...compared.keys()]).toEqual(expect.arrayContaining(['requests', 'fulfilments', 'deliveries']))
    const others = [...compared].flatMap(([table, features]) =>
      [...features]
        .filter((feature) => !writers.get(table)?.has(feature))
        .map((feature) => `${feature} compares states of ${table}`),
    )
    expect(others, `Take the condition from its owner: decision 0050.\n${others.join('\n')}\n`).toEqual([])
  })

  it.each([
    'const { releaseSearches: searches } = database.tables; within.update(searches).set({})',
    'const add = ({ tables: { releaseSearches: searches } }: Database) => within.insert(searches)',
    'const add = ({ releaseSearches }: Context) => within.insert(releaseSearches)',
    'within.delete(tables.releaseSearches)',
    'within.delete(context.database.tables.releaseSearches)',
  ])('however its table is named: %s', (source) => {
    expect([...usersOf(WRITES, [{ feature: 'lists', source }]).keys()]).toEqual(['releaseSearches'])
  })
})
