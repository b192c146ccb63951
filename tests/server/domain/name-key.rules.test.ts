import { describe, expect, it } from 'vitest'
import { nameKey } from '#server/domain/name-key.rules'

describe('names', () => {
  it.each([
    ['rosa', 'ROSA'],
    ['Ｒｏｓａ', 'rosa'],
    ['ﬁnn', 'Finn'],
    ['zoë', 'ZOE\u0308'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'ΟΔΟΣ'],
    ['Strauß', 'STRAUSS'],
  ])('%s and %s are the same', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other))
  })

  it.each([
    ['rosa', 'rosi'],
    ['zoe', 'zoë'],
    ['a b', 'ab'],
  ])('%s and %s are different', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other))
  })
})
