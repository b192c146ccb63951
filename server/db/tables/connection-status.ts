import type { Cause } from '#contract/cause'
import type { ColumnTypes } from '#server/db/column-types'

type StatusColumn = keyof ReturnType<typeof statusColumns>

/** The health of a connection to another service; the same columns wherever one is stored. */
export function statusColumns({ boolean, time, json }: Pick<ColumnTypes, 'boolean' | 'time' | 'json'>) {
  return {
    /** Whether the last call succeeded; null if there was none with these settings. */
    reachable: boolean(),
    /** Since when `reachable` has had its value. */
    statusSince: time(),
    lastOkAt: time(),
    lastFailureAt: time(),
    /** Why the last call failed. */
    cause: json<Cause>(),
  }
}

/** Those columns of a table, for a select. */
export function statusOf<T extends Record<StatusColumn, unknown>>(table: T): Pick<T, StatusColumn> {
  const { reachable, statusSince, lastOkAt, lastFailureAt, cause } = table
  return { reachable, statusSince, lastOkAt, lastFailureAt, cause }
}
