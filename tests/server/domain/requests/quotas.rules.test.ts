import { describe, expect, it } from 'vitest'
import { isRefunded, mayRequest, quotaOf, quotaStanding } from '#server/domain/requests/quotas.rules'

const FIVE_A_WEEK = { requests: 5, days: 7 }
const TWO_A_DAY = { requests: 2, days: 1 }
const day = (date: number) => new Date(Date.UTC(2026, 5, date))

describe('the quota of someone', () => {
  const byRole = { untrusted: TWO_A_DAY, trusted: FIVE_A_WEEK }

  it.each([
    ['untrusted', null, TWO_A_DAY],
    ['trusted', null, FIVE_A_WEEK],
    ['trusted', TWO_A_DAY, TWO_A_DAY],
    ['untrusted', 'unlimited', null],
    ['admin', null, null],
    ['admin', TWO_A_DAY, null],
  ] as const)('of the role %s with %o of their own is %o', (role, own, expected) => {
    expect(quotaOf(role, own, byRole)).toEqual(expected)
  })

  it('is unlimited if the role has none', () => {
    expect(quotaOf('trusted', null, { untrusted: TWO_A_DAY, trusted: null })).toBeNull()
  })
})

describe('the rest of a quota', () => {
  it.each([
    ['nothing used', [], 5, null],
    ['one used', [day(3)], 4, day(10)],
    ['several used: the oldest comes back first', [day(5), day(4), day(3)], 2, day(10)],
    ['all used', [day(5), day(5), day(4), day(4), day(3)], 0, day(10)],
    ['more used than allowed: what comes back must make room', [6, 6, 5, 5, 4, 3, 3].map(day), 0, day(11)],
  ])('%s', (_, uses, left, nextAt) => {
    expect(quotaStanding(FIVE_A_WEEK, uses)).toEqual({ quota: FIVE_A_WEEK, left, nextAt })
  })

  it('is not counted without one', () => {
    expect(quotaStanding(null, [])).toEqual({ quota: null })
  })
})

describe('another request', () => {
  it.each([
    ['without a quota', quotaStanding(null, []), { allowed: true }],
    ['while some are left', quotaStanding(TWO_A_DAY, [day(3)]), { allowed: true }],
    [
      'when none is left',
      quotaStanding(TWO_A_DAY, [day(4), day(3)]),
      { allowed: false, because: 'quota_exceeded', quota: TWO_A_DAY, nextAt: day(4) },
    ],
  ] as const)('%s', (_, standing, outcome) => {
    expect(mayRequest(standing)).toEqual(outcome)
  })
})

describe('a withdrawn request', () => {
  it.each([
    ['pending', null, true],
    ['pending', 'grabbed', true],
    ['approved', null, true],
    ['approved', 'waiting', true],
    ['approved', 'searching', true],
    ['approved', 'not_found', true],
    ['approved', 'grab_unconfirmed', false],
    ['approved', 'grabbed', false],
    ['approved', 'downloading', false],
    ['approved', 'available', false],
    ['approved', 'failed', false],
  ] as const)('%s, with the fulfilment %s, is given back: %s', (request, work, expected) => {
    expect(isRefunded(request, work)).toBe(expected)
  })
})
