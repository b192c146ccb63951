import { z } from 'zod'
import type { Database } from '#server/db/database'

/** What of drizzle's databases is used here. */
interface Inside {
  session: { prepareQuery: (...query: unknown[]) => { all: (...values: unknown[]) => unknown } }
}
const insideSchema = z.custom<Inside>((value) => value instanceof Object && 'session' in value)

/**
 * Counts every statement that reads of a database file, whatever comes of it, also one that was built before.
 * @returns how many there have been since.
 */
export function countReads(database: Database): () => number {
  const { session } = insideSchema.parse(database.read)
  const prepare = session.prepareQuery.bind(session)
  let questions = 0
  session.prepareQuery = (...query) => {
    const prepared = prepare(...query)
    const all = prepared.all.bind(prepared)
    prepared.all = (...values) => {
      questions++
      return all(...values)
    }
    return prepared
  }
  return () => questions
}
