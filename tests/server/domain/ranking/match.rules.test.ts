import { describe, expect, it } from 'vitest'
import type { WantedBook } from '#server/domain/ranking/ranking.types'
import { rejections, verdictOf } from './samples'

const NOBODY_KNOWN = { narrators: [], series: [], edition: null, runtimeMin: null } as const

function accepted(title: string, wanted: Partial<WantedBook>): boolean {
  return verdictOf({ title }, { book: { ...NOBODY_KNOWN, ...wanted } }).accepted
}

const IT = { title: 'It', authors: ['Stephen King'] }
const DUNE = { title: 'Dune', authors: ['Frank Herbert'] }
const SAVAGE = { title: 'Savage Awakening 7', authors: ['Nico Brandt'] }
const COLON = { title: 'The Finest Edge of Rain: Storms & Sails', authors: ['R.A. Salter'] }
const SERIES_FIRST = { title: 'Feral Tide 4: The Harbour Contract', authors: ['Chase Moore'] }
const BRACKETS = { title: 'We Are Legion (We Are Bob)', authors: ['Dennis E. Taylor'] }
const SHORT_COLON = { title: 'Dune: Messiah', authors: ['Frank Herbert'] }
const LION = { title: 'The Lion', authors: ['Stephen King'], series: [{ title: 'The Lion', position: '1' }] }
const TWO_AUTHORS = { title: 'Rocky Start', authors: ['Jennifer Crusie', 'Bob Mayer'] }

describe('which titles are the wanted book', () => {
  it.each([
    ['Stephen King - It (Unabridged)', IT],
    ['It by Stephen King [ENG / M4B]', IT],
    ['King, Stephen - It [MP3]', IT],
    ['Frank Herbert - Dune [Unabridged 64k].m4b', DUNE],
    ['Herbert - Dune [B0036S4B2G].m4b', DUNE],
    ['Dune Frank Herbert [ENG / MP3]', DUNE],
    ['Frank.Herbert.Dune.in.English.128kbps.mp3', DUNE],
    ['Dune - Dune Chronicles 1 - Frank Herbert 64kbps', DUNE],
    ['Frank Herbert - Dune - A Novel of Arrakis [M4B]', DUNE],
    ['Nico Brandt - Savage Awakening 7 [M4B]', SAVAGE],
    ['Savage Awakening, Book VII by Nico Brandt', SAVAGE],
    ['Savage Awakening 07 - Nico Brandt', SAVAGE],
    ['The Finest Edge of Rain by R A Salter [ENG / M4B]', COLON],
    ['The Finest Edge of Rain Storms and Sails by R. A. Salter', COLON],
    ['The Harbour Contract by Chase Moore [ENG / M4B]', SERIES_FIRST],
    ['Chase Moore - Feral Tide 4 [MP3]', SERIES_FIRST],
    ['Dennis E. Taylor - Bobiverse - 01 - We Are Legion', BRACKETS],
    ['Frank Herbert - Dune Messiah [MP3]', SHORT_COLON],
    ['Rocky Start - Bob Mayer & Jennifer Crusie', TWO_AUTHORS],
    ['Rocky Start by Bob Mayer [ENG / M4B]', TWO_AUTHORS],
    ['JaneDoe-GreatStory.2024', { title: 'Great Story', authors: ['Jane Doe'] }],
    ['Stand by Me by Stephen King [ENG / M4B]', { title: 'Stand by Me', authors: ['Stephen King'] }],
    ['Jane Austen - Pride & Prejudice', { title: 'Pride and Prejudice', authors: ['Jane Austen'] }],
    ['George Orwell - 1984 (2007) [MP3]', { title: '1984', authors: ['George Orwell'] }],
    ['Mara Ellison - The Hollow Harbor [MP3]', { title: 'The Hollow Harbour' }],
    ['Spiderman by Jane Doe [MP3]', { title: 'Spider-Man', authors: ['Jane Doe'] }],
    [
      'Булгаков Михаил - Мастер и Маргарита [MP3]',
      { title: 'Мастер и Маргарита', authors: ['Михаил Булгаков'], language: 'ru' },
    ],
  ])('%s is', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(true)
  })

  it.each([
    ['You Like It Darker by Stephen King [ENG / M4B]', IT, 'title_differs'],
    ['Stephen King - If It Bleeds', IT, 'title_differs'],
    ['It Ends with Us by Colleen Hoover', IT, 'title_differs'],
    ['Dune Messiah - Frank Herbert', DUNE, 'title_differs'],
    ['The Road to Dune - Frank Herbert', DUNE, 'title_differs'],
    ['Frank Herbert - Dune - The Butlers [MP3]', DUNE, 'title_differs'],
    ['Dune and Sea by Frank Herbert', DUNE, 'title_differs'],
    ['Brian Herbert - Dune', DUNE, 'author_differs'],
    ['Dune - Brian Herbert [MP3]', DUNE, 'author_differs'],
    ['Dune by Someone Else [ENG / M4B]', DUNE, 'author_differs'],
    ['Summary of Dune by Frank Herbert', DUNE, 'derived_work'],
    ['Frank Herbert - Dune - A Parody', DUNE, 'derived_work'],
    ['Frank Herbert - Dune 2 [M4B]', DUNE, 'volume_differs'],
    ['Dune, Book Three by Frank Herbert', DUNE, 'volume_differs'],
    ['Nico Brandt - Savage Awakening 6 [M4B]', SAVAGE, 'title_differs'],
    ['Nico Brandt - Savage Awakening [M4B]', SAVAGE, 'title_differs'],
    ['Nico Brandt - Savage Awakening 1-7 [M4B]', SAVAGE, 'pack_not_allowed'],
    ['R.A. Salter - Storms & Sails - Homeland', COLON, 'title_differs'],
    ['The Silver Contract by Chase Moore', SERIES_FIRST, 'title_differs'],
    ['Chase Moore - Feral Tide 3 [MP3]', SERIES_FIRST, 'title_differs'],
    ['Frank Herbert - Dune [M4B]', SHORT_COLON, 'title_differs'],
    ['Treasure Island by Clive Cutter', { title: 'Treasure', authors: ['Clive Cutter'] }, 'title_differs'],
    ['The Lion King - Disney', { title: 'The Lion', authors: ['Stephen King'] }, 'title_differs'],
    ['The Lion King [MP3]', LION, 'title_differs'],
    ['Artemus by Andy Weir', { title: 'Artemis', authors: ['Andy Weir'] }, 'title_differs'],
    ['Immortal - Terry Pratt', { title: 'Mort', authors: ['Terry Pratt'] }, 'title_differs'],
    ['Emma Jane Austen Biography', { title: 'Emma', authors: ['Jane Austen'] }, 'title_differs'],
    ['El Marciano - Andy Weir', { title: 'The Martian', authors: ['Andy Weir'] }, 'title_differs'],
    ['Project Hail by Andy Weir', { title: 'Project Hail Mary', authors: ['Andy Weir'] }, 'title_differs'],
  ])('%s is not', (title, wanted, code) => {
    const verdict = verdictOf({ title }, { book: { ...NOBODY_KNOWN, ...wanted } })
    expect(verdict.accepted).toBe(false)
    expect(rejections(verdict)).toContain(code)
  })
})

