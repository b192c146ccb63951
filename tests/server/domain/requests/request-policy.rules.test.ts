import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/common'
import {
  requestPolicy,
  withdrawalPolicy,
  type BookToRequest,
  type FormerRequest,
} from '#server/domain/requests/request-policy.rules'

/** A book without an approved request. */
const free = { available: false, leftLibrary: false, approved: false }
const underWay = { available: false, leftLibrary: false, approved: true }
const available = { available: true, leftLibrary: false, approved: true }
/** It was in the library, for someone whose request was approved, and is gone. */
const lost = { available: true, leftLibrary: true, approved: true }
const declinedOnce = { status: 'declined', declines: 1 } as const

/** The policy with the default settings for automatic approval. */
const policy = (role: Role, former: FormerRequest | null, book: BookToRequest, again = false) =>
  requestPolicy(role, former, book, { again, autoApproved: role !== 'untrusted' })

describe('requesting a book', () => {
  it.each([
    ['untrusted', 'pending'],
    ['trusted', 'approved'],
    ['admin', 'approved'],
  ] as const)('the first time with the role %s is %s', (role, status) => {
    expect(policy(role, null, free)).toEqual({ allowed: true, status, fromTheStart: false })
  })

  it.each([
    ['untrusted', true, 'approved'],
    ['trusted', false, 'pending'],
  ] as const)('with the role %s, approved automatically: %s, is %s', (role, autoApproved, status) => {
    expect(requestPolicy(role, null, free, { autoApproved })).toMatchObject({ status })
    expect(requestPolicy(role, declinedOnce, free, { autoApproved })).toMatchObject({ status: 'pending' })
    expect(requestPolicy(role, null, underWay, { autoApproved })).toMatchObject({ status: 'approved' })
  })

  it.each(['untrusted', 'trusted', 'admin'] as const)(
    'again after one decline waits for approval, even with the role %s and for what others are approved for',
    (role) => {
      const waits = { allowed: true, status: 'pending', fromTheStart: false }
      expect(policy(role, declinedOnce, free)).toEqual(waits)
      expect(policy(role, declinedOnce, underWay)).toEqual(waits)
    },
  )

  it.each(['untrusted', 'trusted', 'admin'] as const)(
    'after a second decline is refused for good, even with the role %s',
    (role) => {
      const former = { status: 'declined', declines: 2 } as const
      const refused = { allowed: false, because: 'declined_for_good' }
      expect(policy(role, former, free)).toEqual(refused)
      expect(policy(role, former, underWay)).toEqual(refused)
    },
  )

  it.each([
    { status: 'pending', declines: 0 },
    { status: 'pending', declines: 1 },
    { status: 'approved', declines: 0 },
  ] as const)('while there is a request (%o) is refused, whatever the state of the book', (former) => {
    for (const book of [free, underWay, available]) {
      expect(policy('trusted', former, book)).toEqual({ allowed: false, because: 'already_requested' })
    }
  })

  it('that is approved for someone else needs no new approval', () => {
    expect(policy('untrusted', null, underWay)).toEqual({
      allowed: true,
      status: 'approved',
      fromTheStart: false,
    })
  })

  it.each(['untrusted', 'trusted'] as const)(
    'that is in the library is refused with the role %s, even after a decline and when it is wanted again',
    (role) => {
      const refused = { allowed: false, because: 'already_available' }
      for (const again of [false, true]) {
        expect(policy(role, null, available, again)).toEqual(refused)
        expect(policy(role, declinedOnce, available, again)).toEqual(refused)
      }
    },
  )

  it.each([
    ['untrusted', 'pending'],
    ['trusted', 'approved'],
    ['admin', 'approved'],
  ] as const)(
    'that the library has lost, with the role %s, is %s as the first time, even for people who had it',
    (role, status) => {
      const outcome = { allowed: true, status, fromTheStart: false }
      expect(policy(role, null, lost)).toEqual(outcome)
      expect(policy(role, { status: 'approved', declines: 0 }, lost)).toEqual(outcome)
      expect(policy(role, { status: 'approved', declines: 1 }, lost)).toEqual(outcome)
    },
  )

  it('that the library has lost is refused while a request waits, and after a decline as usual', () => {
    const pending = { status: 'pending', declines: 0 } as const
    expect(policy('untrusted', pending, lost)).toMatchObject({ because: 'already_requested' })
    expect(policy('trusted', declinedOnce, lost)).toMatchObject({ status: 'pending' })
    const twice = { status: 'declined', declines: 2 } as const
    expect(policy('trusted', twice, lost)).toMatchObject({ because: 'declined_for_good' })
    expect(policy('admin', twice, lost, true)).toMatchObject({
      status: 'approved',
      fromTheStart: true,
    })
  })

  it('that is in the library is for administrators, who can have it searched again', () => {
    const mine = { status: 'approved', declines: 0 } as const
    const approved = { allowed: true, status: 'approved' }
    expect(policy('admin', null, available)).toEqual({ ...approved, fromTheStart: false })
    expect(policy('admin', null, available, true)).toEqual({ ...approved, fromTheStart: true })
    expect(policy('admin', mine, available, true)).toEqual({ ...approved, fromTheStart: true })
    expect(policy('admin', mine, underWay, true)).toMatchObject({ because: 'already_requested' })
    expect(policy('admin', null, underWay, true)).toEqual({ ...approved, fromTheStart: false })
  })

  it.each([1, 2])(
    'again that is in the library begins at once for an administrator who was declined it %i times',
    (declines) => {
      const former = { status: 'declined', declines } as const
      const wantedAgain = { allowed: true, status: 'approved', fromTheStart: true }
      expect(policy('admin', former, available, true)).toEqual(wantedAgain)
    },
  )
})

it.each([
  [null, 'nothing'],
  [{ status: 'pending', declines: 0 }, 'removed'],
  [{ status: 'approved', declines: 0 }, 'removed'],
  [{ status: 'pending', declines: 1 }, 'declined_again'],
  [{ status: 'declined', declines: 1 }, 'nothing'],
  [{ status: 'declined', declines: 2 }, 'nothing'],
] as const)('withdrawing one’s own request %o has the effect: %s', (former, outcome) => {
  expect(withdrawalPolicy(former)).toBe(outcome)
})
