import { agoOf } from '#server/async/due.rules'
import { AppError } from '#server/errors/app-error'
import type { CatalogueCache } from './drivers/catalogue-cache'
import { raceTimeout } from '#server/async/timeout'
import { createInFlight } from '#server/async/in-flight'

/** A value, with the code of the failure that made it stale. */
export interface Answered<T> {
  value: T
  stale: string | null
}

export interface FreshnessDependencies {
  cache: CatalogueCache
  clock: () => Date
  /** Maximum age at which a cached value is served without a call, in milliseconds. */
  freshMs: number
  /** How long to wait for a new value while an older one is cached, in milliseconds. */
  staleAfterMs: number
}

interface Cached<T> {
  at: number
  value: T
}

/** The code for a stale value that was served because the new one was too slow. */
const SLOW = 'catalogue_timeout'

/**
 * Serves values of one kind through the cache. A fresh value is served from the cache, concurrent calls are
 * shared, and an old value is served if the source fails or is slow; a value that arrives late is still
 * cached. Failures are never cached.
 */
export function createFreshness<T>({ cache, clock, freshMs, staleAfterMs }: FreshnessDependencies) {
  const share = createInFlight<T>()

  function refresh(key: string, load: () => Promise<T>): Promise<T> {
    return share(key, async () => {
      const value = await load()
      await cache.setItem(key, { at: clock().getTime(), value })
      return value
    })
  }

  return async function answer(key: string, load: () => Promise<T>): Promise<Answered<T>> {
    const cached = await cache.getItem<Cached<T>>(key)
    if (cached !== null && agoOf(new Date(cached.at), clock()) < freshMs)
      return { value: cached.value, stale: null }
    const newer = refresh(key, load)
    if (cached === null) return { value: await newer, stale: null }
    return newerOr(cached.value, newer, staleAfterMs)
  }
}

async function newerOr<T>(older: T, newer: Promise<T>, staleAfterMs: number): Promise<Answered<T>> {
  try {
    const answer = newer.then((value) => ({ value, stale: null }))
    return await raceTimeout(staleAfterMs, answer, () => ({ value: older, stale: SLOW }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { value: older, stale: error.code }
  }
}
