import { createConnection, explain, sqliteCode, type SqliteConnection } from './sqlite-connection'
import type { FileIdentity } from './sqlite-place'
import type { SqliteAnswer, SqliteOrder, SqliteRows } from './sqlite-thread.types'

const SAVEPOINT = 'member'

/** Executes orders immediately, with one connection for transactions and one for everything else. */
export function createExecutor(path: string, file?: FileIdentity) {
  const [reader, writer] = [createConnection(path, file), createConnection(path, file)]
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
      if (order.begins === 'transaction') begin(writer)
      assertInTransaction(writer)
      if (order.begins === 'savepoint') writer.run(`RELEASE ${SAVEPOINT}`)
      if (order.begins) writer.run(`SAVEPOINT ${SAVEPOINT}`)
      return writer.run(order.sql, order.args)
    case 'undo':
      assertInTransaction(writer)
      return writer.run(`ROLLBACK TO ${SAVEPOINT}`)
    case 'shrink':
      return writer.shrink(order.pages)
    case 'commit':
      assertInTransaction(writer)
      return writer.commit()
    case 'rollback':
      // Some errors, such as a full disk, have already rolled it back.
      return writer.isInTransaction() ? writer.run('ROLLBACK') : []
    case 'pin':
      reader.pin(order.file)
      writer.pin(order.file)
      return []
    case 'close':
      reader.close()
      if (order.writeBack === true) writeBack(writer)
      writer.close()
      return []
  }
}

function begin(writer: SqliteConnection): void {
  if (writer.isInTransaction()) writer.run('ROLLBACK')
  writer.run('BEGIN IMMEDIATE')
}

/**
 * Copies the log into the file, so that the file alone has everything: SQLite itself does so only if the driver has
 * ended every statement. Another process that reads just now keeps part of it in the log.
 */
function writeBack(writer: SqliteConnection): void {
  try {
    writer.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // On a full disk, for example: the log stays, and the next start reads it.
  }
}

/** A statement after the end of a transaction would be committed on its own. */
function assertInTransaction(writer: SqliteConnection): void {
  if (writer.isInTransaction()) return
  throw Object.assign(new Error('The transaction is over'), { code: 'TRANSACTION_CLOSED' })
}
