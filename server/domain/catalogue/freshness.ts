import { AppError } from '#server/errors'
import type { CatalogueCache } from './drivers/catalogue-cache'
import { createInFlight } from './in-flight'

/** An answer, and the code of the failure because of which an older one was served. */
export interface Answered<T> {
  value: T
  stale: string | null
}

export interface FreshnessDependencies {
  cache: CatalogueCache
  clock: () => Date
  /** Age in milliseconds up to which an answer is served without asking again. */
  freshMs: number
  /** How long to wait for a newer answer while an older one is at hand, in milliseconds. */
  staleAfterMs: number
}

interface Cached<T> {
  at: number
  value: T
}

/** The code for "an older answer was served as the newer one did not come in time". */
const SLOW = 'catalogue_timeout'

/**
 * Serves answers of one kind through the cache. A fresh one is served as it is; the same question in
 * flight is asked once; an old one is served when the source fails or dawdles, and what arrives late
 * is still kept for the next caller. Failures are never kept.
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
    if (cached !== null && clock().getTime() - cached.at < freshMs)
      return { value: cached.value, stale: null }
    const newer = refresh(key, load)
    if (cached === null) return { value: await newer, stale: null }
    return newerOr(cached.value, newer, staleAfterMs)
  }
}

async function newerOr<T>(older: T, newer: Promise<T>, staleAfterMs: number): Promise<Answered<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Answered<T>>((resolve) => {
    timer = setTimeout(() => resolve({ value: older, stale: SLOW }), staleAfterMs)
  })
  try {
    return await Promise.race([newer.then((value) => ({ value, stale: null })), timeout])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { value: older, stale: error.code }
  } finally {
    clearTimeout(timer)
  }
}
