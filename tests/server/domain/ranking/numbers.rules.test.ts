import { describe, expect, it } from 'vitest'
import { hasDigits, numberOf } from '#server/domain/ranking/numbers.rules'

describe('numbers', () => {
  it.each([
    ['1', 1],
    ['01', 1],
    ['1.0', 1],
    ['0.5', 0.5],
    ['i', 1],
    ['iv', 4],
    ['xxxix', 39],
    ['one', 1],
    ['twenty', 20],
    ['v05', 5],
    ['vol12', 12],
  ])('%s is %d', (word, value) => {
    expect(numberOf(word)).toBe(value)
  })

  it.each(['mix', 'iiii', 'm4b', '64k', 'v5', 'tide', ''])('%s is none', (word) => {
    expect(numberOf(word)).toBeNaN()
  })

  it('tells digits from words', () => {
    expect(hasDigits('7')).toBe(true)
    expect(hasDigits('seven')).toBe(false)
  })
})
