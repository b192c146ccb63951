import { describe, expect, it } from 'vitest'
import { MAX_ENTRIES } from '#contract/lists'
import { readList } from '#server/domain/lists/read-list'

const titlesOf = async (text: string, shelves: 'to_read' | 'all' = 'to_read') =>
  (await readList(text, shelves)).entries.map(({ title }) => title)
const lines = (count: number) => Array.from({ length: count }, (_, at) => `Book ${at}`).join('\n')

describe('A list', () => {
  it('may contain quotes, commas and line breaks in its cells, with or without a byte order mark', async () => {
    const text = [
      '\uFEFFTitle,Authors,Read Status,Review',
      '"Eats, Shoots & Leaves",Lynne Truss,to-read,"a\nb, ""c"""',
      '"The ""Best"" Of It",Ann Ash,to-read,',
      'Short,Ann Ash',
    ].join('\r\n')
    expect(await titlesOf(text)).toEqual(['Eats, Shoots & Leaves', 'The "Best" Of It', 'Short'])
  })

  it('may use semicolons, and the line breaks of any system', async () => {
    expect(await titlesOf('Title;Author\rDune;Frank Herbert\rEmma;Jane Austen')).toEqual(['Dune', 'Emma'])
  })

  it('contains only books to read, or all of it', async () => {
    const text = 'Title,Author,Exclusive Shelf\nDune,Frank Herbert,read\nEmma,Jane Austen,to-read'
    expect(await titlesOf(text)).toEqual(['Emma'])
    expect(await titlesOf(text, 'all')).toEqual(['Dune', 'Emma'])
    const read = 'Title,Author,Exclusive Shelf\nDune,Frank Herbert,read'
    await expect(readList(read, 'to_read')).rejects.toMatchObject({
      code: 'list_without_books',
      params: { why: 'all_read', n: 1 },
    })
  })

  it('contains a book once that it names twice', async () => {
    expect(await titlesOf('Dune - Frank Herbert\nDUNE – frank herbert\nDune Messiah')).toEqual([
      'Dune',
      'Dune Messiah',
    ])
  })

  it('may be as long as documented, and no longer', async () => {
    expect(await titlesOf(lines(MAX_ENTRIES))).toHaveLength(MAX_ENTRIES)
    await expect(readList(lines(MAX_ENTRIES + 1), 'all')).rejects.toMatchObject({ code: 'list_too_long' })
  })

  it.each([
    ['signs alone', '---\n***\n\n'],
    ['a header alone', 'Title,Author\n'],
    ['a megabyte of one line', 'x'.repeat(1_000_000)],
    ['a megabyte of quotation marks', '"'.repeat(1_000_000)],
    ['a megabyte of empty lines', '\n'.repeat(1_000_000)],
    ['a megabyte of commas', `Title,Author\n${','.repeat(900_000)}`],
    ['a quotation mark that is never closed', `Title,Author\n"${'Dune, '.repeat(100_000)}`],
  ])('is refused where it is %s', async (_, text) => {
    await expect(readList(text, 'all')).rejects.toMatchObject({ code: 'list_without_books' })
  })

  it.each([
    ['lines', ''],
    ['rows of a table', 'Title,Author\n'],
    ['skipped rows of a table', 'Title,Exclusive Shelf\n'],
  ])('is refused where it has hundreds of thousands of %s', async (what, header) => {
    const row = what.startsWith('skipped') ? 'a,read\n' : 'a\n'
    await expect(readList(header + row.repeat(140_000), 'to_read')).rejects.toMatchObject({
      code: 'list_too_long',
    })
  })

  it('lets others get their turn while a megabyte is read', async () => {
    let turns = 0
    // Turns of the event loop, not of the clock: a fast machine takes as many as a slow one.
    const takeTurn = () => {
      turns += 1
      next = setImmediate(takeTurn)
    }
    let next = setImmediate(takeTurn)
    const rows = Array.from({ length: 9000 }, (_, at) => `Book ${at},"Ann ${'x'.repeat(80)}",read`)
    await readList(['Title,Author,Read Status', ...rows, 'Last,Ann Ash,to-read'].join('\n'), 'to_read')
    clearImmediate(next)
    expect(turns).toBeGreaterThan(50)
  })
})
