import { describe, expect, it } from 'vitest'
import { fold } from '#server/domain/ranking/fold.rules'
import { GAP, repair, sameWord, similarity, wordsOf } from '#server/domain/ranking/normalise.rules'

const keys = (text: string) => wordsOf(repair(text)).map(({ key }) => key)

describe('words of a title', () => {
  it.each([
    ['The Hollow Tide', ['the', 'hollow', 'tide']],
    ['Mara.Ellison_-_The_Hollow.Tide', ['mara', 'ellison', 'the', 'hollow', 'tide']],
    ["Ender's Game", ['enders', 'game']],
    ['Ender’s Game', ['enders', 'game']],
    ['Pride & Prejudice', ['pride', 'and', 'prejudice']],
    ['Pride &amp; Prejudice', ['pride', 'and', 'prejudice']],
    ['Les Misérables', ['les', 'miserables']],
    ['Straße nach Øst, Łódź', ['strasse', 'nach', 'ost', 'lodz']],
    ['UngekÃ¼rzt', ['ungekurzt']],
    ['Мастер и Маргарита', ['мастер', 'и', 'маргарита']],
    ['ノルウェイの森', ['ノルウェイの森']],
    ['Volume 0.5', ['volume', '0.5']],
    ['Saga.05.2016', ['saga', '05', '2016']],
    ['#3', ['#', '3']],
    ['', []],
  ])('reads %s', (text, expected) => {
    expect(keys(text)).toEqual(expected)
  })

  it.each([
    ['One Two', GAP.none],
    ['One, Two', GAP.comma],
    ['One-Two', GAP.hyphen],
    ['One: Two', GAP.colon],
    ['One:Two', GAP.none],
    ['One - Two', GAP.dash],
    ['One.-.Two', GAP.dash],
    ['One — Two', GAP.dash],
    ['One [Two]', GAP.dash],
    ['One / Two', GAP.comma],
    ['One/Two', GAP.comma],
    ['02/49', GAP.dash],
    ['One + Two', GAP.comma],
    ['One+Two', GAP.none],
  ])('knows what divides the words of %s', (text, gap) => {
    expect(wordsOf(text)[1]?.gap).toBe(gap)
  })

  it('numbers pairs of brackets', () => {
    expect(wordsOf('One [Two Three] Four (Five)').map(({ bracket }) => bracket)).toEqual([0, 1, 1, 0, 2])
  })
})

describe('the same word', () => {
  it.each([
    ['Phönix', 'Phoenix', true],
    ['Phönix', 'Phonix', true],
    ['Müller', 'Mueller', true],
    ['III', '3', true],
    ['three', '03', true],
    ['Tide', 'tide', true],
    ['Tide', 'Tides', false],
    ['Poet', 'Pot', false],
  ])('%s and %s: %s', (one, other, same) => {
    const [first] = wordsOf(one)
    const [second] = wordsOf(other)
    expect(first && second && sameWord(first, second)).toBe(same)
  })

  it('folds case, diacritics and apostrophes', () => {
    expect(fold("D'Éon’s")).toBe('deons')
  })

  it.each([
    ['virginia', 'virgina', 0.875],
    ['same', 'same', 1],
    ['abcd', 'wxyz', 0],
    ['', '', 1],
  ])('says how alike %s and %s are', (one, other, likeness) => {
    expect(similarity(one, other)).toBeCloseTo(likeness, 3)
  })
})
