import { describe, expect, it } from 'vitest'
import { BOOK_STATUSES, type BookAction } from '#contract/books'
import type { ActionFacts } from '#server/domain/books/books.types'
import { fulfilmentActions } from '#server/domain/fulfilment/fulfilment-actions.rules'
import { nextState, type LifecycleTrigger } from '#server/domain/fulfilment/transitions.rules'

const facts = (
  about: Partial<ActionFacts> = {},
  role: ActionFacts['user']['role'] = 'admin',
): ActionFacts => ({
  user: { username: 'marta', role },
  own: null,
  status: null,
  counts: { pending: 0, approved: 1, declined: 0 },
  stopped: false,
  leftLibrary: false,
  sameEdition: false,
  autoApproved: true,
  searchable: true,
  handMadeBy: null,
  ...about,
})

describe('the permitted actions for a fulfilment', () => {
  it.each([
    [null, []],
    ['waiting_for_approval', ['view_releases', 'mark_available']],
    ['declined', ['view_releases', 'mark_available']],
    ['waiting', ['view_releases', 'retry', 'mark_available', 'stop']],
    ['searching', ['view_releases', 'mark_available', 'stop']],
    ['not_found', ['view_releases', 'retry', 'mark_available', 'stop']],
    ['grab_unconfirmed', ['confirm_grab', 'view_releases', 'mark_available']],
    ['grabbed', ['view_releases', 'mark_available', 'mark_failed', 'revert']],
    ['downloading', ['view_releases', 'mark_available', 'mark_failed', 'revert']],
    ['available', ['view_releases', 'revert']],
    ['failed', ['view_releases', 'retry', 'mark_available', 'revert']],
  ] as const)('by an administrator while it is %s: %j', (status, actions) => {
    expect(fulfilmentActions(facts({ status }))).toEqual(actions)
  })

  it.each(BOOK_STATUSES)('never goes beyond the state machine: %s', (status) => {
    const triggers: Partial<Record<BookAction, LifecycleTrigger>> = {
      confirm_grab: 'not_grabbed',
      auto_download: 'retried',
      retry: 'retried',
      mark_available: 'marked_available',
      mark_arrived: 'arrived',
      mark_failed: 'marked_failed',
      revert: 'reverted',
      stop: 'stopped',
    }
    const state = status === 'waiting_for_approval' || status === 'declined' ? 'none' : status
    for (const role of ['admin', 'trusted', 'untrusted'] as const) {
      for (const stopped of [false, true]) {
        for (const action of fulfilmentActions(facts({ status, stopped, own: 'approved' }, role))) {
          const trigger = triggers[action]
          if (trigger) expect(nextState(state, trigger), action).not.toBeNull()
        }
      }
    }
  })

  it('do not include a search if nothing can be searched', () => {
    expect(fulfilmentActions(facts({ status: 'waiting', searchable: false }))).not.toContain('retry')
    const own = { status: 'waiting', own: 'approved', searchable: false } as const
    expect(fulfilmentActions(facts(own, 'trusted'))).toEqual([])
  })

  it('let only administrators resume what was stopped', () => {
    const stopped = { status: 'searching', stopped: true, own: 'approved' } as const
    expect(fulfilmentActions(facts(stopped))).toEqual(['view_releases', 'retry', 'mark_available'])
    expect(fulfilmentActions(facts({ ...stopped, status: 'waiting' }, 'trusted'))).toEqual([])
  })

  it('let trusted requesters get it at once, and say that it has arrived', () => {
    const own = { own: 'approved', status: 'not_found' } as const
    expect(fulfilmentActions(facts(own, 'trusted'))).toEqual(['auto_download'])
    expect(fulfilmentActions(facts(own, 'untrusted'))).toEqual([])
    expect(fulfilmentActions(facts({ ...own, own: 'pending' }, 'trusted'))).toEqual([])
    expect(fulfilmentActions(facts({ ...own, status: 'grabbed' }, 'untrusted'))).toEqual(['mark_arrived'])
    expect(fulfilmentActions(facts({ own: 'declined', status: 'grabbed' }, 'trusted'))).toEqual([])
    expect(fulfilmentActions(facts({ status: 'grabbed' }, 'trusted'))).toEqual([])
  })
})
