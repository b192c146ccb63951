import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import type { DeliveryListDto } from '#contract/deliveries'
import type { DeliveriesView, TargetScope } from './calls'
import { KEYS } from '#client/app/query-keys'
import { useScope } from './queries'
import { refetch } from '#client/app/refetch'

const DELIVERIES = 'deliveries'

/** One page of what was sent or is to be sent. The page before stays while the next one loads. */
export function useDeliveries(scope: TargetScope, view: MaybeRefOrGetter<DeliveriesView>) {
  const { api, keyOf } = useScope(scope)
  return useQuery<DeliveryListDto>(() => {
    const asked = toValue(view)
    return {
      key: keyOf(KEYS.notifications, DELIVERIES, 'list', JSON.stringify(asked)),
      query: ({ signal }) => api.deliveries(asked, signal),
      placeholderData: (before) => before,
    }
  })
}

/** One delivery with every try. */
export function useDelivery(scope: TargetScope, id: MaybeRefOrGetter<string>) {
  const { api, keyOf } = useScope(scope)
  return useQuery(() => ({
    key: keyOf(KEYS.notifications, DELIVERIES, 'one', toValue(id)),
    query: ({ signal }) => api.delivery(toValue(id), signal),
  }))
}

/** Sending messages again. */
export function useResending(scope: TargetScope) {
  const { api } = useScope(scope)
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.notifications] })

  return {
    resend: useMutation({ mutation: (id: string) => api.resend(id), onSettled }),
    /** All that failed for good at a target. */
    resendFailed: useMutation({ mutation: (targetId: string) => api.resendFailed(targetId), onSettled }),
  }
}
