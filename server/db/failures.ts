/** Why the database could not do its work, where that is not the fault of the query. */
export type DatabaseFailure = 'unavailable' | 'full' | 'read_only'

/**
 * SQLSTATE classes and codes of a PostgreSQL that is gone, starting, stopping or full of connections, that rolled
 * back what was to be committed, or that ended what took longer than its limits.
 */
const POSTGRES_UNAVAILABLE = /^(08...|57P0[1-5]|53300|25006|40000|57014|55P03|25P0[34])$/
/** Serialisation failure and deadlock: the transaction was rolled back in favour of another. */
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

/** The codes of an error and of its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = codeOf(current)
    if (code !== undefined) codes.push(code)
  }
  return codes
}

/**
 * Tells a failing database from a failing query, through the causes of an error.
 * @returns undefined when the database itself is well.
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (const code of codesOf(error)) {
    if (code.startsWith('SQLITE_FULL') || code === '53100') return 'full'
    if (code.startsWith('SQLITE_READONLY')) return 'read_only'
    if (/^SQLITE_(BUSY|IOERR|CANTOPEN|LOCKED|THREAD_LOST)/.test(code)) return 'unavailable'
    if (POSTGRES_UNAVAILABLE.test(code) || POSTGRES_CONFLICT.test(code)) return 'unavailable'
    if (CONNECTION_LOST.has(code)) return 'unavailable'
  }
  return undefined
}

/** Whether another process holds the file's write lock: worth another try. */
export function isBusy(error: unknown): boolean {
  return codesOf(error).some((code) => code.startsWith('SQLITE_BUSY'))
}

/** Whether PostgreSQL rolled a transaction back in favour of another: worth another try. */
export function isConflict(error: unknown): boolean {
  return codesOf(error).some((code) => POSTGRES_CONFLICT.test(code))
}

/** Whether a row was refused because another one has the same value where only one may. */
export function isUniqueViolation(error: unknown): boolean {
  return codesOf(error).some((code) => code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE')
}

/** Whether a row was refused because the one it belongs to is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codesOf(error).some((code) => code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
