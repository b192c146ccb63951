import { computed } from 'vue'
import { ProblemError } from '#client/app/problem'
import { useText } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'
import { useFormat } from '#client/ui/useFormat'
import { useProblem } from '#client/ui/useProblem'

/** How long new passwords have to be, and what to say when one is refused. */
export function usePasswordRules() {
  const { t } = useText()
  const { wait } = useFormat()
  const { reason } = useProblem()
  const session = useSessionStore()
  const least = computed(() => session.session?.min_password_length ?? 1)

  return {
    /** In characters as people count them. */
    least,
    isLongEnough: (password: string) => Array.from(password).length >= least.value,
    tooShort: () => t('form.tooShort', { n: least.value }),
    /** The words for a failure, with the time to wait after too many wrong passwords. */
    wordsFor(error: unknown): string {
      if (!(error instanceof ProblemError) || error.status !== 429) return reason(error)
      return t('login.slowDown', { time: wait(error.retryAfter ?? 60) })
    },
  }
}
