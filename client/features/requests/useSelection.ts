import { computed, ref, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { BulkAction } from '#contract/bulk'
import type { BookAction, RequestedBookDto } from '#contract/books'

/** What has to be among the actions of a book for each change of many. */
const NEEDED: Record<BulkAction, BookAction> = {
  approve: 'approve',
  decline: 'decline',
  remove: 'withdraw_all',
  downloaded: 'mark_available',
}

/** To how many of the books each change may be made. */
export function appliesTo(items: readonly RequestedBookDto[]): Record<BulkAction, number> {
  const number = (action: BulkAction) =>
    items.filter(({ actions }) => actions.includes(NEEDED[action])).length
  return {
    approve: number('approve'),
    decline: number('decline'),
    remove: number('remove'),
    downloaded: number('downloaded'),
  }
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
