import { AppError } from '#server/errors'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Group } from './discover.types'

/** Milliseconds for which a row waits for a part of it; what comes later is there the next time. */
const ANSWER_LIMIT = 4000

/** Null where the catalogue fails or does not answer in time. */
async function inTime(group: Promise<Group>): Promise<Group | null> {
  try {
    return (await endsBeforeTimeout(ANSWER_LIMIT, group)) ? await group : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * The parts of a row that come in time: each is asked of the catalogue by itself, and one that fails costs no other one.
 * @throws what the first part throws where none comes.
 */
export async function groupsInTime(groups: readonly Promise<Group>[]): Promise<Group[]> {
  const found = (await Promise.all(groups.map(inTime))).filter((group) => group !== null)
  return found.length > 0 || groups.length === 0 ? found : [await Promise.race(groups)]
}
