import { useQueryCache } from '@pinia/colada'
import { watch } from 'vue'
import { useSessionStore } from './session'
import { refetch } from './refetch'

/**
 * Clears all cached responses when someone else signs in on the same page, or the same person's permissions
 * change: a cached response does not say whose it is.
 */
export function clearCacheForNextPerson(): void {
  const session = useSessionStore()
  const cache = useQueryCache()
  const nameOf = () => session.user && `${session.user.role} ${session.user.username}`
  let known = nameOf()

  // Immediately, because the next page opens right after signing in.
  watch(
    nameOf,
    (name) => {
      if (name === null || name === known) return
      const isFirst = known === null
      known = name
      if (isFirst) return
      for (const entry of cache.getEntries({ active: false })) {
        cache.cancel(entry)
        cache.remove(entry)
      }
      void refetch(cache)
    },
    { flush: 'sync' },
  )
}
