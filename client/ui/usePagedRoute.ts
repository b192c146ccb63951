import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * A list as the address says it: what it is narrowed down to, and the page. Every view can be linked to.
 * @param names what narrows the list down is called in the address
 * @param perPage how many entries are on one page
 */
export function usePagedRoute<N extends string>(names: readonly N[], perPage: number) {
  const route = useRoute()
  const router = useRouter()

  /** What the address says under a name, cut off after `most` characters; empty where it says nothing. */
  function filter(name: N, most = 100): string {
    const asked = route.query[name]
    return typeof asked === 'string' ? asked.slice(0, most) : ''
  }
  /** Counts from 1. */
  const page = computed(() => {
    const asked = Number(route.query['page'])
    return Number.isInteger(asked) && asked > 0 && asked < 10_000 ? asked : 1
  })

  /** What is as it starts is left out of the address; another filter starts with the first page. */
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
    offset: computed(() => (page.value - 1) * perPage),
    change,
  }
}
