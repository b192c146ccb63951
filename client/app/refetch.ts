import type { QueryCache, UseQueryEntryFilter } from '@pinia/colada'

/**
 * Fetches again what is shown of these answers. It never rejects: a failure shows where the answer is shown,
 * and is none of whoever asked; a fetch that a newer one replaced is no failure at all.
 */
export async function refetch(cache: QueryCache, filters?: UseQueryEntryFilter): Promise<void> {
  await cache.invalidateQueries(filters).catch(shownWithTheAnswer)
}

function shownWithTheAnswer(): void {}
