import { expect, it } from 'vitest'
import { agoOf, CLOCK_SKEW, isAhead } from '#server/async/due.rules'

const now = new Date('2026-06-01T12:00:00Z')
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)

it.each([
  [null, false],
  [at(-1), false],
  [at(0), false],
  [at(1), true],
  [at(1000), true],
  // Planned while the clock was ahead.
  [at(1001), false],
])('a time is ahead only within what could have been planned: %s', (planned, expected) => {
  expect(isAhead(planned, now, 1000)).toBe(expected)
})

it('what was done in the future was done long ago', () => {
  expect(agoOf(at(-5), now)).toBe(5)
  expect(agoOf(at(CLOCK_SKEW), now)).toBe(0)
  expect(agoOf(at(CLOCK_SKEW + 1), now)).toBe(Number.POSITIVE_INFINITY)
  expect(agoOf(null, now)).toBe(Number.POSITIVE_INFINITY)
})
