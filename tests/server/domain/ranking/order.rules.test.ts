import { describe, expect, it } from 'vitest'
import type { Release } from '#server/domain/ranking/ranking.types'
import type { Circumstances } from './samples'
import { NOW, metadata, rank, release } from './samples'

const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

/** In each pair, the first is better in one criterion, and the second in all later ones. */
const pairs: [string, Partial<Release>, Partial<Release>, Circumstances?][] = [
  [
    'the right book before anything',
    { title: 'Mara Ellison - The Hollow Tide', seeders: 1 },
    { title: 'The Hollow Tide [M4B]', seeders: 900 },
  ],
  [
    'the wanted narrator before the format',
    { title: 'Mara Ellison - The Hollow Tide (read by June Park) [MP3]' },
    { title: 'Mara Ellison - The Hollow Tide (read by Tom Reed) [M4B]' },
  ],
  [
    'an unnamed narrator before another one',
    { title: 'Mara Ellison - The Hollow Tide [MP3]' },
    { title: 'Mara Ellison - The Hollow Tide [M4B]', metadata: metadata({ narrators: ['Tom Reed'] }) },
  ],
  [
    'the preferred format before flags',
    { title: 'Mara Ellison - The Hollow Tide [M4B]' },
    { title: 'Mara Ellison - The Hollow Tide [MP3]', flags: ['freeleech'] },
  ],
  [
    'flags before the indexer',
    { flags: ['Freeleech'] },
    { indexer: 'First' },
    { settings: { indexer_order: ['First'] } },
  ],
  [
    'unwanted flags behind',
    {},
    { flags: ['scene'], seeders: 500 },
    { settings: { indexer_flags: [{ flag: 'scene', score: -5 }] } },
  ],
  [
    'the indexer before the fit',
    { indexer: 'First' },
    { indexer: 'Second', size: 288_000_000 },
    { settings: { indexer_order: ['first', 'second'] } },
  ],
  ['the fit before seeders', { size: 288_000_000, seeders: 2 }, { size: null, seeders: 900 }],
  ['seeders before age', { seeders: 90, publishDate: daysAgo(1) }, { seeders: 5, publishDate: daysAgo(900) }],
  ['the older torrent', { publishDate: daysAgo(400) }, { publishDate: daysAgo(2) }],
  [
    'the newer post',
    { protocol: 'usenet', seeders: null, publishDate: daysAgo(2) },
    { protocol: 'usenet', seeders: null, publishDate: daysAgo(400) },
  ],
]

describe('the order of releases', () => {
  it.each(pairs)('%s', (_, better, worse, given) => {
    const releases = [release({ ...worse, guid: 'worse' }), release({ ...better, guid: 'better' })]
    const [first, second] = rank(releases, given)
    expect(first?.release.guid).toBe('better')
    // Criteria after the format decide the place, but hardly change the score.
    expect((first?.verdict.score ?? 0) - (second?.verdict.score ?? 0)).toBeGreaterThan(-1)
  })

  it('ranks rejected ones last, however good they would be otherwise', () => {
    const releases = [
      release({ guid: 'rejected', flags: ['freeleech'], seeders: 0 }),
      release({ guid: 'listed', title: 'The Hollow Tide' }),
    ]
    expect(rank(releases).map(({ release: { guid } }) => guid)).toEqual(['listed', 'rejected'])
  })

  it('ranks a release that may be grabbed before one that is only listed', () => {
    const releases = [
      release({ guid: 'listed', title: 'The Hollow Tide [M4B]', seeders: 900 }),
      release({ guid: 'grabbed', title: 'Ellison - The Hollow Tide', seeders: 1 }),
    ]
    expect(rank(releases)[0]?.release.guid).toBe('grabbed')
  })

  it('follows the order of formats', () => {
    const titles = ['M4B', 'MP3', 'FLAC', 'OGG'].map((format) => `Mara Ellison - The Hollow Tide [${format}]`)
    const ranked = rank(
      titles.map((title) => release({ title })),
      { settings: { format_order: ['flac', 'unknown_audio', 'mp3'] } },
    )
    expect(ranked.map(({ metadata: { filetype } }) => filetype)).toEqual(['flac', null, 'mp3', 'm4b'])
  })

  it('distinguishes two recordings by narrator, then by length', () => {
    const base = 'Mara Ellison - The Hollow Tide 64kbps'
    const releases = [
      release({ guid: 'longer', title: base, size: 400_000_000 }),
      release({ guid: 'fits', title: base, size: 288_000_000 }),
      release({ guid: 'narrator', title: `${base} (read by June Park)`, size: null }),
    ]
    expect(rank(releases).map(({ release: { guid } }) => guid)).toEqual(['narrator', 'fits', 'longer'])
  })
})
