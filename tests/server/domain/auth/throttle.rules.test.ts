import { describe, expect, it } from 'vitest'
import { COUNT_LIFETIME, delayAfter, waitOf } from '#server/domain/auth/throttle.rules'

describe('the delay after wrong passwords', () => {
  it.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 1000],
    [6, 2000],
    [7, 4000],
    [10, 32_000],
    [11, 60_000],
    [12, 60_000],
    [5000, 60_000],
  ])('after %i is %i ms', (count, delay) => {
    expect(delayAfter(count)).toBe(delay)
  })

  const now = new Date('2026-05-01T12:00:00Z')
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

  it.each([
    { failures: [], wait: 0 },
    { failures: [{ count: 4, lastAt: now }], wait: 0 },
    { failures: [{ count: 6, lastAt: ago(500) }], wait: 1500 },
    { failures: [{ count: 6, lastAt: ago(2000) }], wait: 0 },
    {
      failures: [
        { count: 6, lastAt: now },
        { count: 8, lastAt: now },
      ],
      wait: 8000,
    },
    { failures: [{ count: 50, lastAt: ago(COUNT_LIFETIME) }], wait: 0 },
    // Counted while the clock was a day ahead.
    { failures: [{ count: 50, lastAt: ago(-24 * 60 * 60_000) }], wait: 0 },
  ])('leaves $wait ms to wait (%#)', ({ failures, wait }) => {
    expect(waitOf(failures, now)).toBe(wait)
  })
})
