import { computed } from 'vue'
import type { Http } from '#client/app/http'
import { useOutcome } from '#client/ui/useOutcome'
import { useText } from '#client/app/i18n'
import { useBookDecision } from '#client/features/book/queries'

type Done =
  | 'approve'
  | 'decline'
  | 'downloaded'
  | 'arrived'
  | 'failed'
  | 'revert'
  | 'retry'
  | 'auto'
  | 'stop'
  | 'confirm'

/** A decision on a book; a message reports the result. */
export function useDecision(title: () => string) {
  const { t } = useText()
  const { say } = useOutcome()
  const decision = useBookDecision()

  return {
    busy: computed(() => decision.asyncStatus.value === 'loading'),
    /** @returns whether it succeeded; a failure is shown. */
    decide: (done: Done, act: (call: Http['call']) => Promise<void>) =>
      say(() => decision.mutateAsync(act), {
        done: () => t(`manage.done.${done}`, { title: title() }),
        failed: (reason) => t('manage.failed', { title: title(), reason }),
      }),
  }
}
