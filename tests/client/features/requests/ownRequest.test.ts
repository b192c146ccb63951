import { describe, expect, it } from 'vitest'
import { withOwnRequest } from '#client/features/requests/ownRequest'
import { toldTo } from '#tests/client/support/actions'
import { anItem } from '#tests/client/support/samples'

const NOW = '2026-06-01T12:00:00.000Z'
const own = (item: ReturnType<typeof anItem>) =>
  item.requests.find(({ user_username }) => user_username === item.username)?.status

describe('the expected state of a book once it is requested', () => {
  it.each([
    ['untrusted', null, 'pending', 'waiting_for_approval'],
    ['untrusted', 'waiting_for_approval', 'pending', 'waiting_for_approval'],
    ['untrusted', 'declined', 'pending', 'waiting_for_approval'],
    ['untrusted', 'searching', 'approved', 'searching'],
    ['untrusted', 'grabbed', 'approved', 'grabbed'],
    ['trusted', null, 'approved', 'waiting'],
    ['trusted', 'waiting_for_approval', 'approved', 'waiting'],
    ['admin', 'declined', 'approved', 'waiting'],
    ['admin', 'not_found', 'approved', 'not_found'],
  ] as const)('by someone %s while it is %s: request %s, book %s', (role, before, request, after) => {
    const item = anItem({ status: before }, ['jonas'])
    const status =
      before === 'waiting_for_approval' ? 'pending' : before === 'declined' ? 'declined' : 'approved'
    const requests = before === null ? [] : item.requests.map((one) => ({ ...one, status }) as const)
    const told = toldTo(role, { ...item, requests, requester_count: requests.length })
    const guess = withOwnRequest(told, NOW)
    expect([own(guess), guess.book.status, guess.requester_count]).toEqual([
      request,
      after,
      requests.length + 1,
    ])
  })

  it.each(['untrusted', 'trusted', 'admin'] as const)(
    'again after a decline waits, even with the role %s',
    (role) => {
      const item = anItem({ status: 'declined' }, ['marta'])
      const declined = {
        ...item,
        requests: item.requests.map((one) => ({ ...one, status: 'declined' as const })),
      }
      const guess = withOwnRequest(toldTo(role, declined), NOW)
      expect([own(guess), guess.book.status, guess.requester_count]).toEqual([
        'pending',
        'waiting_for_approval',
        1,
      ])
    },
  )
})
