import { ref, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { BulkAction, BulkAnswerDto, SelectionDto } from '#contract/bulk'
import type { BodyOf } from '#client/app/operations'
import { useMatchingRequests, type RequestsView } from './queries'

export type FilteredView = Pick<RequestsView, 'status' | 'q' | 'user'>

/** What a list found when it was selected; the list may show something else while it is changed. */
interface Everything extends SelectionDto {
  matching: BodyOf<'changeMatchingRequests'>['matching']
}

/** How far a change of everything that matches has come. */
interface Progress {
  done: number
  of: number
}

export interface Outcome {
  done: number
  failed: BulkAnswerDto['failed']
}

/** Everything that a list finds, over all its pages: selecting it, and changing it a step at a time. */
export function useEverything(view: MaybeRefOrGetter<FilteredView>) {
  const matching = useMatchingRequests()
  const selected = ref<Everything | null>(null)
  const progress = ref<Progress | null>(null)
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
     * Goes on until the last step, until one fails, or until somebody stops it.
     * @param outcome what became of it so far is added to this.
     */
    async change(
      { applies_to, from, matching: found }: Everything,
      change: { action: BulkAction; reason?: string },
      outcome: Outcome,
    ): Promise<void> {
      const of = applies_to[change.action]
      stopped.value = false
      try {
        for (let next: SelectionDto['from'] | null = from; next !== null && !stopped.value;) {
          progress.value = { done: outcome.done, of }
          const step = await matching.change({ matching: found, from: next, ...change })
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
