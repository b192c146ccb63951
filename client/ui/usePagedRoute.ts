import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * A list's filters and page in the address, so that every view can be linked to.
 * @param names query parameters of the filters
 * @param perPage entries per page
 */
export function usePagedRoute<N extends string>(names: readonly N[], perPage: number) {
  const route = useRoute()
  const router = useRouter()

  /** The value of a filter, truncated to `max` characters; empty if there is none. */
  function filter(name: N, max = 100): string {
    const value = route.query[name]
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  /** Counted from 1. */
  const page = computed(() => {
    const value = Number(route.query['page'])
    return Number.isInteger(value) && value > 0 && value < 10_000 ? value : 1
  })

  /** Defaults are omitted from the address; a new filter starts at the first page. */
  function change(to: { filters?: Partial<Record<N, string>>; page?: number }) {
    const filters = names.map((name): [string, string] => [name, to.filters?.[name] ?? filter(name)])
    const at = to.page ?? 1
    return router.replace({
      query: {
        ...Object.fromEntries(filters.filter(([, value]) => value !== '')),
        ...(at > 1 ? { page: String(at) } : {}),
      },
    })
  }

  return {
    filter,
    page,
    limit: perPage,
    /** The part of the list to request. */
    view: computed(() => ({ limit: perPage, offset: (page.value - 1) * perPage })),
    change,
  }
}
