import { describe, expect, it } from 'vitest'
import { otherReadings, readTitleLine } from '#server/domain/lists/title-line.rules'

describe('A line of a list', () => {
  it.each([
    ['Dune', 'Dune', null],
    ['Dune - Frank Herbert', 'Dune', 'Frank Herbert'],
    ['Dune – Frank Herbert', 'Dune', 'Frank Herbert'],
    ['Dune\tFrank Herbert', 'Dune', 'Frank Herbert'],
    ['Dune; Frank Herbert', 'Dune', 'Frank Herbert'],
    ['Dune | Frank Herbert', 'Dune', 'Frank Herbert'],
    ['Dune by Frank Herbert', 'Dune', 'Frank Herbert'],
    ['“Dune”, by Frank Herbert', 'Dune', 'Frank Herbert'],
    ['The Hobbit by J. R. R. Tolkien', 'The Hobbit', 'J. R. R. Tolkien'],
    ['Der Schwarm von Frank Schätzing', 'Der Schwarm', 'Frank Schätzing'],
    ['12. Dune', 'Dune', null],
    ['12) Dune', 'Dune', null],
    ['#3 Dune', 'Dune', null],
    ['- [x] Dune', 'Dune', null],
    ['  • *Dune* ', 'Dune', null],
    ['1. - Dune - Frank Herbert', 'Dune', 'Frank Herbert'],
    ['1984', '1984', null],
    ['2001: A Space Odyssey', '2001: A Space Odyssey', null],
    ['Stand by Me', 'Stand by Me', null],
    ['Catch-22', 'Catch-22', null],
    ['A - B - C', 'A - B - C', null],
    [`The   Long${' '.repeat(200)}Road`, 'The Long Road', null],
    ['A \t B - C \u00A0 D - E', 'A B - C D - E', null],
    ['Dune \t  Frank   Herbert', 'Dune', 'Frank Herbert'],
    ['\uFEFFDune', 'Dune', null],
  ])('%j names %j by %j', (line, title, author) => {
    expect(readTitleLine(line)).toEqual({ title, author, identifier: null })
  })

  it.each([
    ['B0CTHT9L1S'],
    ['9780441013593'],
    ['978-0-441-01359-3'],
    ['ISBN: 9780441013593'],
    ['https://www.audible.com/pd/Dune-Audiobook/B002V1OF70'],
  ])('%j points at a book', (line) => {
    expect(readTitleLine(`- ${line}`)).toEqual({ title: line, author: null, identifier: line })
  })

  it.each(['', '   ', '---', '***', '"'.repeat(299), 'x'.repeat(301)])('%j is not an entry', (line) => {
    expect(readTitleLine(line)).toBeNull()
  })

  it('may be read with the author first, and as a title alone', () => {
    expect(otherReadings({ title: 'Death', author: 'Black Hole' })).toEqual([
      { title: 'Black Hole', author: 'Death' },
      { title: 'Death by Black Hole', author: null },
      { title: 'Death - Black Hole', author: null },
    ])
    expect(otherReadings({ title: 'Dune', author: null })).toEqual([])
  })
})
