import { describe, expect, it } from 'vitest'
import { delimiterOf, readHeader, readRow } from '#server/domain/lists/export-rows.rules'

const GOODREADS =
  'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies'
const STORYGRAPH =
  'Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,Star Rating,Review,Tags,Owned?'

const rowOf = (header: string, cells: Record<string, string>) => {
  const names = header.split(',')
  const table = readHeader(names)
  return (
    table &&
    readRow(
      table,
      names.map((name) => cells[name] ?? ''),
    )
  )
}

describe('The first line of a list', () => {
  it.each([
    [GOODREADS, ','],
    [STORYGRAPH, ','],
    ['\uFEFF"Title";"Author"', ';'],
    ['title\tauthor', '\t'],
    ['Titel;Autor', ';'],
    ['Dune', null],
    ['Title', null],
    ['Dune, Frank Herbert', null],
    ['', null],
  ])('%j is divided by %j', (line, delimiter) => {
    expect(delimiterOf(`${line}\r\nnext`)).toBe(delimiter)
  })

  it.each([
    [GOODREADS, 'goodreads'],
    [STORYGRAPH, 'storygraph'],
    ['Title,Author,Contributors,ISBN,Format,Read Status', 'storygraph'],
    ['Book,Writer', 'csv'],
  ])('%j identifies the source of the table', (line, source) => {
    expect(readHeader(line.split(','))?.source).toBe(source)
  })

  it('is read at once, however many spaces it contains', () => {
    const blanks = `a${' '.repeat(500_000)}b`
    expect(readHeader(['Title', blanks, ' Exclusive  Shelf "'])?.source).toBe('goodreads')
  })

  it('does not exist for a table without a column for the title', () => {
    expect(readHeader(['Author', 'ISBN'])).toBeNull()
  })
})

describe('A row of Goodreads', () => {
  it('has an ISBN behind a sign, a first author and a shelf', () => {
    const row = rowOf(GOODREADS, {
      Title: 'The Final Empire (Mistborn, #1)',
      Author: 'Brandon  Sanderson',
      'Author l-f': 'Sanderson, Brandon',
      ISBN: '="0765311786"',
      ISBN13: '="9780765311788"',
      'Exclusive Shelf': 'to-read',
    })
    expect(row).toEqual({
      entry: {
        title: 'The Final Empire (Mistborn, #1)',
        author: 'Brandon Sanderson',
        identifier: '9780765311788',
      },
      read: false,
    })
  })

  it('takes the shorter ISBN if the longer one is missing, and none if both are', () => {
    const isbn = { ISBN: '="080442957X"', ISBN13: '=""' }
    expect(rowOf(GOODREADS, { Title: 'A', ...isbn })?.entry.identifier).toBe('080442957X')
    expect(rowOf(GOODREADS, { Title: 'A', ISBN: '=""', ISBN13: '=""' })?.entry.identifier).toBeNull()
  })

  it.each([
    ['read', true],
    ['currently-reading', true],
    ['did-not-finish', true],
    ['to-read', false],
    ['To Read', false],
    ['want-to-read', false],
    ['', false],
  ])('on the shelf %j is read: %s', (shelf, read) => {
    expect(rowOf(GOODREADS, { Title: 'A', 'Exclusive Shelf': shelf })?.read).toBe(read)
    expect(rowOf(STORYGRAPH, { Title: 'A', 'Read Status': shelf })?.read).toBe(read)
  })
})

describe('A row of a table', () => {
  it.each([
    ['Ann Leckie', 'Ann Leckie'],
    ['Terry Pratchett, Neil Gaiman', 'Terry Pratchett'],
    ['Terry Pratchett & Neil Gaiman', 'Terry Pratchett'],
    ['Homer', 'Homer'],
    ['', null],
  ])('with the authors %j is by %j', (authors, author) => {
    expect(rowOf(STORYGRAPH, { Title: 'A', Authors: authors })?.entry.author).toBe(author)
  })

  it('is skipped without a title', () => {
    expect(rowOf(STORYGRAPH, { Authors: 'Ann Leckie' })).toBeNull()
  })

  it('has an ASIN if a column has that name, and no other identifier', () => {
    expect(rowOf('Title,ASIN', { Title: 'A', ASIN: 'b0ctht9l1s' })?.entry.identifier).toBe('B0CTHT9L1S')
    expect(rowOf(STORYGRAPH, { Title: 'A', 'ISBN/UID': '5f2c1e7a-11' })?.entry.identifier).toBeNull()
  })

  it('keeps formulas as text, and truncates what is too long for a title', () => {
    expect(rowOf(STORYGRAPH, { Title: '=cmd|A1' })?.entry.title).toBe('=cmd|A1')
    expect(rowOf(STORYGRAPH, { Title: 'x'.repeat(900) })?.entry.title).toHaveLength(300)
  })
})

describe('The authors of a row', () => {
  it.each([
    [STORYGRAPH, 'Authors', 'Voltaire, Theo Cuffe', 'Voltaire'],
    [STORYGRAPH, 'Authors', 'Homer, Emily Wilson', 'Homer'],
    [STORYGRAPH, 'Authors', 'Ada Moor, Ben Hale', 'Ada Moor'],
    [STORYGRAPH, 'Authors', 'Voltaire', 'Voltaire'],
    ['Title,Author', 'Author', 'Herbert, Frank', 'Frank Herbert'],
  ])('under %s, %s “%s” begin with %s', (header, column, cell, author) => {
    expect(rowOf(header, { Title: 'Candide', [column]: cell })?.entry.author).toBe(author)
  })
})
