import { causeOf, causeTextOrNull } from '#contract/cause'
import { describe, expect, it } from 'vitest'
import {
  allFailed,
  causeOfFailures,
  isFresh,
  searchQueries,
} from '#server/domain/fulfilment/search/release-search.rules'

const answered = { name: 'Spoken Shelf', state: 'answered', cause: null } as const
const cause = causeOf('no_answer_within', { seconds: 60 })
const failed = { name: 'Usenet Library', state: 'failed', cause } as const
const tracker = (text: string) => causeOf('other', { text })

describe('the errors of a search', () => {
  it.each([
    [[answered], [], null],
    [[], [], null],
    [[answered, failed, answered], [], '1 of 3 failed: Usenet Library: no answer within 60 s'],
    [
      [answered],
      [tracker('The tracker does not know us.'), tracker('The tracker does not know us.')],
      'The tracker does not know us.',
    ],
    [
      [failed],
      [tracker('The tracker.')],
      '1 of 1 failed: Usenet Library: no answer within 60 s. The tracker.',
    ],
  ])('of %j with %j reads %j', (answers, remarks, expected) => {
    expect(causeTextOrNull(causeOfFailures(answers, remarks))).toBe(expected)
  })

  it('fail all of it only if no indexer answered', () => {
    expect([allFailed([answered, failed]), allFailed([failed]), allFailed([])]).toEqual([false, true, true])
  })
})

describe('a stored search', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const ended = (state: 'running' | 'finished' | 'failed', seconds: number) => ({
    state,
    startedAt: ago(seconds + 10),
    finishedAt: state === 'running' ? null : ago(seconds),
  })

  it.each([
    ['finished', 3599, 3600, true],
    ['finished', 3601, 3600, false],
    // A page that checks again at once must not start the next search.
    ['finished', 20, 0, true],
    ['failed', 20, 3600, true],
    ['failed', 40, 3600, false],
    ['running', 0, 3600, false],
  ] as const)('that is %s for %i s and stored for %i s is reused: %s', (state, seconds, ttl, expected) => {
    expect(isFresh(ended(state, seconds), { ttl, now })).toBe(expected)
  })

  it('is too old if it began before the requested time', () => {
    const search = ended('finished', 5)
    expect(isFresh(search, { ttl: 3600, now, notBefore: ago(15) })).toBe(true)
    expect(isFresh(search, { ttl: 3600, now, notBefore: ago(14) })).toBe(false)
  })
})

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