const FIRST = { title: 'The Maze', authors: ['Ann Dash'], series: [{ title: 'The Maze', position: '1' }] }
const SECOND = { title: 'The Trials', authors: ['Ann Dash'], series: [{ title: 'The Maze', position: '2' }] }

describe('volumes of a series', () => {
  it.each([
    ['Ann Dash - The Maze 01 - The Maze', FIRST],
    ['The Maze (The Maze, Book 1) by Ann Dash', FIRST],
    ['The Maze #1 - Ann Dash', FIRST],
    ['Ann Dash - The Maze [M4B]', FIRST],
    ['Ann Dash - The Maze 02 - The Trials', SECOND],
    ['The Trials: Maze, Book Two by Ann Dash', SECOND],
    ['The Trials (The Maze) by Ann Dash', SECOND],
    ['Ann Dash - The Other Order 7 - The Trials', SECOND],
  ])('%s is', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(true)
  })

  it.each([
    ['Ann Dash - The Maze 02 - The Trials', FIRST],
    ['The Trials (The Maze) by Ann Dash', FIRST],
    ['Ann Dash - The Maze - The Cure', FIRST],
    ['The Maze Trilogy - Ann Dash [MP3]', FIRST],
    ['The Cure, Book Three of The Maze by Ann Dash', FIRST],
    ['Ann Dash - The Maze 01 - The Trials', SECOND],
    ['Ann Dash - The Maze 1-3 [MP3]', SECOND],
    ['Ann Dash - Book 3 - The Trials', SECOND],
  ])('%s is not', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(false)
  })

  it('identifies the other volume', () => {
    const { reasons } = verdictOf({ title: 'The Maze #3 - Ann Dash' }, { book: FIRST })
    expect(reasons[0]).toEqual({
      code: 'volume_differs',
      effect: 'reject',
      params: { volume: '3' },
      text: 'wrong volume: 3',
    })
  })
})

describe('parts of a book', () => {
  const PART = { title: 'House of Salt (Part 1 of 2)', authors: ['Sara Moss'] }
  const WHOLE = { title: 'House of Salt', authors: ['Sara Moss'] }

  it.each([
    ['House of Salt (Part 1 of 2) by Sara Moss', PART, true],
    ['House of Salt (Part 2 of 2) by Sara Moss', PART, false],
    ['House of Salt by Sara Moss', PART, true],
    ['House of Salt (Part 1 of 2) by Sara Moss', WHOLE, false],
    ['House of Salt (1 of 2) by Sara Moss', WHOLE, false],
    ['House of Salt, Part Two - Sara Moss', WHOLE, false],
  ])('%s', (title, wanted, expected) => {
    expect(accepted(title, wanted)).toBe(expected)
  })
})
