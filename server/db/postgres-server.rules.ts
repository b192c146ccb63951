/** A server that a connection has reached, as it was when asked. Times are its own, in seconds since 1970. */
export interface PostgresServer {
  /** Given when the database was created; replicas have the same. */
  system: string
  /** Grows with each promotion of a replica; null while it is one itself. */
  timeline: string | null
  startedAt: number
  askedAt: number
}

/** A row with what tells servers behind one address from each other; every user may ask. */
export const ASK_SERVER = `select
  (select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
  extract(epoch from pg_postmaster_start_time())::float8 as "startedAt",
  extract(epoch from clock_timestamp())::float8 as "askedAt"`

/**
 * Whether what a server says about its connections also holds for those once made to another: it is the same one, or has
 * taken its place, by starting again or by being promoted. A proxy may reach several in turn, of which the others are
 * as alive as this one.
 */
export function speaksFor(server: PostgresServer, former: PostgresServer): boolean {
  if (server.system !== former.system) return false
  if (server.startedAt === former.startedAt) return true
  if (server.timeline === null || former.timeline === null) return false
  // Hexadecimal digits, always eight.
  return server.timeline > former.timeline || server.startedAt > former.askedAt
}
