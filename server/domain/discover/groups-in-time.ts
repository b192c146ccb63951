import { AppError } from '#server/errors/app-error'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Group } from './discover.types'

/**
 * How long a row waits for one of its parts, in milliseconds. Late responses are cached for the next time.
 */
const ANSWER_LIMIT = 4000

/** Null if the catalogue fails or is too slow. */
async function inTime(group: Promise<Group>): Promise<Group | null> {
  try {
    return (await endsBeforeTimeout(ANSWER_LIMIT, group)) ? await group : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * The parts of a row that arrive in time. Each is a separate catalogue call, so a failure affects no other
 * part.
 * @throws the first part's error if no part arrives.
 */
export async function groupsInTime(groups: readonly Promise<Group>[]): Promise<Group[]> {
  const found = (await Promise.all(groups.map(inTime))).filter((group) => group !== null)
  return found.length > 0 || groups.length === 0 ? found : [await Promise.race(groups)]
}
