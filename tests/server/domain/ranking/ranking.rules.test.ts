import { describe, expect, it } from 'vitest'
import { rankInSlices, rankReleases, rankingSteps } from '#server/domain/ranking/ranking.rules'
import { inputFor, metadata, order, rank, release } from './samples'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    release({
      guid: String(at),
      title: `Mara Ellison - Saltmarsh ${String(at % 9)} - The Hollow Tide`,
      seeders: at % 50,
    }),
  )

describe('ranking', () => {
  it('numbers every release once, from 1', () => {
    const ranked = rank(many(130))
    expect(ranked.map((entry) => entry.rank)).toEqual(Array.from({ length: 130 }, (_, at) => at + 1))
    expect(new Set(ranked.map((entry) => entry.release.guid)).size).toBe(130)
  })

  it('returns nothing for no releases', () => {
    expect(rank([])).toEqual([])
  })

  it('keeps equals in their original order', () => {
    const titles = ['Mara Ellison - The Hollow Tide [M4B]', 'The Hollow Tide - Mara Ellison [M4B]']
    expect(order(titles.map((title) => release({ title })))).toEqual(titles)
    titles.reverse()
    expect(order(titles.map((title) => release({ title })))).toEqual(titles)
  })

  it('returns the same list in slices, and lets others work in between', async () => {
    const input = inputFor(many(200))
    let pauses = 0
    const sliced = await rankInSlices(input, () => {
      pauses++
      return Promise.resolve()
    })
    expect(sliced).toEqual(rankReleases(input))
    expect(pauses).toBeGreaterThan(4)
  })

  it('yields before it has judged more than a few releases', () => {
    const steps = rankingSteps(inputFor(many(500)))
    let count = 0
    while (steps.next().done !== true) count++
    expect(count).toBeGreaterThanOrEqual(500 / 50)
  })

  it('does not modify its input', () => {
    const input = inputFor(many(20))
    const before = structuredClone(input)
    rankReleases(input)
    expect(input).toEqual(before)
  })

  it('survives titles without information', () => {
    const titles = ['', '…', '[][][]', '(((((', '---', '\u0000', '𝓣𝓱𝓮', 'a'.repeat(5000), '1 '.repeat(2000)]
    expect(rank(titles.map((title) => release({ title }))).every(({ verdict }) => !verdict.accepted)).toBe(
      true,
    )
  })

  it('survives a book with only a title', () => {
    const book = { title: '???', authors: [], narrators: [], series: [], language: null, runtimeMin: null }
    expect(rank([release({})], { book })[0]?.verdict.accepted).toBe(false)
  })
})

describe('the displayed details of a release', () => {
  const shown = (changes: Parameters<typeof release>[0]) => rank([release(changes)])[0]?.metadata

  it.each([
    ['REQ: Mara Ellison - The Hollow Tide [05/60] "Ellison.par2" yEnc', 'Mara Ellison - The Hollow Tide'],
    ['Classics - Mara Ellison - The Hollow Tide', 'Mara Ellison - The Hollow Tide'],
    ['Mara Ellison - The Hollow Tide...', undefined],
    ['The Hollow Tide by Mara Ellison [ENG / M4B]', undefined],
  ])('show how its name was read if that differs by more than punctuation: %s', (title, name) => {
    expect(shown({ title })?.read_as).toBe(name)
  })

  it.each([
    [
      'The Hollow Tide by Mara Ellison, Tom Reed [ENG / M4B]',
      'The Hollow Tide',
      ['Mara Ellison', 'Tom Reed'],
      [],
    ],
    [
      'Mara Ellison - [Saltmarsh 02] - The Hollow Tide (read by June Park)',
      'The Hollow Tide',
      ['Mara Ellison'],
      ['June Park'],
    ],
    ['Joe Abercrombie - First Law World 04 - Best Served Cold', 'Best Served Cold', ['Joe Abercrombie'], []],
    ['Standalone Title [EPUB]', 'Standalone Title', [], []],
  ])('include what %s says', (title, name, authors, narrators) => {
    expect(shown({ title })).toMatchObject({ title: name, authors, narrators })
  })

  it('prefers what the indexer says', () => {
    const known = metadata({ title: 'Tide', authors: ['A'], narrators: ['B'], filetypes: ['m4b', 'mp3'] })
    expect(shown({ metadata: known })).toEqual({
      title: 'Tide',
      subtitle: null,
      authors: ['A'],
      narrators: ['B'],
      filetype: 'm4b mp3',
    })
  })
})
