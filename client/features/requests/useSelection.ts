import { computed, ref, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { BulkAction } from '#contract/bulk'
import type { BookAction, RequestedBookDto } from '#contract/books'

/** The action that a book must allow for each bulk change. */
const NEEDED: Record<BulkAction, BookAction> = {
  approve: 'approve',
  decline: 'decline',
  remove: 'withdraw_all',
  downloaded: 'mark_available',
}

/** The number of books to which each change applies. */
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

/** Whether a book can be part of a bulk change. */
export function isSelectable({ actions }: RequestedBookDto): boolean {
  return Object.values(NEEDED).some((action) => actions.includes(action))
}

/** The selected books of a list; one that leaves the list is deselected. */
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
