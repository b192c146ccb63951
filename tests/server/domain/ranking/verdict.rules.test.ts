import { describe, expect, it } from 'vitest'
import type { ReasonCode } from '#contract/releases'
import type { Release } from '#server/domain/ranking/ranking.types'
import type { Circumstances } from './samples'
import { HOLLOW_TIDE, codes, metadata, rejections, verdictOf } from './samples'

const MB = 1_000_000
const GOOD = 'Mara Ellison - The Hollow Tide [M4B]'
/** 600 minutes at 64 kbit/s. */
const FITTING_SIZE = 288 * MB

const rejected: [string, Partial<Release>, ReasonCode, Circumstances?][] = [
  ['an ebook', { title: 'Mara Ellison - The Hollow Tide (epub)' }, 'not_audiobook'],
  ['a comic', { title: 'The Hollow Tide by Mara Ellison [cbz]' }, 'not_audiobook'],
  ['a film', { title: 'The Hollow Tide 1080p BluRay x264 - Mara Ellison' }, 'not_audiobook'],
  ['a soundtrack', { title: 'Mara Ellison - The Hollow Tide Soundtrack [FLAC]' }, 'not_audiobook'],
  ['sheet music', { title: 'Mara Ellison - The Hollow Tide (Sheet Music)' }, 'not_audiobook'],
  [
    'an ebook by its category',
    { title: 'Mara Ellison - The Hollow Tide', categories: [7020, 107_020] },
    'not_audiobook',
  ],
  ['a series episode by its category', { title: GOOD, categories: [5040] }, 'not_audiobook'],
  [
    'an ebook by its file types',
    { title: GOOD, metadata: metadata({ filetypes: ['epub'] }) },
    'not_audiobook',
  ],
  ['an abridged recording', { title: 'Mara Ellison - The Hollow Tide (Abridged)' }, 'abridged'],
  ['a dramatised one', { title: 'Mara Ellison - The Hollow Tide (Dramatized Adaptation)' }, 'dramatised'],
  ['a radio play', { title: 'BBC R4 The Hollow Tide by Mara Ellison [ENG / MP3]' }, 'dramatised'],
  ['GraphicAudio', { title: 'The Hollow Tide by Mara Ellison [GraphicAudio]' }, 'dramatised'],
  ['another language', { title: 'The Hollow Tide by Mara Ellison [GER / M4B]' }, 'language_differs'],
  ['another script', { title: 'Мара Эллисон - The Hollow Tide (Mara Ellison)' }, 'language_differs'],
  [
    'a script of several languages',
    { title: 'Мара Елисон - The Hollow Tide (Mara Ellison)' },
    'script_differs',
  ],
  [
    'another language by the indexer',
    { title: GOOD, metadata: metadata({ language: 'RUS' }) },
    'language_differs',
  ],
  [
    'a German word for unabridged',
    { title: 'Mara Ellison - The Hollow Tide (Ungekürzt)' },
    'language_differs',
  ],
  [
    'another author by the indexer',
    { title: 'The Hollow Tide', metadata: metadata({ authors: ['Tom Reed'] }) },
    'author_differs',
  ],
  [
    'another volume by the indexer',
    { title: GOOD, metadata: metadata({ series: [{ title: 'Saltmarsh', position: '3' }] }) },
    'volume_differs',
  ],
  ['a summary in Russian', { title: 'Mara Ellison - The Hollow Tide (краткое содержание)' }, 'derived_work'],
  ['key insights', { title: 'The Hollow Tide by Mara Ellison: Key Insights in 15 min' }, 'derived_work'],
  ['too few seeders', { title: GOOD, seeders: 1 }, 'few_seeders', { settings: { min_seeders: 2 } }],
  ['a size for an ebook', { title: GOOD, size: 2 * MB }, 'size_impossible'],
  ['a size for a film', { title: GOOD, size: 9000 * MB }, 'size_impossible'],
  [
    'a size that the stated bitrate cannot have',
    { title: `${GOOD} 320kbps`, size: 100 * MB },
    'size_impossible',
  ],
  ['too low a bitrate', { title: GOOD, size: 60 * MB }, 'bitrate_out_of_range'],
  ['too high a stated bitrate', { title: `${GOOD} 500kbps` }, 'bitrate_out_of_range'],
  [
    'a release for higher accounts',
    { title: 'The Hollow Tide by Mara Ellison [ENG / M4B] [VIP]' },
    'vip_only',
  ],
  ['one by the indexer', { title: GOOD, metadata: metadata({ vip: true }) }, 'vip_only'],
  ['a blocked one', { title: GOOD, guid: 'x' }, 'blocked', { blocked: [{ guid: 'x', indexerId: 1 }] }],
  ['a pack', { title: 'Mara Ellison - Saltmarsh 1-4 [M4B]' }, 'pack_not_allowed'],
  ['a box set', { title: 'Mara Ellison - The Hollow Tide Box Set [M4B]' }, 'pack_not_allowed'],
  [
    'a pack without the book',
    { title: 'Mara Ellison - Saltmarsh 3-5 [M4B]' },
    'volume_differs',
    { settings: { allow_packs: true } },
  ],
]

