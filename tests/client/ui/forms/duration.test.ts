import { describe, expect, it } from 'vitest'
import { inSeconds, inUnits, wholeNumber } from '#client/ui/forms/duration.rules'

describe('a duration', () => {
  it.each([
    ['2592000', { amount: '30', unit: 'day' }],
    ['86400', { amount: '1', unit: 'day' }],
    ['7200', { amount: '2', unit: 'hour' }],
    ['5400', { amount: '90', unit: 'minute' }],
    ['61', { amount: '61', unit: 'second' }],
  ])('of %s seconds is shown in the largest unit that gives a whole number', (seconds, said) => {
    expect(inUnits(seconds)).toEqual(said)
    expect(inUnits(inSeconds(inUnits(seconds)))).toEqual(said)
  })

  it.each(['', 'soon', '1.5'])('stays as typed if “%s” is not a whole number', (typed) => {
    expect(inUnits(typed, 'hour')).toEqual({ amount: typed, unit: 'hour' })
    expect(inSeconds({ amount: typed, unit: 'hour' })).toBe(typed)
  })

  it.each(['', '1.5', '-1', '1e3', 'ten', '0x10'])('is not a number if typed as "%s"', (typed) => {
    expect(wholeNumber(typed)).toBeNaN()
  })
})
