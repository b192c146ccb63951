import { computed, ref, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { BookAction, RequestedBookDto } from '#contract/books'
import type { ManyChange } from './queries'

/** What has to be among the actions of a book for each change of many. */
const NEEDED: Record<ManyChange['action'], BookAction> = {
  approve: 'approve',
  decline: 'decline',
  remove: 'withdraw_all',
  downloaded: 'mark_available',
}

/** Whether a change may be made to some of the books. */
export function mayChange(items: readonly RequestedBookDto[], action: ManyChange['action']): boolean {
  return items.some(({ actions }) => actions.includes(NEEDED[action]))
}

/** Whether a book may be changed together with others. */
export function isSelectable({ actions }: RequestedBookDto): boolean {
  return Object.values(NEEDED).some((action) => actions.includes(action))
}

/** Which books of a list are chosen; one that leaves the list is not chosen any more. */
export function useSelection(items: MaybeRefOrGetter<readonly RequestedBookDto[]>) {
  const chosen = ref<ReadonlySet<string>>(new Set())
  const listed = computed(() => toValue(items).map(({ book }) => book.asin))

  watch(listed, (asins) => {
    chosen.value = new Set(asins.filter((asin) => chosen.value.has(asin)))
  })

  return {
    chosen,
    all: computed(() => listed.value.length > 0 && chosen.value.size === listed.value.length),
    toggle(asin: string) {
      const next = new Set(chosen.value)
      if (!next.delete(asin)) next.add(asin)
      chosen.value = next
    },
    toggleAll() {
      chosen.value = new Set(chosen.value.size === listed.value.length ? [] : listed.value)
    },
    clear() {
      chosen.value = new Set()
    },
  }
}
