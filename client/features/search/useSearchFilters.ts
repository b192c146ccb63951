import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readFilters, type SearchFilters } from './filters'

const LONGEST = 200

/** What the results of a search are narrowed down to, as the address says it. */
export function useSearchFilters() {
  const route = useRoute()
  const router = useRouter()

  const filters = computed(() =>
    readFilters((name) => {
      const asked = route.query[name]
      return typeof asked === 'string' ? asked.slice(0, LONGEST) : ''
    }),
  )

  /** What lets everything through is left out of the address. */
  function change(to: Partial<SearchFilters>) {
    const { language, length, narrator, unabridged, unrequested } = { ...filters.value, ...to }
    return router.replace({
      query: {
        ...route.query,
        language: language || undefined,
        length: length || undefined,
        narrator: narrator || undefined,
        unabridged: unabridged ? '1' : undefined,
        unrequested: unrequested ? '1' : undefined,
      },
    })
  }

  return {
    filters,
    change,
    /** How many of them hide something. */
    count: computed(() => Object.values(filters.value).filter(Boolean).length),
    clear: () => change({ language: '', length: '', narrator: '', unabridged: false, unrequested: false }),
  }
}
