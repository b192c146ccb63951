import { describe, expect, it } from 'vitest'
import type { Wishes } from '#contract/wishes'
import { bindingConditions } from '#server/domain/books/conditions.rules'

const NOTHING: Wishes = {
  note: null,
  narrator: null,
  unabridged: false,
  language: null,
  max_size_mb: null,
  format: null,
}
const FIRST = { narrator: 'June Park' }
const ALONE = { narrator: 'June Park', unabridged: false, language: null, max_size_mb: null, format: null }
const REST = { ...ALONE, narrator: null }
const asRequest = (joined: boolean) => (some: Partial<Wishes> | null) => ({
  joined,
  wishes: some && { ...NOTHING, ...some },
})
const binding = (first: (Partial<Wishes> | null)[], joined: (Partial<Wishes> | null)[] = []) =>
  bindingConditions([...joined.map(asRequest(true)), ...first.map(asRequest(false))])

type Case = [string, first: (Partial<Wishes> | null)[], joined?: (Partial<Wishes> | null)[]]

describe('the wishes that a release of a book has to meet', () => {
  it.each<Case>([
    ['no one has a request', []],
    ['the only person has none', [null]],
    ['the only person has just a note', [{ note: 'For the holidays' }]],
    ['someone joins with a wish', [null], [{ max_size_mb: 1 }]],
    ['someone joins whom the first person’s note does not concern', [{ note: 'Soon' }], [FIRST]],
    ['two joiners are left and one has none', [], [FIRST, null]],
    ['two joiners are left and have different ones', [], [FIRST, { format: 'mp3' }]],
  ])('are none if %s', (_, first, joined) => {
    expect(binding(first, joined)).toBeNull()
  })

  it.each<Case>([
    ['the only one', [FIRST]],
    ['the first one, whoever joins without wishes', [FIRST], [null]],
    ['the first one, whoever joins with the same', [FIRST], [FIRST]],
    ['the first one, whoever joins with another', [FIRST], [{ narrator: 'Tom Reed' }]],
    [
      'the first one, whoever joins with further wishes',
      [FIRST],
      [{ max_size_mb: 1, unabridged: true, format: 'mp3' }],
    ],
    ['the only joiner left', [], [FIRST]],
    ['all joiners that are left', [], [FIRST, { ...FIRST, unabridged: true }]],
    ['all who did not join', [FIRST, { ...FIRST, format: 'mp3' }], [null]],
  ])('are those of %s', (_, first, joined) => {
    expect(binding(first, joined)).toEqual(ALONE)
  })

  it('are those that all have, and the largest of their sizes', () => {
    const wishes = { unabridged: true, language: 'en', format: 'mp3' } as const
    const agreed = binding(
      [],
      [
        { ...wishes, max_size_mb: 200 },
        { ...wishes, ...FIRST, max_size_mb: 500 },
      ],
    )
    expect(agreed).toEqual({ ...REST, ...wishes, max_size_mb: 500 })
  })
})
