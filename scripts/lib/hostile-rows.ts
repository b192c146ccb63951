import type { FakeRow } from '#fakes/prowlarr/offers'

/** Indexer texts designed to be expensive to process. */
const TITLES = [
  'The Hollow Tide '.repeat(7000),
  'a '.repeat(50_000),
  '[('.repeat(25_000),
  `${'('.repeat(20_000)}The Hollow Tide${')'.repeat(20_000)}`,
  'e\u0301\u0302\u0303'.repeat(10_000),
  `The Hollow Tide by ${'Mara Ellison, '.repeat(3000)}`,
  `${'1-2-3 '.repeat(9000)}Book`,
  `The Hollow Tide ${'read by '.repeat(7000)}`,
  '\u0000\ud800'.repeat(15_000),
  'The Hollow Tide by Mara Ellison [ENG / M4B]',
] as const

interface Nested {
  id: number
  subCategories: Nested[]
}

const nested = (levels: number): Nested[] =>
  levels === 0 ? [] : [{ id: levels, subCategories: nested(levels - 1) }]

/** Rows of a search: long, repetitive, bracketed, full of combining marks, with nested categories. */
export function hostileRows(count: number): FakeRow[] {
  return Array.from({ length: count }, (_, at) => ({
    guid: `https://indexer.invalid/t/${at}`,
    indexerId: 1,
    // Within the maximum size of a row: a longer one would be skipped.
    title: (TITLES[at % TITLES.length] ?? '').slice(0, 8000),
    size: 300_000_000,
    publishDate: '2024-01-01T00:00:00Z',
    protocol: 'torrent',
    indexerFlags: Array.from({ length: 200 }, (_each, flag) => `flag ${flag}`),
    categories: nested(20),
    infoUrl: `https://indexer.invalid/${'x'.repeat(3000)}`,
  }))
}
