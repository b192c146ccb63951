import { expect, it } from 'vitest'
import { searchQueries } from '#server/domain/fulfilment/search/search-queries.rules'

it.each([
  ['The Salt Road', ['Ada Moor'], ['The Salt Road Ada Moor', 'The Salt Road']],
  [
    'The Salt Road: A Novel (Part 1 of 2) (Dramatized Adaptation)',
    ['Ada Moor', 'Another'],
    [
      'The Salt Road A Novel Part 1 of 2 Dramatized Adaptation Ada Moor',
      'The Salt Road A Novel Part 1 of 2 Dramatized Adaptation',
      'The Salt Road',
    ],
  ],
  [
    'Salt - The Long Way Home',
    ['Ada Moor'],
    ['Salt The Long Way Home Ada Moor', 'Salt The Long Way Home', 'Salt'],
  ],
  ['The Salt Road, Unabridged', [], ['The Salt Road Unabridged', 'The Salt Road']],
  ['“Lion’s” Den & Co.', ['J. R. Hart'], ['Lion’s Den Co. J. R. Hart', 'Lion’s Den Co.']],
  ['(Untitled)', ['Ada Moor'], ['Untitled Ada Moor', 'Untitled']],
  ['雪の道', ['森 愛'], ['雪の道 森 愛', '雪の道']],
  ['10:04', ['B. Lerner'], ['10 04 B. Lerner', '10 04']],
])('asks for %s by %s with %j', (title, authors, expected) => {
  expect(searchQueries({ title, authors })).toEqual(expected)
})
