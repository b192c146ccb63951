import type { QueryCache, UseQueryEntryFilter } from '@pinia/colada'

/**
 * Fetches again what is shown of these answers. It never rejects: a failure shows where the answer is shown,
 * and is none of whoever asked; a fetch that a newer one replaced is no failure at all.
 */
export async function refetch(cache: QueryCache, filters?: UseQueryEntryFilter): Promise<void> {
  await cache.invalidateQueries(filters).catch(shownWithTheAnswer)
}

/** The same where an answer may be older than what is known by now: one that is still on its way is let arrive first. */
export async function refetchAfterArrival(cache: QueryCache): Promise<void> {
  await Promise.all(
    cache.getEntries({ active: true }).map(async (entry) => {
      await entry.pending?.refreshCall.catch(shownWithTheAnswer)
      await refetch(cache, { predicate: (other) => other === entry })
    }),
  )
}

function shownWithTheAnswer(): void {}
