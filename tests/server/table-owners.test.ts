import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isTable } from 'drizzle-orm'
import * as schema from '#server/db/schema.sqlite'
import { sourceFiles } from '#tests/support/imports'

/** `const { requests, releaseSearches: searches } = database.tables` */
const TABLES = /const \{([^}]+)\} = (?:\w+\.)*tables\b/g
const WRITES = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g

/** The local names of tables in a file, with their names in the definitions. */
function tablesOf(source: string): Map<string, string> {
  const names = [...source.matchAll(TABLES)].flatMap(([, list = '']) => list.split(','))
  return new Map(
    names.flatMap((name) => {
      const [table = '', alias = table] = name.split(':').map((part) => part.trim())
      return table === '' ? [] : [[alias, table] as const]
    }),
  )
}

/** The features that write each table. */
function writers(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of sourceFiles('server/domain', 'server/jobs')) {
    const source = readFileSync(file, 'utf8')
    const tables = tablesOf(source)
    for (const [, name = ''] of source.matchAll(WRITES)) {
      const table = tables.get(name)
      if (table === undefined) continue
      const [, , feature = file] = file.split('/')
      found.set(table, (found.get(table) ?? new Set()).add(feature))
    }
  }
  return found
}

describe('Every table has one owner', () => {
  const found = writers()

  it('and something writes it', () => {
    const defined = Object.entries(schema).flatMap(([name, value]) => (isTable(value) ? [name] : []))
    expect(defined.length).toBeGreaterThan(15)
    expect([...found.keys()].sort()).toEqual(defined.sort())
  })

  it('that the other features call', () => {
    const shared = [...found]
      .filter(([, features]) => features.size > 1)
      .map(([table, features]) => `${table} is written by ${[...features].join(' and ')}`)
    expect(shared, `Call the repository of the feature that owns it.\n${shared.join('\n')}\n`).toEqual([])
  })
})
