import { computed, ref, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { BulkAction } from '#contract/bulk'
import type { BookAction, RequestedBookDto } from '#contract/books'

/** The actions for many books, with their names in a call. */
export const BULK_ACTIONS = {
  approve: 'approve',
  decline: 'decline',
  withdraw_all: 'remove',
  mark_available: 'downloaded',
} as const satisfies Partial<Record<BookAction, BulkAction>>
export type SelectionAction = keyof typeof BULK_ACTIONS

/** Whether a book can be part of a bulk change. */
export function isSelectable({ actions }: RequestedBookDto): boolean {
  return actions.some((action) => Object.hasOwn(BULK_ACTIONS, action))
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
