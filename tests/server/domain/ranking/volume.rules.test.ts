import { describe, expect, it } from 'vitest'
import { wordsOf } from '#server/domain/ranking/normalise.rules'
import { placesOf, readVolumes, showPlaces } from '#server/domain/ranking/volume.rules'

const read = (text: string) => readVolumes(wordsOf(text), () => false)

describe('volumes in a title', () => {
  it.each([
    ['Saltmarsh 1 - Title', '1'],
    ['Saltmarsh 01 - Title', '1'],
    ['Saltmarsh I: Title', null],
    ['Saltmarsh II - Title', '2'],
    ['Saltmarsh Book One', '1'],
    ['Saltmarsh, Book 1', '1'],
    ['Saltmarsh #1', '1'],
    ['Saltmarsh 1.0 - Title', '1'],
    ['Saltmarsh Vol. 5', '5'],
    ['Saltmarsh v05', '5'],
    ['Saltmarsh Bk.29', '29'],
    ['Saltmarsh Band 05', '5'],
    ['Saltmarsh 0.5 - Title', '0.5'],
    ['Saltmarsh 1-3', '1-3'],
    ['Saltmarsh Books 1 through 5', '1-5'],
    ['Saltmarsh Vol. 5 and 6', '5-6'],
    ['Saltmarsh v05-07', '5-7'],
    ['Saltmarsh[1-6] Classic', '1-6'],
    ['Saltmarsh Book 3 of 12', '3'],
    ['Title', null],
    ['The 100 Days of Title', null],
  ])('%s: %s', (text, expected) => {
    const [mark] = read(text).volumes
    expect(mark ? showPlaces(mark) : null).toBe(expected)
  })

  it.each([
    ['Title (Part 1 of 2)', { part: 1, total: 2 }],
    ['Title Pt. 2', { part: 2, total: null }],
    ['Title (1 of 3)', { part: 1, total: 3 }],
    ['Title, Part Two', { part: 2, total: null }],
    ['Title', null],
  ])('parts: %s', (text, expected) => {
    const { part } = read(text)
    expect(part && { part: part.part, total: part.total }).toEqual(expected)
  })

  it('parses a title with several parts once', () => {
    expect(read('Title Part 1 of 2, Part 2 of 2').part?.part).toBe(1)
  })

  it.each([
    ['1', { from: 1, to: 1 }],
    ['0.5', { from: 0.5, to: 0.5 }],
    ['1-3', { from: 1, to: 3 }],
    ['01-16, 13.5', { from: 1, to: 16 }],
    ['IV', { from: 4, to: 4 }],
    ['prequel', null],
    [null, null],
  ])('the position %s', (position, places) => {
    expect(placesOf(position)).toEqual(places)
  })
})
