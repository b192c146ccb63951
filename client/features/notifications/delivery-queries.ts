import { toValue, type MaybeRefOrGetter } from 'vue'
import type { ListDeliveriesQuery } from '#contract/deliveries'
import { useApiQuery, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'
import { useScope, type TargetScope } from './queries'

type DeliveriesView = Omit<ListDeliveriesQuery, 'event'>

const DELIVERIES = 'deliveries'

/** A page of the delivery log. */
export function useDeliveries(scope: TargetScope, view: MaybeRefOrGetter<DeliveriesView>) {
  const { either, keyOf } = useScope(scope)
  return useApiQuery(either('listDeliveries', 'listOwnDeliveries'), () => ({
    key: keyOf(KEYS.notifications, DELIVERIES, 'list'),
    query: toValue(view),
    keepsPrevious: () => true,
  }))
}

/** One delivery with all its attempts. */
export function useDelivery(scope: TargetScope, id: MaybeRefOrGetter<string>) {
  const { either, keyOf } = useScope(scope)
  return useApiQuery(either('getDelivery', 'getOwnDelivery'), () => ({
    key: keyOf(KEYS.notifications, DELIVERIES, 'one'),
    params: { id: toValue(id) },
  }))
}

/** Sending messages again. */
export function useResending(scope: TargetScope) {
  const { either } = useScope(scope)
  const stale = [KEYS.notifications]
  const one = either('resendDelivery', 'resendOwnDelivery')
  const failed = either('resendFailedDeliveries', 'resendOwnFailedDeliveries')

  return {
    resend: useChange((call, id: string) => call(one, { params: { id } }), stale),
    /** Resends all of a target's failed messages. */
    resendFailed: useChange((call, id: string) => call(failed, { params: { id } }), stale),
  }
}
