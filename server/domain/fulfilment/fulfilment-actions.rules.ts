import { FULFILMENT_ACTIONS, type BookAction } from '#contract/books'
import type { ActionFacts } from '#server/domain/books/books.types'
import { nextState, type LifecycleState, type LifecycleTrigger } from './transitions.rules'

/**
 * What someone may do about getting a book. This is narrower than the state machine: it leaves out actions that no one
 * would want, such as marking a book in the library as failed.
 */
export function fulfilmentActions({ user, own, status, stopped, searchable }: ActionFacts): BookAction[] {
  const admin = user.role === 'admin'
  const state = lifecycleOf(status)
  const possible = (trigger: LifecycleTrigger) => nextState(state, trigger) !== null
  const sought = possible('stopped')
  const searching = state === 'searching'
  const sent = possible('marked_failed') && state !== 'available'
  const may: Record<(typeof FULFILMENT_ACTIONS)[number], boolean> = {
    confirm_grab: admin && possible('not_grabbed'),
    view_releases: admin && status !== null,
    auto_download:
      searchable && user.role === 'trusted' && own === 'approved' && sought && !searching && !stopped,
    retry: searchable && admin && possible('retried') && (!searching || stopped),
    mark_available: admin && status !== null && state !== 'available',
    mark_arrived: !admin && own !== null && own !== 'declined' && sent,
    mark_failed: admin && sent,
    revert: admin && possible('reverted'),
    stop: admin && sought && !stopped,
  }
  return FULFILMENT_ACTIONS.filter((action) => may[action])
}

function lifecycleOf(status: ActionFacts['status']): LifecycleState {
  return status === null || status === 'waiting_for_approval' || status === 'declined' ? 'none' : status
}
