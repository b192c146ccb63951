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

/**
 * The selected books of a list, each with its version when it was selected, which is what the person saw; one that
 * leaves the list is deselected.
 */
export function useSelection(items: MaybeRefOrGetter<readonly RequestedBookDto[]>) {
  const chosen = ref<ReadonlyMap<string, string>>(new Map())
  const listed = computed(() => new Map(toValue(items).map(({ book }) => [book.asin, book.version])))

  watch(listed, (shown) => {
    chosen.value = new Map([...chosen.value].filter(([asin]) => shown.has(asin)))
  })

  return {
    chosen,
    all: computed(() => listed.value.size > 0 && chosen.value.size === listed.value.size),
    toggle(asin: string) {
      const next = new Map(chosen.value)
      const version = listed.value.get(asin)
      if (!next.delete(asin) && version !== undefined) next.set(asin, version)
      chosen.value = next
    },
    toggleAll() {
      chosen.value = new Map(chosen.value.size === listed.value.size ? [] : listed.value)
    },
    clear() {
      chosen.value = new Map()
    },
  }
}
