import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readFilters, type SearchFilters } from './filters'

const MAX_LENGTH = 200

/** The filters of search results in the address. */
export function useSearchFilters() {
  const route = useRoute()
  const router = useRouter()

  const filters = computed(() =>
    readFilters((name) => {
      const value = route.query[name]
      return typeof value === 'string' ? value.slice(0, MAX_LENGTH) : ''
    }),
  )

  /** Filters that let everything through are omitted from the address. */
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
    /** The number of active filters. */
    count: computed(() => Object.values(filters.value).filter(Boolean).length),
    clear: () => change({ language: '', length: '', narrator: '', unabridged: false, unrequested: false }),
  }
}
