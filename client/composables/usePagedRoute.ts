import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * A list as the address says it: what it is narrowed down to, and the page. Every view can be linked to.
 * @param name what narrows the list down is called in the address
 * @param perPage how many entries are on one page
 */
export function usePagedRoute(name: string, perPage: number) {
  const route = useRoute()
  const router = useRouter()

  const filter = computed(() => {
    const asked = route.query[name]
    return typeof asked === 'string' ? asked.slice(0, 100) : ''
  })
  /** Counts from 1. */
  const page = computed(() => {
    const asked = Number(route.query['page'])
    return Number.isInteger(asked) && asked > 0 && asked < 10_000 ? asked : 1
  })

  /** What is as it starts is left out of the address; another filter starts with the first page. */
  function change(to: { filter?: string; page?: number }) {
    const next = { filter: filter.value, page: 1, ...to }
    return router.replace({
      query: {
        ...(next.filter ? { [name]: next.filter } : {}),
        ...(next.page > 1 ? { page: String(next.page) } : {}),
      },
    })
  }

  return { filter, page, limit: perPage, offset: computed(() => (page.value - 1) * perPage), change }
}
