import { describe, expect, it } from 'vitest'
import { foldText, searchColumns, searchWords } from '#server/domain/search-text.rules'

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

  it('is idempotent', () => {
    const once = foldText('Die Straße – Teil II (ungekürzt), Ærø')
    expect(foldText(once)).toBe(once)
  })
})

describe('the words of a search', () => {
  it('each appear once', () => {
    expect(searchWords('  The salt, the ROAD ')).toEqual(['the', 'salt', 'road'])
    expect(searchWords('%%% ___')).toEqual([])
  })

  it('are no longer than stored words, and cut if they have no spaces', () => {
    expect(searchWords('x'.repeat(40))).toEqual(['x'.repeat(32)])
    expect(searchWords(`${'あ'.repeat(32)}いう`)).toEqual(['あ'.repeat(32), 'いう'])
    expect([...(searchWords('𠮷'.repeat(40))[0] ?? '')]).toHaveLength(32)
  })
})

const book = { asin: 'B00ABCDEF1', title: '', subtitle: null, authors: [], narrators: [], series: [] }

it('a book is found by title, subtitle, people, series and ASIN', () => {
  const { searchText } = searchColumns({
    ...book,
    title: 'Über Land',
    subtitle: 'A Walk',
    authors: ['José Ruiz'],
    narrators: ['Zoë Hart', 'José Ruiz'],
    series: [{ title: 'Long Ways' }],
  })
  expect(searchText).toBe('uber land a walk jose ruiz zoe hart long ways b00abcdef1')
})

it('a word without spaces is stored from each of its characters on', () => {
  const { searchText } = searchColumns({ ...book, title: '硝子の城 Glass', authors: [`${'ab'.repeat(20)}`] })
  expect(searchText).toBe(`硝子の城 子の城 の城 城 glass ${'ab'.repeat(16)} b00abcdef1`)
})

it('no text grows without end when it is folded', () => {
  expect(foldText('\ufdfa')).toBe('صلى الله عليه وسلم')
  expect(foldText('\ufdfa'.repeat(1000)).length).toBeLessThanOrEqual(4000)
  expect(foldText('한'.repeat(500))).toBe('한'.repeat(500))
})
