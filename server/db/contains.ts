import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from './database'

/**
 * Whether a text contains another one, letter by letter, without wildcards. `like` would have them escaped, and in a
 * Durable Object its pattern may have 50 bytes.
 */
export function contains({ dialect }: Pick<Database, 'dialect'>, text: SQLWrapper, part: string): SQL {
  return dialect === 'postgres' ? sql`strpos(${text}, ${part}) > 0` : sql`instr(${text}, ${part}) > 0`
}
