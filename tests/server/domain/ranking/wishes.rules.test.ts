import { describe, expect, it } from 'vitest'
import type { VerdictDto } from '#contract/releases'
import type { Conditions } from '#contract/wishes'
import type { Release, WantedBook } from '#server/domain/ranking/ranking.types'
import { codes, metadata, rejections, verdictOf } from './samples'

const MB = 1_000_000
const NOTHING: Conditions = {
  narrator: null,
  unabridged: false,
  language: null,
  max_size_mb: null,
  format: null,
}
const TITLE = 'Mara Ellison - The Hollow Tide'

const verdictFor = (wishes: Partial<Conditions>, changes: Partial<Release>, book: Partial<WantedBook> = {}) =>
  verdictOf({ title: TITLE, size: 288 * MB, ...changes }, { book, conditions: { ...NOTHING, ...wishes } })

const wishReasons = ({ reasons }: VerdictDto) =>
  reasons.filter(({ code }) => code.startsWith('wish_')).map(({ text, effect }) => `${effect}: ${text}`)

describe('a wish that a release meets', () => {
  const met: [string, Partial<Conditions>, Partial<Release>, string][] = [
    [
      'a narrator in the title',
      { narrator: 'June Park' },
      { title: `${TITLE} read by June Park` },
      'June Park',
    ],
    [
      'a narrator whom the indexer names among others',
      { narrator: 'june park' },
      { metadata: metadata({ narrators: ['Tom Reed', 'June Park'] }) },
      'june park',
    ],
    [
      'another narrator than that of the catalogue',
      { narrator: 'Tom Reed' },
      { title: `${TITLE} read by Tom Reed` },
      'Tom Reed',
    ],
    ['unabridged', { unabridged: true }, { title: `${TITLE} (Unabridged)` }, 'unabridged'],
    ['the language', { language: 'en' }, { title: `${TITLE} [ENG / M4B]` }, 'English'],
    ['another language', { language: 'de' }, { title: `${TITLE} [GER / M4B]` }, 'German'],
    ['a format', { format: 'mp3' }, { title: `${TITLE} [MP3]` }, 'mp3'],
    ['a size', { max_size_mb: 288 }, {}, '≤ 288 MB'],
  ]

  it.each(met)('is given as a reason: %s', (_, wishes, changes, wanted) => {
    const verdict = verdictFor(wishes, changes)
    expect(verdict.accepted).toBe(true)
    expect(wishReasons(verdict)).toEqual([`bonus: as requested: ${wanted}`])
  })
})

describe('a wish that a release does not meet', () => {
  const unmet: [string, Partial<Conditions>, Partial<Release>, string][] = [
    [
      'another narrator',
      { narrator: 'June Park' },
      { title: `${TITLE} read by Tom Reed` },
      'not as requested (June Park): Tom Reed',
    ],
    [
      'the narrator of the catalogue where another is wished for',
      { narrator: 'Tom Reed' },
      { metadata: metadata({ narrators: ['June Park'] }) },
      'not as requested (Tom Reed): June Park',
    ],
    [
      'an abridged one',
      { unabridged: true },
      { title: `${TITLE} (Abridged)` },
      'not as requested (unabridged): abridged',
    ],
    [
      'another language',
      { language: 'de' },
      { title: `${TITLE} [ENG / M4B]` },
      'not as requested (German): English',
    ],
    ['another format', { format: 'm4b' }, { title: `${TITLE} [MP3]` }, 'not as requested (m4b): mp3'],
    ['a larger one', { max_size_mb: 200 }, {}, 'not as requested (≤ 200 MB): 288 MB'],
  ]

  it.each(unmet)('rejects it: %s', (_, wishes, changes, text) => {
    const verdict = verdictFor(wishes, changes)
    expect(verdict).toMatchObject({ accepted: false, automatic: false })
    expect(wishReasons(verdict)).toEqual([`reject: ${text}`])
  })

  it('rejects the abridged recording that the catalogue has', () => {
    const verdict = verdictFor(
      { unabridged: true },
      { title: `${TITLE} (Abridged)` },
      { edition: 'abridged' },
    )
    expect(rejections(verdict)).toEqual(['abridged', 'wish_differs'])
  })
})

describe('a wish about which a release says nothing', () => {
  it.each([
    ['a narrator', { narrator: 'June Park' }, {}],
    ['a format', { format: 'm4b' }, {}],
    ['a size', { max_size_mb: 500 }, { size: null }],
    ['another language than that of the book', { language: 'de' }, {}],
  ] as const)('keeps it from being grabbed automatically: %s', (_, wishes, changes) => {
    const verdict = verdictFor(wishes, changes)
    expect(verdict).toMatchObject({ accepted: true, automatic: false })
    expect(wishReasons(verdict)).toMatchObject([expect.stringMatching(/^penalty: does not say/)])
  })

  it.each([
    ['unabridged', { unabridged: true }],
    ['the language of the book', { language: 'en' }],
  ] as const)('counts as met if that is usual: %s', (_, wishes) => {
    const verdict = verdictFor(wishes, {})
    expect(verdict).toMatchObject({ accepted: true, automatic: true })
    expect(wishReasons(verdict)).toMatchObject([expect.stringMatching(/^neutral: does not say/)])
  })

  it('does not mistake another length for unabridged', () => {
    const verdict = verdictFor({ unabridged: true }, { title: `${TITLE} 64kbps`, size: 144 * MB })
    expect(codes(verdict)).toEqual(expect.arrayContaining(['runtime_differs', 'wish_unstated']))
    expect(verdict.automatic).toBe(false)
  })
})

describe('the identifier of the recording', () => {
  const title = `${TITLE} [B0HOLLOW01]`

  it('names the narrator', () => {
    const verdict = verdictFor({ narrator: 'June Park' }, { title }, { asin: 'B0HOLLOW01' })
    expect(verdict.automatic).toBe(true)
    expect(wishReasons(verdict)).toEqual(['bonus: as requested: June Park'])
  })

  it('says nothing if another narrator is wished for', () => {
    const verdict = verdictFor({ narrator: 'Tom Reed' }, { title }, { asin: 'B0HOLLOW01' })
    expect(codes(verdict)).not.toContain('identifier_matches')
    expect(verdict.automatic).toBe(false)
  })
})

it('judges by all wishes at once', () => {
  const verdict = verdictFor(
    { narrator: 'June Park', unabridged: true, language: 'en', max_size_mb: 300, format: 'm4b' },
    { title: `${TITLE} read by June Park (Unabridged) [ENG / M4B]` },
  )
  expect(verdict.automatic).toBe(true)
  expect(wishReasons(verdict)).toHaveLength(5)
})

it('ignores the length of a recording other than the wished one', () => {
  const changes = { title: `${TITLE} read by Tom Reed 64kbps`, size: 200 * MB }
  expect(codes(verdictFor({ narrator: 'June Park' }, changes))).toContain('runtime_differs')
  expect(codes(verdictFor({ narrator: 'Tom Reed' }, changes))).not.toContain('runtime_differs')
})
