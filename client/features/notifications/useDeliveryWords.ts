import { CircleAlert, CircleCheck, Clock, RotateCw } from '@lucide/vue'
import type { Component } from 'vue'
import type { NotificationTargetDto } from '#contract/notifications'
import { useFormat } from '#client/ui/useFormat'
import { useText } from '#client/app/i18n'

/** The state of a message. */
export type DeliveryStanding = Pick<
  NonNullable<NotificationTargetDto['last_delivery']>,
  'state' | 'attempts' | 'next_attempt_at'
>

interface DeliveryWords {
  icon: Component
  tone: string
  text: string
}

/** Describes the state of a message, with an icon and a colour. */
export function useDeliveryWords() {
  const { t } = useText()
  const { fromNow } = useFormat()

  return {
    standing({ state, attempts, next_attempt_at: next }: DeliveryStanding): DeliveryWords {
      const n = attempts
      if (state === 'delivered') {
        return { icon: CircleCheck, tone: 'text-library', text: t('deliveries.state.delivered', { n }) }
      }
      if (state === 'failed') {
        return { icon: CircleAlert, tone: 'text-failed', text: t('deliveries.state.failed', { n }) }
      }
      if (attempts === 0 || next === null) {
        return { icon: Clock, tone: 'text-waiting', text: t('deliveries.state.waiting') }
      }
      // An overdue attempt is about to begin, so it is shown as due now.
      const time = fromNow(new Date(Math.max(Date.parse(next), Date.now())).toISOString())
      return { icon: RotateCw, tone: 'text-failed', text: t('deliveries.state.retrying', { n, time }) }
    },
  }
}
