import { ref, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { BulkAnswerDto, SelectionDto } from '#contract/bulk'
import type { BodyOf } from '#client/app/operations'
import { useMatchingRequests, type RequestsView } from './queries'
import type { Change } from './useBulkChange'
import { BULK_ACTIONS } from './useSelection'

export type FilteredView = Pick<RequestsView, 'status' | 'q' | 'user'>

/** What a list matched when it was selected; the list may show something else during the change. */
interface Everything extends SelectionDto {
  matching: BodyOf<'changeMatchingRequests'>['matching']
}

export interface Outcome {
  done: number
  failed: BulkAnswerDto['failed']
}

/** Everything a list matches, across pages: selects it, and changes it in steps. */
export function useEverything(view: MaybeRefOrGetter<FilteredView>) {
  const matching = useMatchingRequests()
  const selected = ref<Everything | null>(null)
  /** The progress of a change to everything that matches. */
  const progress = ref<{ done: number; of: number } | null>(null)
  const stopped = ref(false)

  const key = () => JSON.stringify(toValue(view))
  watch(key, () => {
    if (progress.value === null) selected.value = null
  })

  return {
    selected,
    progress,
    stopped,
    async select(): Promise<void> {
      const before = key()
      const found = matching.of(toValue(view))
      const selection = await matching.count(toValue(view))
      if (key() === before) selected.value = { ...selection, matching: found }
    },
    /**
     * Continues until the last step, a failure, or a stop.
     * @param outcome collects the results.
     */
    async change(
      { applies_to, from, matching: found }: Everything,
      change: Change,
      outcome: Outcome,
    ): Promise<void> {
      const action = BULK_ACTIONS[change.action]
      const of = applies_to[action]
      stopped.value = false
      try {
        for (let next: SelectionDto['from'] | null = from; next !== null && !stopped.value;) {
          progress.value = { done: outcome.done, of }
          const step = await matching.change({ matching: found, from: next, ...change, action })
          outcome.done += step.done.length
          outcome.failed.push(...step.failed)
          next = step.next
        }
      } finally {
        await matching.refetch()
        progress.value = null
        selected.value = null
      }
    },
  }
}
