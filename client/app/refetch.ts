import type { QueryCache, UseQueryEntryFilter } from '@pinia/colada'

/**
 * Refetches the visible ones of these answers. Never rejects: a failure shows where the answer is shown, and a fetch
 * replaced by a newer one is no failure.
 */
export async function refetch(cache: QueryCache, filters?: UseQueryEntryFilter): Promise<void> {
  await cache.invalidateQueries(filters).catch(shownWithTheAnswer)
}

function shownWithTheAnswer(): void {}
