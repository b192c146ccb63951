import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Region } from '#contract/common'
import type { PersonSort } from '#contract/people'
import { keysOf } from '#client/app/keysOf'
import { isRegion } from '#client/app/regions'
import { useSessionStore } from '#client/app/session'

/** In menu order; a missing one fails to compile. */
const ORDER = { newest: 0, oldest: 1, popular: 2, title: 3 } satisfies Record<PersonSort, number>
const { isKey: isSort, keys } = keysOf(ORDER)
export const PERSON_SORTS = keys

export interface PersonView {
  name: string
  region: Region
  sort: PersonSort
  /** Whether to leave out books that are requested or in the library. */
  unrequested: boolean
}

/** The view of a person's books in the address, so that every view can be linked to. */
export function usePersonRoute() {
  const route = useRoute()
  const router = useRouter()
  const session = useSessionStore()

  const view = computed<PersonView>(() => {
    const { name } = route.params
    const { region, sort, show } = route.query
    return {
      name: typeof name === 'string' ? name : '',
      region: isRegion(region) ? region : (session.session?.default_region ?? 'us'),
      sort: isSort(sort) ? sort : 'newest',
      unrequested: show === 'unrequested',
    }
  })

  /** Defaults are omitted from the address. */
  function change(to: Partial<Omit<PersonView, 'name'>>) {
    const { region, sort, unrequested } = { ...view.value, ...to }
    return router.replace({
      query: { region, ...(sort !== 'newest' && { sort }), ...(unrequested && { show: 'unrequested' }) },
    })
  }

  return { view, change }
}
