import type { Cause } from '#contract/cause'
import type { Kit } from '#server/db/kit'

type StatusColumn = keyof ReturnType<typeof statusColumns>

/** How a connection to another service is doing; the same columns wherever one is stored. */
export function statusColumns({ boolean, time, json }: Pick<Kit, 'boolean' | 'time' | 'json'>) {
  return {
    /** Whether it answered the last time; null when it was not asked anything with these settings. */
    reachable: boolean(),
    /** Since when it has been so. */
    statusSince: time(),
    lastOkAt: time(),
    lastFailureAt: time(),
    /** Why it failed the last time. */
    cause: json<Cause>(),
  }
}

/** Those columns of a table, to select them. */
export function statusOf<T extends Record<StatusColumn, unknown>>(table: T): Pick<T, StatusColumn> {
  const { reachable, statusSince, lastOkAt, lastFailureAt, cause } = table
  return { reachable, statusSince, lastOkAt, lastFailureAt, cause }
}
