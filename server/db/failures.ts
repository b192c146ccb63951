import { causesOf } from '#server/errors/causes'

/** Why the database failed, if the query is not at fault. */
export type DatabaseFailure = 'unavailable' | 'full' | 'read_only' | 'replaced' | 'damaged'

/**
 * SQLSTATE classes and codes of a PostgreSQL that is unreachable, starting, stopping or out of connections,
 * that rolled back a commit, or that cancelled a statement over its limits.
 */
const POSTGRES_UNAVAILABLE = /^(08...|57P0[1-5]|53300|25006|40000|57014|55P03|25P0[34])$/
/** Serialisation failure and deadlock: rolled back in favour of another transaction. */
const POSTGRES_CONFLICT = /^(40001|40P01)$/
const CONNECTION_LOST = new Set([
  'CONNECTION_CLOSED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The codes of an error and its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  return causesOf(error).flatMap((cause) => codeOf(cause) ?? [])
}

/**
 * Distinguishes a failing database from a failing query by an error and its causes.
 * @returns undefined if the database itself is healthy.
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (const code of codesOf(error)) {
    if (code.startsWith('SQLITE_FULL') || code === '53100') return 'full'
    if (code.startsWith('SQLITE_READONLY')) return 'read_only'
    if (code === 'SQLITE_FILE_REPLACED') return 'replaced'
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'damaged'
    if (/^SQLITE_(BUSY|IOERR|CANTOPEN|LOCKED|THREAD_LOST)/.test(code)) return 'unavailable'
    if (POSTGRES_UNAVAILABLE.test(code) || POSTGRES_CONFLICT.test(code)) return 'unavailable'
    if (CONNECTION_LOST.has(code)) return 'unavailable'
  }
  return undefined
}

/** Whether another process holds the file's write lock, so that a retry makes sense. */
export function isBusy(error: unknown): boolean {
  return codesOf(error).some((code) => code.startsWith('SQLITE_BUSY'))
}

/** Whether PostgreSQL rolled a transaction back in favour of another, so that a retry makes sense. */
export function isConflict(error: unknown): boolean {
  return codesOf(error).some((code) => POSTGRES_CONFLICT.test(code))
}

/** Whether a row violates a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return codesOf(error).some((code) => code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE')
}

/** Whether a row refers to one that no longer exists. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codesOf(error).some((code) => code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
