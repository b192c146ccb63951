import type { Operation } from '#contract/operation'
import { createFairQueue, type Place } from '#server/async/fair-queue'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { serverBusy } from './http.errors'

/**
 * Calls answered at the same time. Few, because more would not be answered sooner: each would only take longer, and
 * each statement of a transaction, for whose end the next one waits, would wait for all of them.
 */
const READS_AT_ONCE = 8
const WRITES_AT_ONCE = 4
/** Milliseconds that a call may expect to wait. One that would wait longer is refused at once. */
const LONGEST_WAIT = 2_000
/** People, and networks of strangers, that wait at the same time. */
const LANES = 200
/** Calls of one person that wait at the same time. */
const PER_LANE = 500
/**
 * How many calls of one person to the catalogue run at the same time: twice what a browser requests, and half of the
 * shortest queue for the catalogue.
 */
const FETCHES_AT_ONCE = 12
/** Milliseconds after which a call that fetches from the catalogue evidently waits for it. */
const FETCHES_HOLD = 250
/** The same for others, few of which call another service. */
const HOLD = 1_000

/**
 * Lets people take turns when there is more to do than can be done at once: a person who makes many calls slows down
 * only their own, and reads do not wait for writes. Strangers take turns by their networks.
 * @param dependencies.networkOf the network that an address belongs to.
 */
export function createTurns({ networkOf }: { networkOf: (address: string) => string }) {
  const shared = { lanes: LANES, perLane: PER_LANE, longestWait: LONGEST_WAIT, refuse: serverBusy }
  const reads = createFairQueue({ ...shared, atOnce: READS_AT_ONCE })
  const writes = createFairQueue({ ...shared, atOnce: WRITES_AT_ONCE })

  /**
   * Runs the work of a call in its turn.
   * @throws AppError `server_busy` with Retry-After, before the work has begun, or what the work throws.
   */
  return function takeTurn<T>(
    { method, fetches, urgent }: Pick<Operation, 'method' | 'fetches' | 'urgent'>,
    { user, address }: { user: Pick<CurrentUser, 'id'> | null; address: string },
    work: () => Promise<T>,
  ): Promise<T> {
    if (urgent) return work()
    const person = user?.id ?? networkOf(address)
    const known = user !== null
    const place: Place = fetches
      ? { lane: `${person} ${fetches}`, known, atOnce: FETCHES_AT_ONCE }
      : { lane: person, known }
    const inQueue = method === 'GET' ? reads : writes
    return inQueue(place, work, fetches ? FETCHES_HOLD : HOLD)
  }
}
