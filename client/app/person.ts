import { useQueryCache } from '@pinia/colada'
import { watch } from 'vue'
import { useSessionStore } from './session'
import { refetch } from './refetch'

/**
 * Forgets what was answered to one person as soon as somebody else signs in on the same page, or the same person
 * may see more or less than before: an answer is kept for a while and says nothing about whose it is.
 */
export function forgetFormerPerson(): void {
  const session = useSessionStore()
  const cache = useQueryCache()
  const nameOf = () => session.user && `${session.user.role} ${session.user.username}`
  let known = nameOf()

  // At once, as the next page is opened right after signing in.
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
