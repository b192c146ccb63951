import { describe, expect, it } from 'vitest'
import { inUnits, wholeNumber } from '#client/features/security/sessionLength'

describe('the length of a session', () => {
  it.each([
    [43_200, { amount: 30, unit: 'days' }],
    [90, { amount: 90, unit: 'minutes' }],
    [120, { amount: 2, unit: 'hours' }],
    [1, { amount: 1, unit: 'minutes' }],
  ])('of %i minutes is said in the largest unit that leaves a whole number', (minutes, said) => {
    expect(inUnits(minutes)).toEqual(said)
  })

  it.each(['', '1.5', '-1', '1e3', 'ten', '0x10'])('is no number when typed as "%s"', (typed) => {
    expect(wholeNumber(typed)).toBeNaN()
  })
})
