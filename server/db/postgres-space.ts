import { z } from 'zod'
import type { Space } from './database'
import type { PostgresConnection } from './postgres-pool'

/** Eight-byte integers arrive as text. */
const answerSchema = z.tuple([z.object({ bytes: z.union([z.string(), z.number()]) })])

/** The size of a PostgreSQL database, which reuses free space in its tables automatically. */
export function createPostgresSpace(query: PostgresConnection['query']): Space {
  async function bytesOf(text: string, values: unknown[] = []): Promise<number> {
    const { rows } = await query(text, values)
    return Number(answerSchema.parse(rows)[0].bytes)
  }

  return {
    async usage() {
      return { bytes: await bytesOf('select pg_database_size(current_database()) as bytes'), freeBytes: null }
    },
    sizeOf: (tables) =>
      bytesOf(
        'select coalesce(sum(pg_total_relation_size(name::regclass)), 0) as bytes from unnest($1::text[]) as tables(name)',
        [[...tables]],
      ),
    async reclaim() {
      // Autovacuum does this.
    },
  }
}
