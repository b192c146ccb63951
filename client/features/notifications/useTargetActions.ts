import type { MaybeRefOrGetter } from 'vue'
import { computed, toValue } from 'vue'
import type { NotificationTargetDto } from '#contract/notifications'
import type { TargetScope } from './queries'
import { useProblem } from '#client/ui/useProblem'
import { useText } from '#client/app/i18n'
import { useResending } from './delivery-queries'
import { useTargetChanges } from './queries'
import { useToastsStore } from '#client/ui/toasts'

/** What can be done to a target at once; how it went is said in a toast. */
export function useTargetActions(scope: TargetScope, target: MaybeRefOrGetter<NotificationTargetDto>) {
  const { t } = useText()
  const { reason } = useProblem()
  const toasts = useToastsStore()
  const { toggle, remove } = useTargetChanges(scope)
  const { resendFailed } = useResending(scope)
  const toggling = computed(() => toggle.asyncStatus.value === 'loading')

  return {
    toggling,
    /** Shown as wanted while the server is told. */
    enabled: computed(() => toValue(target).enabled !== toggling.value),
    async switchOver() {
      const { id, name } = toValue(target)
      try {
        const after = await toggle.mutateAsync(id)
        toasts.done(
          after.enabled ? t('notifications.turnedOn', { name }) : t('notifications.turnedOff', { name }),
        )
      } catch (error) {
        toasts.failed(t('notifications.toggleFailed', { name, reason: reason(error) }))
      }
    },

    removing: computed(() => remove.asyncStatus.value === 'loading'),
    async drop() {
      const { id, name } = toValue(target)
      try {
        await remove.mutateAsync(id)
        toasts.done(t('notifications.removed', { name }))
      } catch (error) {
        toasts.failed(t('notifications.removeFailed', { name, reason: reason(error) }))
      }
    },

    resending: computed(() => resendFailed.asyncStatus.value === 'loading'),
    async resendAll() {
      const { id, name } = toValue(target)
      try {
        const { resent } = await resendFailed.mutateAsync(id)
        toasts.done(t('targets.resent', { n: resent, name }))
      } catch (error) {
        toasts.failed(t('targets.resendFailed', { name, reason: reason(error) }))
      }
    },
  }
}
