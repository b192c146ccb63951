import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { NotificationTargetDto } from '#contract/notifications'
import { useOutcome } from '#client/ui/useOutcome'
import { useText } from '#client/app/i18n'
import { useResending } from './delivery-queries'
import { useTargetChanges, type TargetScope } from './queries'

/** Immediate actions on a target; a toast reports the result. */
export function useTargetActions(scope: TargetScope, target: MaybeRefOrGetter<NotificationTargetDto>) {
  const { t } = useText()
  const { say } = useOutcome()
  const { toggle, remove } = useTargetChanges(scope)
  const { resendFailed } = useResending(scope)

  return {
    toggling: toggle.busy,
    /** Shows the requested state while the server is called. */
    enabled: computed(() => toValue(target).enabled !== toggle.busy.value),
    switchOver() {
      const { id, name } = toValue(target)
      return say(() => toggle.mutateAsync(id), {
        done: (after) =>
          after.enabled ? t('notifications.turnedOn', { name }) : t('notifications.turnedOff', { name }),
        failed: (reason) => t('notifications.toggleFailed', { name, reason }),
      })
    },

    removing: remove.busy,
    drop() {
      const { id, name } = toValue(target)
      return say(() => remove.mutateAsync(id), {
        done: () => t('notifications.removed', { name }),
        failed: (reason) => t('notifications.removeFailed', { name, reason }),
      })
    },

    resending: resendFailed.busy,
    resendAll() {
      const { id, name } = toValue(target)
      return say(() => resendFailed.mutateAsync(id), {
        done: ({ resent }) => t('targets.resent', { n: resent, name }),
        failed: (reason) => t('targets.resendFailed', { name, reason }),
      })
    },
  }
}
