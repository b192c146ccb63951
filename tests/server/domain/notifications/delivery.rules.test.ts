import { describe, expect, it } from 'vitest'
import { BACK_OFF, deliveryVerdict, pauseAfter } from '#server/domain/notifications/delivery.rules'
import { parseRetryAfter } from '#server/upstream/retry-after.rules'

const now = new Date('2026-06-01T12:00:00Z')
const refused = { code: 'connection_failed', params: { failure: 'ECONNREFUSED' } } as const
const answered = (status: number, more: { retryAfter?: string; answer?: string } = {}) => ({
  kind: 'answered' as const,
  status,
  retryAfter: more.retryAfter ?? null,
  answer: more.answer ?? '',
})

describe('one attempt', () => {
  it.each([200, 201, 202, 204])('with the response %i is delivered', (status) => {
    expect(deliveryVerdict(answered(status), 1, now)).toEqual({ state: 'delivered' })
  })

  it.each([408, 429, 500, 502, 503, 504, 599])('with the response %i is retried', (status) => {
    expect(deliveryVerdict(answered(status), 1, now).state).toBe('pending')
  })

  it.each([400, 410, 413, 422, 431])('that is answered %i has failed', (status) => {
    expect(deliveryVerdict(answered(status), 1, now).state).toBe('failed')
  })

  it.each([301, 302, 307, 401, 403, 404, 405, 407])(
    'that is answered %i, perhaps by a proxy, is retried for half an hour',
    (status) => {
      const states = [1, 2, 3, 4, 5].map((attempts) => deliveryVerdict(answered(status), attempts, now).state)
      expect(states).toEqual(['pending', 'pending', 'pending', 'pending', 'failed'])
    },
  )

  it('without an answer is retried, with the reason', () => {
    expect(deliveryVerdict({ kind: 'unanswered', cause: refused }, 1, now)).toEqual({
      state: 'pending',
      cause: refused,
      nextAttemptAt: new Date(now.getTime() + 10_000),
    })
  })

  it('records the answer', () => {
    expect(deliveryVerdict(answered(400, { answer: 'Too long' }), 1, now)).toEqual({
      state: 'failed',
      cause: { code: 'answered_with', params: { status: 400, text: 'Too long' } },
    })
    expect(deliveryVerdict(answered(308), 1, now)).toMatchObject({
      cause: { code: 'redirects', params: { status: 308 } },
    })
  })
})

it('intervals grow from 10 s over 1 min, 5 min, 30 min and 2 h to 6 h, and then it has failed', () => {
  const pauses = BACK_OFF.map((_, index) => {
    const verdict = deliveryVerdict(answered(500), index + 1, now)
    return verdict.state === 'pending' ? (verdict.nextAttemptAt.getTime() - now.getTime()) / 1000 : null
  })
  expect(pauses).toEqual([10, 60, 300, 1800, 7200, 21_600])
  expect(deliveryVerdict(answered(500), 7, now).state).toBe('failed')
})

describe('a request to wait', () => {
  it.each([
    ['30', 30],
    ['2', 10],
    ['64.57', 64.57],
    ['Mon, 01 Jun 2026 12:10:00 GMT', 600],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 10],
    ['soon', 10],
    ['999999999', 86_400],
  ])('of %s is a pause of %d s', (retryAfter, seconds) => {
    const verdict = deliveryVerdict(answered(429, { retryAfter }), 1, now)
    expect(verdict).toMatchObject({ nextAttemptAt: new Date(now.getTime() + seconds * 1000) })
  })

  it('does not turn a final answer into a retry', () => {
    expect(deliveryVerdict(answered(410, { retryAfter: '30' }), 1, now).state).toBe('failed')
  })

  it('has no effect if missing', () => {
    expect(parseRetryAfter(null, now)).toBe(0)
  })
})

describe('the state of a target', () => {
  it.each([
    [429, '30', 30],
    [503, 'Mon, 01 Jun 2026 12:00:45 GMT', 45],
    [429, '86400', 300],
  ])('that answers %i and asks for a pause of %s is left alone for %d s', (status, retryAfter, seconds) => {
    expect(pauseAfter(answered(status, { retryAfter }), now)).toEqual(
      new Date(now.getTime() + seconds * 1000),
    )
  })

  it.each([
    [429, undefined],
    [429, '0'],
    [500, '30'],
    [404, '30'],
  ])('that answers %i with Retry-After %s is not', (status, retryAfter) => {
    expect(pauseAfter(answered(status, retryAfter === undefined ? {} : { retryAfter }), now)).toBeNull()
    expect(pauseAfter({ kind: 'unanswered', cause: refused }, now)).toBeNull()
  })
})
