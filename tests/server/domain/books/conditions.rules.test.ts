import { describe, expect, it } from 'vitest'
import type { Wishes } from '#contract/wishes'
import { joinedConditions } from '#server/domain/books/conditions.rules'

const NOTHING: Wishes = {
  note: null,
  narrator: null,
  unabridged: false,
  language: null,
  max_size_mb: null,
  format: null,
}
const joined = (...wishes: Partial<Wishes>[]) =>
  joinedConditions(wishes.map((some) => ({ ...NOTHING, ...some })))

describe('the combined wishes of several people for one book', () => {
  it('are empty if no one has a wish that a release could meet', () => {
    expect(joined()).toBeNull()
    expect(joined({ note: 'For the holidays' }, {})).toBeNull()
  })

  it('apply together as far as possible', () => {
    expect(joined({ max_size_mb: 900 }, { unabridged: true, max_size_mb: 500 }, { format: 'mp3' })).toEqual({
      narrator: null,
      unabridged: true,
      language: null,
      max_size_mb: 500,
      format: 'mp3',
    })
  })

  it('follow the first request if wishes conflict', () => {
    expect(
      joined(
        { narrator: 'June Park' },
        { narrator: 'Tom Reed', language: 'de', format: 'm4b' },
        { language: 'en', format: 'mp3' },
      ),
    ).toMatchObject({ narrator: 'June Park', language: 'de', format: 'm4b' })
  })
})
