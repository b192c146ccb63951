import { expect, it } from 'vitest'
import { wishesBody } from '#contract/wishes'
import { wishesToKeep, wishPolicy } from '#server/domain/requests/wishes.rules'

it.each([
  ['pending', null, 'allowed'],
  ['approved', 'waiting', 'allowed'],
  ['approved', 'searching', 'allowed'],
  ['approved', 'not_found', 'allowed'],
  ['approved', 'grab_unconfirmed', 'too_late'],
  ['approved', 'downloading', 'too_late'],
  ['approved', 'available', 'too_late'],
  ['approved', 'failed', 'too_late'],
  ['declined', 'waiting', 'not_requested'],
  [null, 'waiting', 'not_requested'],
] as const)('wishes of a request that is %s while the book is %s are %s', (own, work, outcome) => {
  expect(wishPolicy(own, work)).toBe(outcome)
})

it('keeps only wishes with content', () => {
  expect(wishesToKeep(undefined)).toBeNull()
  expect(wishesToKeep(wishesBody.parse({ note: '  ', narrator: '' }))).toBeNull()
  expect(wishesToKeep(wishesBody.parse({ note: ' Please\nsoon ' }))).toMatchObject({ note: 'Please\nsoon' })
  expect(wishesToKeep(wishesBody.parse({ max_size_mb: 500 }))).toMatchObject({ max_size_mb: 500 })
})
