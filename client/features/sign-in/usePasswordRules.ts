import { computed } from 'vue'
import type { z } from 'zod'
import { issueCode } from '#contract/issues'
import { ProblemError } from '#client/app/problem'
import { useText } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'
import { useFormat } from '#client/ui/useFormat'
import { useProblem } from '#client/ui/useProblem'

/** The minimum length of new passwords, and the messages for refused ones. */
export function usePasswordRules() {
  const { t } = useText()
  const { wait } = useFormat()
  const { reason } = useProblem()
  const session = useSessionStore()
  const minLength = computed(() => session.session?.min_password_length ?? 1)

  return {
    /** In characters as people count them. */
    minLength,
    /** Makes a form's schema reject a new password that is too short. @param path the field it is in */
    requireLength(password: string | undefined, path: string, context: z.core.$RefinementCtx) {
      if (password === undefined || Array.from(password).length >= minLength.value) return
      const params = { minimum: minLength.value }
      context.addIssue({ code: 'custom', path: [path], message: issueCode('too_short'), params })
    },
    /** The message for a failure, with the time to wait after too many wrong passwords. */
    wordsFor(error: unknown): string {
      if (!(error instanceof ProblemError) || error.status !== 429) return reason(error)
      return t('login.slowDown', { time: wait(error.retryAfter ?? 60) })
    },
  }
}
