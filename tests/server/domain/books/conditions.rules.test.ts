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
const binding = (...wishes: (Partial<Wishes> | null)[]) =>
  bindingConditions(wishes.map((some) => some && { ...NOTHING, ...some }))

describe('the wishes that a release of a book has to meet', () => {
  it.each<[string, (Partial<Wishes> | null)[]]>([
    ['no one has a request', []],
    ['the only person has none', [null]],
    ['the only person has just a note', [{ note: 'For the holidays' }]],
    ['someone joins with a wish of another kind', [null, { max_size_mb: 1 }]],
    ['someone joins whom the first person’s note does not concern', [{ note: 'Soon' }, FIRST]],
  ])('are none if %s', (_, wishes) => {
    expect(binding(...wishes)).toBeNull()
  })

  it.each<[string, (Partial<Wishes> | null)[]]>([
    ['the only one', [FIRST]],
    ['the first one, whoever joins without wishes', [FIRST, null]],
    ['the first one, whoever joins with the same', [FIRST, FIRST]],
    ['the first one, whoever joins with another', [FIRST, { narrator: 'Tom Reed' }]],
    [
      'the first one, whoever joins with further wishes',
      [FIRST, { max_size_mb: 1, unabridged: true, format: 'mp3' }],
    ],
  ])('are those of %s', (_, wishes) => {
    expect(binding(...wishes)).toEqual(ALONE)
  })
})
