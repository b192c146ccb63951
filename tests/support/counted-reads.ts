import { z } from 'zod'
import type { Database } from '#server/db/database'

/** The part of Drizzle's databases used here. */
interface Inside {
  session: { prepareQuery: (...query: unknown[]) => { all: (...values: unknown[]) => unknown } }
}
const insideSchema = z.custom<Inside>((value) => value instanceof Object && 'session' in value)

/**
 * Counts every read statement on a database file, even failing and already built ones.
 * @returns a function that says how many there have been.
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
