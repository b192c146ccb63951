import type { Limits } from './postgres-connection'
import type { PostgresConnection } from './postgres-pool'

/**
 * Runs work in one transaction on a connection. None of its commands is prepared, so that they work behind a
 * pooler.
 * @param limits set for this transaction only, if the connection has none.
 * @throws if the transaction was not committed.
 */
export async function inTransaction<T>(
  connection: PostgresConnection,
  limits: Limits | undefined,
  work: () => Promise<T>,
): Promise<T> {
  await connection.query(['begin', ...(limits ? setLocally(limits) : [])].join('; '))
  let result: T
  try {
    result = await work()
  } catch (error) {
    // If this fails too, the connection is lost, and the transaction with it.
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
  await commit(connection)
  return result
}

/** PostgreSQL answers the commit of a failed transaction with a rollback, not an error. */
async function commit(connection: PostgresConnection): Promise<void> {
  const { command } = await connection.query('commit')
  if (command === 'COMMIT') return
  const error = new Error(`PostgreSQL did not commit the transaction: it answered ${command}`)
  throw Object.assign(error, { code: ROLLED_BACK })
}

/** SQLSTATE of a rolled-back transaction. */
const ROLLED_BACK = '40000'

function setLocally({ statement, lock, idleInTransaction }: Limits): string[] {
  return [
    `set local statement_timeout = ${statement}`,
    `set local lock_timeout = ${lock}`,
    `set local idle_in_transaction_session_timeout = ${idleInTransaction}`,
  ]
}
