import { computed } from 'vue'
import { useRoute, useRouter, type LocationQueryValue } from 'vue-router'
import type { Region } from '#contract/common'
import { isRegion } from './regions'
import { useSessionStore } from '#client/app/session'

/** The search as the address says it: what is looked for, and in which region's catalogue. */
export function useSearchRoute() {
  const route = useRoute()
  const router = useRouter()
  const session = useSessionStore()

  const onSearch = computed(() => route.name === 'search')
  const q = computed(() => (onSearch.value ? first(route.query['q']).trim() : ''))
  const region = computed<Region>(() => {
    const asked = onSearch.value ? first(route.query['region']) : ''
    return isRegion(asked) ? asked : (session.session?.default_region ?? 'us')
  })

  function go(words: string, where: Region) {
    const text = words.trim()
    return router.push({ name: 'search', query: { ...(text ? { q: text } : {}), region: where } })
  }

  return {
    q,
    region,
    /** Looks for something; the words are the only change. */
    lookFor: (words: string) => go(words, region.value),
    /** Looks for the same in another region. */
    lookIn: (where: Region) => go(q.value, where),
  }
}

function first(value: LocationQueryValue | LocationQueryValue[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