describe('rejection', () => {
  it.each(rejected)('%s', (_, changes, code, given) => {
    const verdict = verdictOf(changes, given)
    expect(verdict.accepted).toBe(false)
    expect(verdict.automatic).toBe(false)
    expect(rejections(verdict)).toContain(code)
    expect(verdict.reasons[0]?.effect).toBe('reject')
  })
})

const grabbed: [string, Partial<Release>, Circumstances?][] = [
  ['a plain release', { title: GOOD }],
  ['audio with a booklet', { title: 'Mara Ellison - The Hollow Tide [M4B + PDF]', categories: [7020] }],
  ['an audiobook in a category for books', { title: GOOD, categories: [7000] }],
  ['nothing known of size and seeders', { title: GOOD, size: null, seeders: null }],
  ['a size of zero', { title: GOOD, size: 0 }],
  ['its title twice', { title: 'The Hollow Tide - [Requested] - Mara Ellison - The Hollow Tide [M4B]' }],
  ['the name of a site in front', { title: 'AudioBookBay - Mara Ellison - The Hollow Tide [M4B]' }],
  ['a size when the length is not known', { title: GOOD, size: 2 * MB }, { book: { runtimeMin: null } }],
  [
    'few seeders on usenet',
    { title: GOOD, protocol: 'usenet', seeders: 0 },
    { settings: { min_seeders: 5 } },
  ],
  ['a release for higher accounts with one', { title: `${GOOD} [VIP]` }, { accountIsVip: true }],
  [
    'one that is blocked at another indexer',
    { title: GOOD, guid: 'x' },
    { blocked: [{ guid: 'x', indexerId: 2 }] },
  ],
  [
    'another language where it is wished',
    { title: 'The Hollow Tide by Mara Ellison [GER / M4B]' },
    { settings: { languages: ['de'] } },
  ],
  [
    'any language where none is known',
    { title: 'The Hollow Tide by Mara Ellison [GER / M4B]' },
    { book: { language: null } },
  ],
  [
    'a pack where packs are allowed',
    { title: 'Mara Ellison - Saltmarsh 1-4 [M4B]', size: 9000 * MB },
    { settings: { allow_packs: true } },
  ],
  [
    'a dramatised one where it is wanted',
    { title: 'The Hollow Tide by Mara Ellison [GraphicAudio]' },
    { book: { edition: 'dramatised' } },
  ],
  [
    'an abridged one where it is wanted',
    { title: 'The Hollow Tide (Abridged) - Mara Ellison' },
    { book: { edition: 'abridged' } },
  ],
]

describe('automatic grabbing', () => {
  it.each(grabbed)('%s', (_, changes, given) => {
    const verdict = verdictOf(changes, given)
    expect(rejections(verdict)).toEqual([])
    expect(verdict.accepted).toBe(true)
    expect(verdict.automatic).toBe(true)
  })

  it.each<[string, Partial<Release>]>([
    ['the author by the indexer', { metadata: metadata({ authors: ['Mara Ellison', 'Tom Reed'] }) }],
    ['the narrator by the indexer', { metadata: metadata({ narrators: ['June Park'] }) }],
    ['the narrator in the title', { title: 'The Hollow Tide (read by June Park) [M4B]' }],
    ['the series', { title: '[Saltmarsh 02] - The Hollow Tide [M4B]' }],
    ['the length', { title: 'The Hollow Tide 64kbps [M4B]', size: FITTING_SIZE }],
    ['a stated length', { title: 'The Hollow Tide [M4B] 10h 2m' }],
  ])('a title without the author, with %s', (_, changes) => {
    expect(verdictOf({ title: 'The Hollow Tide [M4B]', ...changes }).automatic).toBe(true)
  })

  it('lists a title on its own, but never grabs it', () => {
    const verdict = verdictOf({ title: 'The Hollow Tide [M4B]', size: FITTING_SIZE })
    expect(verdict.accepted).toBe(true)
    expect(verdict.automatic).toBe(false)
    expect(codes(verdict)).toContain('not_corroborated')
  })

  it('lists a release named only by its number in the series, but never grabs it', () => {
    const verdict = verdictOf({ title: 'Mara Ellison - Saltmarsh 02 (2001) MP3' })
    expect(verdict).toMatchObject({ accepted: true, automatic: false })
    expect(verdict.reasons.map(({ code }) => code)).toContain('number_only')
    for (const title of [
      'Mara Ellison - Saltmarsh 03 (2001) MP3',
      'Mara Ellison - Saltmarsh 02 - Another Shore MP3',
      'Tom Reed - Saltmarsh 02 MP3',
      'Saltmarsh 02 MP3',
      'Mara Ellison - Saltmarsh MP3',
    ]) {
      expect(verdictOf({ title }), title).toMatchObject({ accepted: false })
    }
  })

  it('does not mistake an unstated edition for the dramatised one, unless the narrator says so', () => {
    const book = { edition: 'dramatised' } as const
    expect(verdictOf({ title: GOOD }, { book })).toMatchObject({ accepted: true, automatic: false })
    const known = metadata({ narrators: ['June Park'] })
    expect(verdictOf({ title: GOOD, metadata: known }, { book }).automatic).toBe(true)
  })
})

