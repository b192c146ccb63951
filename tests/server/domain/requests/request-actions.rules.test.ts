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
  leftLibrary: false,
  sameEdition: false,
  autoApproved: role !== 'untrusted',
  searchable: true,
  handMadeBy: null,
  ...about,
})
const PENDING = { status: 'waiting_for_approval', counts: { pending: 1, approved: 0, declined: 0 } } as const
const ALL = ['request', 'request_without_approval', 'withdraw', 'withdraw_all']

describe('the permitted actions for the requests of a book', () => {
  it('let anyone request it, whoever did before', () => {
    expect(requestActions(facts())).toEqual(['request', 'request_without_approval'])
    expect(requestActions(facts({}, 'untrusted'))).toEqual(['request'])
    expect(requestActions(facts(PENDING, 'untrusted'))).toEqual(['request'])
    const approved = { status: 'waiting', counts: { pending: 0, approved: 1, declined: 0 } } as const
    expect(requestActions(facts(approved, 'untrusted'))).toEqual(['request', 'request_without_approval'])
  })

  it('need no approval if it is automatic, but always after a decline', () => {
    const approved = facts({ autoApproved: true }, 'untrusted')
    expect(requestActions(approved)).toEqual(['request', 'request_without_approval'])
    expect(requestActions({ ...approved, own: 'declined', status: 'declined' })).toEqual(['request'])
    expect(requestActions(facts({ autoApproved: false }))).toEqual(['request'])
  })

  it('include withdrawing, except a declined request, which can be made again', () => {
    expect(requestActions(facts({ own: 'pending', ...PENDING }))).toEqual(['withdraw', 'change_wishes'])
    expect(requestActions(facts({ own: 'approved', status: 'grabbed' }))).toEqual(['withdraw'])
    expect(requestActions(facts({ own: 'declined', status: 'declined' }))).toEqual(['request'])
  })

  it('are none for members if it is in the library; administrators can request it again', () => {
    expect(requestActions(facts({ status: 'available' }))).toEqual([])
    expect(requestActions(facts({ status: 'available' }, 'admin'))).toEqual([
      'request_again',
      'withdraw',
      'withdraw_all',
    ])
  })

  it('are as if it had been requested if the library has this edition', () => {
    expect(requestActions(facts({ sameEdition: true }))).toEqual([])
    expect(requestActions(facts({ sameEdition: true, ...PENDING }, 'untrusted'))).toEqual([])
    expect(requestActions(facts({ sameEdition: true }, 'admin'))).toEqual(['request_again'])
  })

  it('include requesting again if the library has lost it, whoever had it, and while nothing waits', () => {
    const lost = { status: 'available', leftLibrary: true } as const
    const own = { ...lost, own: 'approved', counts: { pending: 0, approved: 1, declined: 0 } } as const
    expect(requestActions(facts(lost))).toEqual(['request', 'request_without_approval'])
    expect(requestActions(facts(own))).toEqual(['request', 'request_without_approval', 'withdraw'])
    expect(requestActions(facts(own, 'untrusted'))).toEqual(['request', 'withdraw'])
    expect(requestActions(facts({ ...own, own: 'pending' }, 'untrusted'))).toEqual(['withdraw'])
    expect(requestActions(facts(own, 'admin'))).toEqual(ALL)
  })

  it('let administrators decide while someone waits, and everyone withdraw', () => {
    expect(requestActions(facts(PENDING, 'admin'))).toEqual([...ALL, 'approve', 'decline'])
    expect(requestActions(facts({ status: 'failed' }, 'admin'))).toEqual(ALL)
  })

  it('let people change their wishes until a release is grabbed', () => {
    const wishing = { own: 'approved', status: 'not_found' } as const
    expect(requestActions(facts(wishing))).toEqual(['withdraw', 'change_wishes'])
    expect(requestActions(facts({ ...wishing, status: 'grabbed' }))).toEqual(['withdraw'])
    expect(requestActions(facts({ ...wishing, own: null }))).not.toContain('change_wishes')
  })

  it('let people correct their own requests by hand, and administrators anyone’s', () => {
    const written = { handMadeBy: 'marta', own: 'approved', status: 'waiting' } as const
    expect(requestActions(facts(written))).toEqual(['withdraw', 'correct', 'change_wishes'])
    expect(requestActions(facts({ ...written, handMadeBy: 'lea' }))).toEqual(['withdraw', 'change_wishes'])
    expect(requestActions(facts({ ...written, handMadeBy: 'lea' }, 'admin'))).toEqual([
      'withdraw',
      'withdraw_all',
      'correct',
      'change_wishes',
    ])
  })
})
