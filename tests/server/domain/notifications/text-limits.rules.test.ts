import { describe, expect, it } from 'vitest'
import { byteLength, cutBytes, cutCharacters } from '#server/domain/notifications/text-limits.rules'

const FAMILY = '👩‍👩‍👧'

describe('an overlong text', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    [FAMILY + FAMILY, FAMILY.length * 2, FAMILY + FAMILY],
    [FAMILY + FAMILY, FAMILY.length * 2 - 1, `${FAMILY}…`],
    ['e\u0301e\u0301', 3, 'e\u0301…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('%s is cut at %i characters to %s', (text, max, cut) => {
    expect(cutCharacters(text, max)).toBe(cut)
  })

  it.each([
    ['äää', 6, 'äää'],
    ['äää', 5, 'ä…'],
    [FAMILY.repeat(2), byteLength(FAMILY) + 3, `${FAMILY}…`],
    ['abc', 2, ''],
  ])('%s is cut at %i bytes to %s', (text, max, cut) => {
    expect(cutBytes(text, max)).toBe(cut)
  })

  it('of a single character longer than the limit is cut between its code points', () => {
    const stacked = `a${'\u0301'.repeat(5000)}`
    expect(cutCharacters(stacked, 10)).toBe(`a${'\u0301'.repeat(8)}…`)
    expect(byteLength(cutBytes(stacked, 100))).toBeLessThanOrEqual(100)
  })

  it('never ends in half a character', () => {
    for (let max = 1; max < 40; max += 1) {
      expect(cutCharacters(`x${FAMILY.repeat(5)}`, max).isWellFormed()).toBe(true)
      expect(cutBytes(`x${FAMILY.repeat(5)}`, max)).not.toContain('�')
    }
  })
})
