import { yieldNow } from '#server/async/yield'
import type { Space } from './database'
import type { SqliteRows, SqliteValue } from './sqlite-thread.types'

/** `PRAGMA auto_vacuum` of a file that frees pages on demand. */
const INCREMENTAL = 2
/** Pages freed at a time: a megabyte, which takes 7 ms of CPU time. */
const PAGES_A_STEP = 256
/** Free pages kept for upcoming writes: four megabytes. */
const PAGES_LEFT = 1024

/** Reads the size of a database file, and frees its space. */
export function createSqliteSpace(file: {
  ask: (sql: string, args?: SqliteValue[]) => Promise<SqliteRows>
  /** Cuts off some free pages while nothing else writes. */
  shrink: (pages: number) => Promise<unknown>
}): Space {
  const { ask, shrink } = file
  const numberOf = async (sql: string, args: SqliteValue[] = []) =>
    Number((await ask(sql, args))[0]?.[0] ?? 0)

  return {
    async usage() {
      const pageSize = await numberOf('PRAGMA page_size')
      const pages = await numberOf('PRAGMA page_count')
      const free = await numberOf('PRAGMA freelist_count')
      return { bytes: pages * pageSize, freeBytes: free * pageSize }
    },
    async sizeOf(tables) {
      const named = await ask(
        'SELECT name FROM sqlite_master WHERE rootpage > 0 AND tbl_name IN (SELECT value FROM json_each(?))',
        [JSON.stringify(tables)],
      )
      let bytes = 0
      // One table at a time, so that other reads get their turn.
      for (const [name = null] of named) {
        bytes += await numberOf('SELECT pgsize FROM dbstat WHERE name = ? AND aggregate = 1', [name])
      }
      return bytes
    },
    async reclaim(signal) {
      if ((await numberOf('PRAGMA auto_vacuum')) !== INCREMENTAL) return
      for (let before = Infinity; !signal.aborted; await yieldNow()) {
        const free = await numberOf('PRAGMA freelist_count')
        if (free < PAGES_LEFT + PAGES_A_STEP || free >= before) return
        before = free
        await shrink(PAGES_A_STEP)
      }
    },
  }
}
