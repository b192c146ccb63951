import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from './database'

/**
 * Whether a text contains another one literally. With `like`, wildcards would need escaping, and a Durable
 * Object limits the pattern to 50 bytes.
 */
export function contains({ dialect }: Pick<Database, 'dialect'>, text: SQLWrapper, part: string): SQL {
  return dialect === 'postgres' ? sql`strpos(${text}, ${part}) > 0` : sql`instr(${text}, ${part}) > 0`
}