describe('reasons in words', () => {
  it('lists what matches', () => {
    const title =
      'Mara Ellison - [Saltmarsh 02] - The Hollow Tide (Unabridged) (read by June Park) 64kbps [ENG / M4B]'
    const { reasons, score } = verdictOf({ title, size: FITTING_SIZE, flags: ['freeleech'] })
    expect(reasons.filter(({ effect }) => effect === 'bonus').map(({ text }) => text)).toEqual([
      'title matches (100 %)',
      'author matches: Mara Ellison',
      'series matches: Saltmarsh',
      'volume matches: 2',
      'narrator matches: June Park',
      'language matches: English',
      'unabridged',
      '64 kbit/s, in range',
      'length fits: 600 min',
      'freeleech (10)',
    ])
    expect(score).toBeGreaterThan(95)
  })

  it('adds up to the score', () => {
    const { score, score_parts } = verdictOf({ title: GOOD })
    const sum = Object.values(score_parts).reduce((total, part) => total + part, 0)
    expect(sum).toBeCloseTo(score, 3)
  })

  it('names another narrator without rejecting the release', () => {
    const verdict = verdictOf({ title: 'Mara Ellison - The Hollow Tide, read by Tom Reed' })
    expect(verdict.accepted).toBe(true)
    expect(verdict.reasons).toContainEqual({
      code: 'narrator_differs',
      effect: 'penalty',
      params: { narrator: 'Tom Reed' },
      text: 'different narrator: Tom Reed',
    })
  })

  it.each([
    ['seeders', { seeders: 1 }, 0, '1 seeder'],
    ['seeders', { seeders: 2 }, 0, '2 seeders'],
    ['few_seeders', { seeders: 1 }, 3, '1 seeder, fewer than 3'],
    ['few_seeders', { seeders: 0 }, 1, '0 seeders, fewer than 1'],
  ])('counts in words: %s of %o, at least %i', (code, facts, minimum, text) => {
    const verdict = verdictOf({ title: GOOD, ...facts }, { settings: { min_seeders: minimum } })
    expect(verdict.reasons.find((reason) => reason.code === code)?.text).toBe(text)
  })

  it('never divides by an unknown length', () => {
    const verdict = verdictOf(
      { title: GOOD, size: FITTING_SIZE },
      { book: { ...HOLLOW_TIDE, runtimeMin: 0 } },
    )
    expect(codes(verdict)).toContain('size_unknown')
  })
})

describe('pieces of a recording', () => {
  it.each(['CD 3', '(CD 3 of 9)', '(Disc 2 of 9)', '[CD 1 of 9]'])(
    'are refused on their own: %s',
    (piece) => {
      expect(rejections(verdictOf({ title: `Mara Ellison - The Hollow Tide ${piece}` }))).toContain(
        'part_only',
      )
    },
  )

  it.each(['[12 CDs]', '[12 CD]', '(12 discs)', 'CD 1-12', 'Disc 1-12', '[MP3 CD]', '[24 files]'])(
    'are right together: %s',
    (pieces) => {
      const verdict = verdictOf({ title: `Mara Ellison - The Hollow Tide ${pieces}` })
      expect([verdict.accepted, verdict.automatic]).toEqual([true, true])
    },
  )

  it('are not discs if the number is that of a volume', () => {
    const verdict = verdictOf({ title: 'Mara Ellison - Saltmarsh 3 CD - The Hollow Tide' })
    expect(rejections(verdict)).toContain('volume_differs')
  })

  it('are right as a set', () => {
    expect(verdictOf({ title: 'Mara Ellison - The Hollow Tide (12 CD Set)' }).accepted).toBe(true)
  })
})
