import type { SqliteRows, SqliteValue } from './sqlite-thread.types'

/** A list in a condition may have as many members: each finds one row. */
const MOST_ARGUMENTS = 10
/** Statements of which it is remembered how they find their rows. */
const REMEMBERED = 500
/** The columns of every index that has a row once at most. */
const UNIQUE_INDEXES = `SELECT indexes.name, count(*) FROM sqlite_master, pragma_index_list(sqlite_master.name) AS indexes,
  pragma_index_info(indexes.name) WHERE sqlite_master.type = 'table' AND indexes."unique" GROUP BY indexes.name`
/** Any number of rows may have nothing in a unique index. */
const NULLS = /\bis\b/i
/** How SQLite words that it finds rows by the values of an index's first columns. */
const SEARCH = /^SEARCH \w+ USING (?:COVERING )?INDEX (\w+) \(((?:\w+=\?(?: AND )?)+)\)(?: LEFT-JOIN)?$/

export interface KeyedReads {
  /** @returns the rows; undefined for a statement that may have to read more, or of which that is not known yet. */
  find: (sql: string, args: SqliteValue[]) => SqliteRows | undefined
  close: () => void
}

/**
 * Reads at once what takes tens of microseconds, less than it takes to ask another thread: statements that find one row
 * of each table by the whole of a unique key, as SQLite itself says. It is asked when one comes for the second time, as a
 * start has dozens that never come again; until then they are read as all others.
 * @param options.path absolute path of a migrated file.
 * @param options.explain asks how SQLite finds the rows of a statement; each row is one step.
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
    // Whatever is wrong with the statement or the file, reading it tells.
    options.explain(sql).then(learnt, () => undefined)
  }

  return {
    find(sql, args) {
      const isKeyed = keyed.get(sql)
      if (isKeyed === undefined) learn(sql)
      return isKeyed && args.length <= MOST_ARGUMENTS ? connection.run(sql, args) : undefined
    },
    close: () => connection.close(),
  }
}
