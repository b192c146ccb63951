import { causeTextOrNull } from '#contract/cause'
import type { ConnectionOutcome, ConnectionStatus } from './connections.types'

/** How often the same outcome is written down again, in ms: it is asked every few seconds. */
const WRITE_EVERY = 60_000

/** Of a connection that was not asked anything. */
export const NOT_ASKED: ConnectionStatus = {
  reachable: null,
  statusSince: null,
  lastOkAt: null,
  lastFailureAt: null,
  cause: null,
}

/**
 * The status after a call, and whether that is news for whoever looks at it.
 * @returns null where the stored one says the same and is hardly older.
 */
export function statusAfter(
  before: ConnectionStatus,
  outcome: ConnectionOutcome,
  now: Date,
): { status: ConnectionStatus; isNews: boolean } | null {
  const reachable = 'ok' in outcome
  const last = reachable ? before.lastOkAt : before.lastFailureAt
  const cause = reachable ? before.cause : outcome.cause
  const turned = before.reachable !== reachable
  const isNews = turned || causeTextOrNull(before.cause) !== causeTextOrNull(cause)
  if (!isNews && last !== null && Math.abs(now.getTime() - last.getTime()) < WRITE_EVERY) return null
  const status = {
    reachable,
    statusSince: turned ? now : before.statusSince,
    lastOkAt: reachable ? now : before.lastOkAt,
    lastFailureAt: reachable ? before.lastFailureAt : now,
    cause,
  }
  return { status, isNews }
}
