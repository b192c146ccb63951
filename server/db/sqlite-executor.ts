import { createConnection, explain, sqliteCode, type SqliteConnection } from './sqlite-connection'
import type { SqliteAnswer, SqliteOrder, SqliteRows } from './sqlite-thread.types'

/** Executes orders immediately, with one connection for transactions and one for everything else. */
export function createExecutor(path: string) {
  const [reader, writer] = [createConnection(path), createConnection(path)]
  return {
    answer(order: SqliteOrder): SqliteAnswer {
      try {
        const rows = order.kind === 'explain' ? explain(path, order.sql) : execute(reader, writer, order)
        return { rows }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        return { failure: { message, code: sqliteCode(error) } }
      }
    },
  }
}

function execute(
  reader: SqliteConnection,
  writer: SqliteConnection,
  order: Exclude<SqliteOrder, { kind: 'explain' }>,
): SqliteRows {
  switch (order.kind) {
    case 'read':
      return reader.run(order.sql, order.args)
    case 'write':
      if (order.first) begin(writer)
      assertInTransaction(writer)
      return writer.run(order.sql, order.args)
    case 'shrink':
      return writer.shrink(order.pages)
    case 'commit':
      assertInTransaction(writer)
      return writer.run('COMMIT')
    case 'rollback':
      // Some errors, such as a full disk, have already rolled it back.
      return writer.isInTransaction() ? writer.run('ROLLBACK') : []
    case 'close':
      reader.close()
      writer.close()
      return []
  }
}

function begin(writer: SqliteConnection): void {
  if (writer.isInTransaction()) writer.run('ROLLBACK')
  writer.run('BEGIN IMMEDIATE')
}

/** A statement after the end of a transaction would be committed on its own. */
function assertInTransaction(writer: SqliteConnection): void {
  if (writer.isInTransaction()) return
  throw Object.assign(new Error('The transaction is over'), { code: 'TRANSACTION_CLOSED' })
}
