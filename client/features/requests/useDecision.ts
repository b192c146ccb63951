import { computed } from 'vue'
import type { Http } from '#client/app/http'
import { useProblem } from '#client/ui/useProblem'
import { useText } from '#client/app/i18n'
import { useBookDecision } from '#client/features/book/queries'
import { useToastsStore } from '#client/ui/toasts'

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

/** Something decided about a book, with what came of it said in a message. */
export function useDecision(title: () => string) {
  const { t } = useText()
  const { reason } = useProblem()
  const toasts = useToastsStore()
  const decision = useBookDecision()

  return {
    busy: computed(() => decision.asyncStatus.value === 'loading'),
    /** @returns whether it was done; a failure is said. */
    async decide(done: Done, act: (call: Http['call']) => Promise<void>): Promise<boolean> {
      try {
        await decision.mutateAsync(act)
        toasts.done(t(`manage.done.${done}`, { title: title() }))
        return true
      } catch (error) {
        toasts.failed(t('manage.failed', { title: title(), reason: reason(error) }))
        return false
      }
    },
  }
}
