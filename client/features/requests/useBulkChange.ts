import { computed, ref, toValue, type MaybeRefOrGetter } from 'vue'
import type { RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import type { BodyOf } from '#client/app/operations'
import { useProblem } from '#client/ui/useProblem'
import { useToastsStore } from '#client/ui/toasts'
import { useManyRequests } from './queries'
import { useEverything, type FilteredView, type Outcome } from './useEverything'
import { BULK_ACTIONS, type SelectionAction } from './useSelection'

interface Selected {
  /** The selected books of this page. */
  items: MaybeRefOrGetter<readonly RequestedBookDto[]>
  /** Their versions when they were selected. */
  versions: MaybeRefOrGetter<ReadonlyMap<string, string>>
  view: MaybeRefOrGetter<FilteredView>
}

/** Changes the selected books of a page, or everything the list matches, and reports the result. */
export function useBulkChange({ items, versions, view }: Selected) {
  const { t } = useText()
  const { mutateAsync } = useManyRequests()
  const { selected: everything, progress, stopped, select, change: changeAll } = useEverything(view)
  const { busy, guarded, tell, tellRest } = useBulkMessages()

  const allowing = (wanted: SelectionAction) =>
    toValue(items).filter(({ actions }) => actions.includes(wanted))
  /** To how many books an action applies. */
  const count = (action: SelectionAction) =>
    everything.value?.applies_to[BULK_ACTIONS[action]] ?? allowing(action).length
  const total = computed(() => everything.value?.total ?? toValue(items).length)

  async function changePage(change: Change): Promise<void> {
    const asins = allowing(change.action).map(({ book }) => book.asin)
    const { done, failed } = await mutateAsync({ asins, ...change, action: BULK_ACTIONS[change.action] })
    tell(change, { done: done.length, failed })
  }

  /** Changes made before a step failed are reported too. */
  async function changeEverything(selection: NonNullable<typeof everything.value>, change: Change) {
    const outcome: Outcome = { done: 0, failed: [] }
    try {
      await changeAll(selection, change, outcome)
    } finally {
      tell(change, outcome)
    }
    tellRest(
      selection.applies_to[BULK_ACTIONS[change.action]] - outcome.done - outcome.failed.length,
      stopped.value,
    )
  }

  return {
    busy,
    /** An action's label, with the number it applies to if that is not all. */
    named(action: SelectionAction): string {
      const n = count(action)
      const text = t(`manage.actions.${action}`)
      return n === total.value ? text : t('bulk.some', { action: text, n, total: total.value })
    },
    everything,
    progress,
    count,
    total,
    selectEverything: () => guarded(select),
    /** @returns whether it succeeded; a failure is shown. */
    change: (action: SelectionAction, reason = '') => {
      const selection = everything.value
      const seen = [...toValue(versions)].map(([asin, version]) => ({ asin, version }))
      const change = { action, seen, ...(reason !== '' && { reason }) }
      return guarded(() => (selection ? changeEverything(selection, change) : changePage(change)))
    },
    stop: () => (stopped.value = true),
  }
}

export interface Change {
  action: SelectionAction
  /** The books as they were shown when they were selected. */
  seen: BodyOf<'changeRequests'>['seen']
  reason?: string
}

/** How many of the books that changed meanwhile a message names. */
const TOLD = 3

/** Reports the results of a bulk change. */
function useBulkMessages() {
  const { t } = useText()
  const { reason, sentence } = useProblem()
  const toasts = useToastsStore()
  const busy = ref(false)

  /** What to look at again, because it is no longer what was selected. */
  const changed = (failed: Outcome['failed']) =>
    failed
      .filter(({ code }) => code === 'changed_since_seen')
      .map((one) => t('manage.failed', { title: String(one.params['title']), reason: sentence(one) }))

  return {
    busy,
    /** @returns whether the work completed; failures are shown. */
    async guarded(work: () => Promise<void>): Promise<boolean> {
      busy.value = true
      try {
        await work()
        return true
      } catch (error) {
        toasts.failed(t('bulk.failed', { reason: reason(error) }))
        return false
      } finally {
        busy.value = false
      }
    },
    tell({ action }: Change, { done, failed }: Outcome): void {
      if (done > 0) toasts.done(t(`bulk.done.${action}`, { n: done }))
      const [first] = failed
      if (!first) return
      const told = changed(failed)
      const words = told.length > 0 ? told.slice(0, TOLD).join(' ') : sentence(first)
      toasts.failed(t('bulk.someFailed', { n: failed.length, reason: words }))
    },
    /** Those that should have been changed but were not. */
    tellRest(n: number, stopped: boolean): void {
      if (n > 0) toasts.done(t(stopped ? 'bulk.stopped' : 'bulk.changed', { n }))
    },
  }
}
