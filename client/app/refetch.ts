import type { QueryCache, UseQueryEntryFilter } from '@pinia/colada'

/**
 * Refetches those of these queries whose response is on screen. Never rejects: a failure is shown in place of
 * the response, and a fetch replaced by a newer one is not a failure.
 */
export async function refetch(cache: QueryCache, filters?: UseQueryEntryFilter): Promise<void> {
  await cache.invalidateQueries(filters).catch(shownWithTheAnswer)
}

function shownWithTheAnswer(): void {}
