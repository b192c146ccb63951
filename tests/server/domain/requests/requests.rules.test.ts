import { describe, expect, it } from 'vitest'
import {
  bookStatus,
  endsWithWithdrawal,
  firstStatus,
  isDownloaded,
} from '#server/domain/requests/requests.rules'

const none = { pending: 0, approved: 0, declined: 0 }

describe('the status of a book', () => {
  it.each([
    [null, none, null],
    [null, { ...none, declined: 1 }, 'declined'],
    [null, { ...none, pending: 1, declined: 1 }, 'waiting_for_approval'],
    [null, { pending: 1, approved: 1, declined: 1 }, 'waiting'],
    ['waiting', { ...none, approved: 1 }, 'waiting'],
    ['not_found', { ...none, approved: 1, pending: 1 }, 'not_found'],
    ['grab_unconfirmed', none, 'grab_unconfirmed'],
    ['available', none, 'available'],
    ['failed', { ...none, declined: 1 }, 'failed'],
  ] as const)('with fulfilment %s and requests %o is %s', (fulfilment, requests, status) => {
    expect(bookStatus(fulfilment, requests)).toBe(status)
  })
})

it.each([
  [null, false],
  ['waiting', false],
  ['searching', false],
  ['not_found', false],
  ['grab_unconfirmed', false],
  ['failed', false],
  ['grabbed', true],
  ['downloading', true],
  ['available', true],
] as const)('a book whose fulfilment is %s counts as downloaded: %s', (fulfilment, downloaded) => {
  expect(isDownloaded(fulfilment)).toBe(downloaded)
})

it.each([
  ['untrusted', 'pending'],
  ['trusted', 'approved'],
  ['admin', 'approved'],
] as const)('a new request by the role %s is %s', (role, status) => {
  expect(firstStatus(role)).toBe(status)
})

it.each([
  ['waiting', 0, true],
  ['waiting', 1, false],
  ['searching', 0, true],
  ['not_found', 0, true],
  ['failed', 0, true],
  ['grab_unconfirmed', 0, false],
  ['grabbed', 0, false],
  ['downloading', 0, false],
  ['available', 0, false],
] as const)('work that is %s with %i approved requests left ends: %s', (state, left, ends) => {
  expect(endsWithWithdrawal(state, left)).toBe(ends)
})
