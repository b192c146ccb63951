import { useMutation, useQuery, useQueryCache } from '@pinia/colada'
import { toValue, type MaybeRefOrGetter } from 'vue'
import type { DeliveryListDto, ListDeliveriesQuery } from '#contract/deliveries'
import { KEYS } from '#client/app/query-keys'
import { useScope, type TargetScope } from './queries'
import { refetch } from '#client/app/refetch'

type DeliveriesView = Omit<ListDeliveriesQuery, 'event'>

const DELIVERIES = 'deliveries'

/** One page of what was sent or is to be sent. The page before stays while the next one loads. */
export function useDeliveries(scope: TargetScope, view: MaybeRefOrGetter<DeliveriesView>) {
  const { http, either, keyOf } = useScope(scope)
  return useQuery<DeliveryListDto>(() => {
    const asked = toValue(view)
    return {
      key: keyOf(KEYS.notifications, DELIVERIES, 'list', JSON.stringify(asked)),
      query: ({ signal }) =>
        http.call(either('listDeliveries', 'listOwnDeliveries'), { query: asked, signal }),
      placeholderData: (before) => before,
    }
  })
}

/** One delivery with every try. */
export function useDelivery(scope: TargetScope, id: MaybeRefOrGetter<string>) {
  const { http, either, keyOf } = useScope(scope)
  return useQuery(() => ({
    key: keyOf(KEYS.notifications, DELIVERIES, 'one', toValue(id)),
    query: ({ signal }) =>
      http.call(either('getDelivery', 'getOwnDelivery'), { params: { id: toValue(id) }, signal }),
  }))
}

/** Sending messages again. */
export function useResending(scope: TargetScope) {
  const { http, either } = useScope(scope)
  const cache = useQueryCache()
  const onSettled = () => refetch(cache, { key: [KEYS.notifications] })

  return {
    resend: useMutation({
      mutation: (id: string) => http.call(either('resendDelivery', 'resendOwnDelivery'), { params: { id } }),
      onSettled,
    }),
    /** All that failed for good at a target. */
    resendFailed: useMutation({
      mutation: (id: string) =>
        http.call(either('resendFailedDeliveries', 'resendOwnFailedDeliveries'), { params: { id } }),
      onSettled,
    }),
  }
}
