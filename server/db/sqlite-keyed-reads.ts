import type { SqliteRows, SqliteValue } from './sqlite-thread.types'

/** Maximum members of a list in a condition, each of which finds one row. */
const MAX_ARGUMENTS = 10
/** Statements whose query plan is cached. */
const REMEMBERED = 500
/** The columns of all unique indexes. */
const UNIQUE_INDEXES = `SELECT indexes.name, count(*) FROM sqlite_master, pragma_index_list(sqlite_master.name) AS indexes,
  pragma_index_info(indexes.name) WHERE sqlite_master.type = 'table' AND indexes."unique" GROUP BY indexes.name`
/** A unique index allows any number of nulls. */
const NULLS = /\bis\b/i
/** SQLite's wording for a search by the first columns of an index. */
const SEARCH = /^SEARCH \w+ USING (?:COVERING )?INDEX (\w+) \(((?:\w+=\?(?: AND )?)+)\)(?: LEFT-JOIN)?$/

export interface KeyedReads {
  /** @returns the rows; undefined for a statement that may read more, or whose plan is not known yet. */
  find: (sql: string, args: SqliteValue[]) => SqliteRows | undefined
  close: () => void
}

/**
 * Runs cheap reads synchronously: they take tens of microseconds, less than a message to another thread.
 * Cheap are statements that find one row per table by a complete unique key, according to SQLite's query
 * plan. The plan is requested when a statement runs for the second time, because a start runs dozens that
 * never recur; until then, it runs like all others.
 * @param options.path absolute path of a migrated file.
 * @param options.explain returns the query plan of a statement, one step per row.
 */
export async function createKeyedReads(options: {
  path: string
  explain: (sql: string) => Promise<SqliteRows>
}): Promise<KeyedReads> {
  const { createConnection } = await import('./sqlite-connection')
  const connection = createConnection(options.path)
  const uniqueIndexes = new Map(connection.run(UNIQUE_INDEXES).map(([name, columns]) => [name, columns]))
  const keyed = new Map<string, boolean>()
  const seen = new Set<string>()

  const findsOneRow = (step: string): boolean => {
    const [, index = '', terms = ''] = SEARCH.exec(step) ?? []
    return uniqueIndexes.get(index) === terms.split(' AND ').length
  }
  const learn = (sql: string): void => {
    if (seen.size >= REMEMBERED) seen.clear()
    if (!seen.delete(sql)) {
      seen.add(sql)
      return
    }
    if (keyed.size >= REMEMBERED) keyed.clear()
    keyed.set(sql, false)
    if (NULLS.test(sql)) return
    const learnt = (steps: SqliteRows) => {
      if (steps.length > 0 && steps.every(([step]) => findsOneRow(String(step)))) keyed.set(sql, true)
    }
    // An error in the statement or the file will show when the statement runs.
    options.explain(sql).then(learnt, () => undefined)
  }

  return {
    find(sql, args) {
      const isKeyed = keyed.get(sql)
      if (isKeyed === undefined) learn(sql)
      return isKeyed && args.length <= MAX_ARGUMENTS ? connection.run(sql, args) : undefined
    },
    close: () => connection.close(),
  }
}
