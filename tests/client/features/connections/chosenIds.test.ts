import { expect, it } from 'vitest'
import { idsIn, textOf } from '#client/features/connections/chosenIds'

it('reads the numbers in typed text', () => {
  expect(idsIn(' 3, 12,, x ,5')).toEqual([3, 12, 5])
})

it('writes the same choice as the same text', () => {
  expect(textOf([12, 3, 12])).toBe('3,12')
  expect(textOf([])).toBe('')
})
