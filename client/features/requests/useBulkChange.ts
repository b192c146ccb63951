import { computed, ref, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { BulkAction, BulkAnswerDto, SelectionDto } from '#contract/bulk'
import type { RequestedBookDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { useProblem } from '#client/ui/useProblem'
import { useToastsStore } from '#client/ui/toasts'
import { useManyRequests, useMatchingRequests, type RequestsView } from './queries'
import { appliesTo } from './useSelection'

interface Selected {
  /** The chosen books of this page. */
  items: MaybeRefOrGetter<readonly RequestedBookDto[]>
  view: MaybeRefOrGetter<Pick<RequestsView, 'status' | 'q' | 'user'>>
}

/** How far a change of everything that matches has come. */
interface Progress {
  done: number
  of: number
}

/** Changes the chosen books of a page, or everything that the list finds, and says what came of it. */
export function useBulkChange({ items, view }: Selected) {
  const { t } = useText()
  const { reason: why, said: sayOf } = useProblem()
  const toasts = useToastsStore()
  const page = useManyRequests()
  const matching = useMatchingRequests()
  const everything = ref<SelectionDto | null>(null)
  const progress = ref<Progress | null>(null)
  const busy = ref(false)
  let stopped = false

  const counts = computed(() => everything.value?.applies_to ?? appliesTo(toValue(items)))
  const total = computed(() => everything.value?.total ?? toValue(items).length)

  watch(
    () => JSON.stringify(toValue(view)),
    () => (everything.value = null),
  )

  async function guarded(work: () => Promise<void>): Promise<boolean> {
    busy.value = true
    try {
      await work()
      return true
    } catch (error) {
      toasts.failed(t('bulk.failed', { reason: why(error) }))
      return false
    } finally {
      busy.value = false
      progress.value = null
    }
  }

  function tell(action: BulkAction, { done, failed }: Outcome): void {
    if (done > 0) toasts.done(t(`bulk.done.${action}`, { n: done }))
    const [first] = failed
    if (first) toasts.failed(t('bulk.someFailed', { n: failed.length, reason: sayOf(first) }))
  }

  async function changePage(action: BulkAction, reason: string): Promise<void> {
    const asins = toValue(items)
      .filter((item) => appliesTo([item])[action] > 0)
      .map(({ book }) => book.asin)
    const { done, failed } = await page.mutateAsync({ asins, action, ...said(reason) })
    tell(action, { done: done.length, failed })
  }

  /** Step by step, until the last or until somebody stops it; what has changed meanwhile is said. */
  async function changeEverything({ applies_to, from }: SelectionDto, action: BulkAction, reason: string) {
    const of = applies_to[action]
    const outcome: Outcome = { done: 0, failed: [] }
    stopped = false
    for (let next: SelectionDto['from'] | null = from; next !== null && !stopped;) {
      progress.value = { done: outcome.done, of }
      const step = await matching.change({
        matching: matching.of(toValue(view)),
        from: next,
        action,
        ...said(reason),
      })
      outcome.done += step.done.length
      outcome.failed.push(...step.failed)
      next = step.next
    }
    await matching.refetch()
    tell(action, outcome)
    const changed = of - outcome.done - outcome.failed.length
    if (changed > 0) toasts.done(t(stopped ? 'bulk.stopped' : 'bulk.changed', { n: changed }))
  }

  return {
    busy,
    /** What an action is called; to how many it applies is said where that is not all of them. */
    named(action: BulkAction): string {
      const n = counts.value[action]
      const text = t(`bulk.${action}`)
      return n === total.value ? text : t('bulk.some', { action: text, n, total: total.value })
    },
    everything,
    progress,
    counts,
    total,
    selectEverything: () =>
      guarded(async () => {
        everything.value = await matching.count(toValue(view))
      }),
    /** @returns whether it was done; a failure is said. */
    change: async (action: BulkAction, reason = '') => {
      const selection = everything.value
      const done = await guarded(() =>
        selection ? changeEverything(selection, action, reason) : changePage(action, reason),
      )
      if (done) everything.value = null
      return done
    },
    stop: () => (stopped = true),
  }
}

interface Outcome {
  done: number
  failed: BulkAnswerDto['failed']
}

const said = (reason: string) => (reason === '' ? {} : { reason })
