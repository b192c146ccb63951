import { AppError } from '#server/errors'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Group } from './discover.types'

/** Milliseconds that a row waits for one of its parts; late answers are cached for the next time. */
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
 * The parts of a row that arrive in time. Each is a catalogue call of its own, so a failure costs no other part.
 * @throws what the first part throws if none arrives.
 */
export async function groupsInTime(groups: readonly Promise<Group>[]): Promise<Group[]> {
  const found = (await Promise.all(groups.map(inTime))).filter((group) => group !== null)
  return found.length > 0 || groups.length === 0 ? found : [await Promise.race(groups)]
}
