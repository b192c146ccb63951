import Libsql from 'libsql'
import { isBusy } from './failures'

/**
 * Whether another connection has the file open, if only to wait. As long as one does, it holds a lock on the file,
 * which also shows across containers, where process ids do not.
 * @param path absolute path of an SQLite file.
 */
export function isSqliteInUse(path: string): boolean {
  const database = new Libsql(path)
  try {
    // Without the shared memory of the log, SQLite needs the file to itself from the first read on.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('SELECT count(*) FROM sqlite_master')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}
