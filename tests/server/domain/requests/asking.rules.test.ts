import { describe, expect, it } from 'vitest'
import { whenAsking, whenWithdrawing } from '#server/domain/requests/asking.rules'

describe('asking for a book', () => {
  it.each([
    ['untrusted', 'pending'],
    ['trusted', 'approved'],
    ['admin', 'approved'],
  ] as const)('the first time with the role %s is %s', (role, status) => {
    expect(whenAsking(role, null)).toEqual({ allowed: true, status })
  })

  it.each(['untrusted', 'trusted', 'admin'] as const)(
    'again after one decline waits for approval, also with the role %s',
    (role) => {
      expect(whenAsking(role, { status: 'declined', declines: 1 })).toEqual({
        allowed: true,
        status: 'pending',
      })
    },
  )

  it.each(['untrusted', 'trusted', 'admin'] as const)(
    'after a second decline is refused for good, also with the role %s',
    (role) => {
      expect(whenAsking(role, { status: 'declined', declines: 2 })).toEqual({
        allowed: false,
        because: 'declined_for_good',
      })
    },
  )

  it.each([
    { status: 'pending', declines: 0 },
    { status: 'pending', declines: 1 },
    { status: 'approved', declines: 0 },
  ] as const)('while there is a request (%o) is refused', (former) => {
    expect(whenAsking('trusted', former)).toEqual({ allowed: false, because: 'already_requested' })
  })
})

it.each([
  [null, 'nothing'],
  [{ status: 'pending', declines: 0 }, 'removed'],
  [{ status: 'approved', declines: 0 }, 'removed'],
  [{ status: 'pending', declines: 1 }, 'declined_again'],
  [{ status: 'declined', declines: 1 }, 'nothing'],
  [{ status: 'declined', declines: 2 }, 'nothing'],
] as const)('of the own request %o a withdrawal makes: %s', (former, outcome) => {
  expect(whenWithdrawing(former)).toBe(outcome)
})
