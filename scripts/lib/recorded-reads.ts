import { z } from 'zod'
import type { Database } from '#server/db/database'

const valueSchema = z.union([z.string(), z.number(), z.bigint(), z.boolean(), z.null()])
/** Only PostgreSQL accepts lists. */
const valuesSchema = z.array(z.union([valueSchema, z.array(z.string())]))
export type Values = z.infer<typeof valuesSchema>
export const flatValuesSchema = z.array(valueSchema)

/** A query as sent to the driver. */
interface RecordedRead {
  sql: string
  values: Values
}

/** The parts of Drizzle's databases used here, the same for both dialects. */
interface Inside {
  session: { logger: { logQuery: (sql: string, values: unknown[]) => void } }
}

const insideSchema = z.custom<Inside>((value) => value instanceof Object && 'session' in value)

/** Runs some work. @returns all its queries outside transactions, in order, except those already prepared. */
export async function recordReads({ read }: Database, work: () => Promise<unknown>): Promise<RecordedRead[]> {
  const { session } = insideSchema.parse(read)
  const { logger } = session
  const recorded: RecordedRead[] = []
  session.logger = {
    logQuery: (sql, values) => void recorded.push({ sql, values: valuesSchema.parse(values) }),
  }
  try {
    await work()
  } finally {
    session.logger = logger
  }
  return recorded
}
