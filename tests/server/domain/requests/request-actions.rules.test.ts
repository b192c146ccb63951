import { describe, expect, it } from 'vitest'
import type { ActionFacts } from '#server/domain/books/books.types'
import { requestActions } from '#server/domain/requests/request-actions.rules'

const facts = (
  about: Partial<ActionFacts> = {},
  role: ActionFacts['user']['role'] = 'trusted',
): ActionFacts => ({
  user: { username: 'marta', role },
  own: null,
  status: null,
  counts: { pending: 0, approved: 0, declined: 0 },
  stopped: false,
  searchable: true,
  handMadeBy: null,
  ...about,
})
const PENDING = { status: 'waiting_for_approval', counts: { pending: 1, approved: 0, declined: 0 } } as const

describe('what somebody may do about the requests for a book', () => {
  it('is to ask for it, whoever asked before', () => {
    expect(requestActions(facts())).toEqual(['request'])
    expect(requestActions(facts(PENDING, 'untrusted'))).toEqual(['request'])
  })

  it('is to withdraw what is not declined, and to ask again for what is', () => {
    expect(requestActions(facts({ own: 'pending', ...PENDING }))).toEqual(['withdraw'])
    expect(requestActions(facts({ own: 'approved', status: 'grabbed' }))).toEqual(['withdraw'])
    expect(requestActions(facts({ own: 'declined', status: 'declined' }))).toEqual(['request'])
  })

  it('is nothing for members where it is in the library, and to have it again for administrators', () => {
    expect(requestActions(facts({ status: 'available' }))).toEqual([])
    expect(requestActions(facts({ status: 'available' }, 'admin'))).toEqual(['request_again', 'withdraw'])
  })

  it('is to decide for administrators while somebody waits, and to withdraw for everybody', () => {
    expect(requestActions(facts(PENDING, 'admin'))).toEqual(['request', 'withdraw', 'approve', 'decline'])
    expect(requestActions(facts({ status: 'failed' }, 'admin'))).toEqual(['request', 'withdraw'])
  })

  it('is to correct what one wrote down oneself, or for an administrator anybody', () => {
    const written = { handMadeBy: 'marta', own: 'approved', status: 'waiting' } as const
    expect(requestActions(facts(written))).toEqual(['withdraw', 'correct'])
    expect(requestActions(facts({ ...written, handMadeBy: 'lea' }))).toEqual(['withdraw'])
    expect(requestActions(facts({ ...written, handMadeBy: 'lea' }, 'admin'))).toEqual(['withdraw', 'correct'])
  })
})
