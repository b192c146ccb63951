import { expect, it } from 'vitest'
import { causeOf, isSameCause, type Cause } from '#contract/cause'

const late = (service: string, seconds = 20) => causeOf('timed_out', { service, seconds })
const several = (...causes: Cause[]): Cause => ({ ...causeOf('several'), causes })
const reordered: Cause = { code: 'timed_out', params: { seconds: 20, service: 'Shelf' } }

it.each<[string, Cause | null, Cause | null]>([
  ['none', null, null],
  ['one from the database, where parameters have another order', late('Shelf'), reordered],
  ['one with an empty list of parts', late('Shelf'), { ...late('Shelf'), causes: [] }],
  ['one with the same parts', several(late('Shelf'), late('Box')), several(late('Shelf'), late('Box'))],
])('a cause is the same as %s', (_what, one, other) => {
  expect(isSameCause(one, other)).toBe(true)
  expect(isSameCause(other, one)).toBe(true)
})

it.each<[string, Cause | null, Cause | null]>([
  ['none', late('Shelf'), null],
  ['one with another code', causeOf('unexpected'), causeOf('several')],
  ['one with another parameter', late('Shelf'), late('Shelf', 60)],
  [
    'one with more parameters',
    late('Shelf'),
    { ...late('Shelf'), params: { service: 'Shelf', seconds: 20, name: 'A' } },
  ],
  ['one with other parts', several(late('Shelf')), several(late('Box'))],
  ['one with more parts', several(late('Shelf')), several(late('Shelf'), late('Box'))],
])('a cause differs from %s', (_what, one, other) => {
  expect(isSameCause(one, other)).toBe(false)
  expect(isSameCause(other, one)).toBe(false)
})
