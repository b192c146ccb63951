import { describe, expect, it } from 'vitest'
import { foldText, searchColumns, searchWords } from '#server/domain/books/search-text.rules'

describe('folding', () => {
  it.each([
    ['Café Noël', 'cafe noel'],
    ['O’Brien & "Sons"', 'obrien sons'],
    ['Spider-Man: Vol. 1', 'spider man vol 1'],
    ['Straße', 'strasse'],
    ['Æther Øre Łódź', 'aether ore lodz'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['ガラスの城', 'ガラスの城'],
    ['हिन्दी', 'हिन्दी'],
    ['C++ for 100%', 'c++ for 100'],
    ['%_!\\', ''],
    ['', ''],
  ])('makes %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('is the same when done twice', () => {
    const once = foldText('Die Straße – Teil II (ungekürzt), Ærø')
    expect(foldText(once)).toBe(once)
  })
})

it('the words of a search are each there once', () => {
  expect(searchWords('  The salt, the ROAD ')).toEqual(['the', 'salt', 'road'])
  expect(searchWords('%%% ___')).toEqual([])
})

it('a book is found by title, subtitle, people, series and ASIN', () => {
  const { searchText } = searchColumns({
    asin: 'B00ABCDEF1',
    title: 'Über Land',
    subtitle: 'A Walk',
    authors: ['José Ruiz'],
    narrators: ['Zoë Hart'],
    series: [{ title: 'Long Ways' }],
  })
  expect(searchText).toBe('uber land a walk jose ruiz zoe hart long ways b00abcdef1')
})
