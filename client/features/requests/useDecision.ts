import type { FULFILMENT_ACTIONS } from '#contract/books'
import { useChange } from '#client/app/calls'
import type { Http } from '#client/app/http'
import { KEYS, staleRequests } from '#client/app/query-keys'
import { useOutcome } from '#client/ui/useOutcome'
import { useText } from '#client/app/i18n'

type Decision = 'approve' | 'decline' | Exclude<(typeof FULFILMENT_ACTIONS)[number], 'view_releases'>

/** A decision on a book; a message reports the result. */
export function useDecision(title: () => string) {
  const { t } = useText()
  const { report } = useOutcome()
  const decision = useBookDecision()

  return {
    busy: decision.busy,
    /** @returns whether it succeeded; a failure is shown. */
    decide: (action: Decision, act: (call: Http['call']) => Promise<void>) =>
      report(() => decision.mutateAsync(act), {
        done: () => t(`manage.done.${action}`, { title: title() }),
        failed: (reason) => t('manage.failed', { title: title(), reason }),
      }),
  }
}

/** Makes a decision on a book; refetches it wherever it is shown. */
export function useBookDecision() {
  return useChange(
    (call, decide: (call: Http['call']) => Promise<void>) => decide(call),
    ...staleRequests(KEYS.books),
  )
}
