import { describe, expect, it } from 'vitest'
import type { RelatedBook, WantedBook } from '#server/domain/ranking/ranking.types'
import { HOLLOW_TIDE, rejections, verdictOf } from './samples'

const related = (changes: Partial<RelatedBook>): RelatedBook => ({
  title: 'Salt and Silence',
  authors: HOLLOW_TIDE.authors,
  narrators: [],
  series: [{ title: 'Saltmarsh', position: '3' }],
  language: 'en',
  edition: null,
  runtimeMin: null,
  ...changes,
})
/** The second book of a series that has the title of the first. */
const SECOND: WantedBook = {
  ...HOLLOW_TIDE,
  title: 'Saltmarsh Rising',
  series: [{ title: 'Saltmarsh Calling', position: '2' }],
}
const FIRST = related({
  title: 'Saltmarsh Calling',
  series: [{ title: 'Saltmarsh Calling', position: '1' }],
})
const verdictFor = (title: string, books: readonly RelatedBook[] = [], book: WantedBook = HOLLOW_TIDE) =>
  verdictOf({ title }, { book, related: books })

const JOINED = [', ', ' & ', ' and ', ' + ', ' / ', '/']
const lists = JOINED.flatMap((sign) => [
  `Mara Ellison - Saltmarsh Calling${sign}Saltmarsh Rising`,
  `Saltmarsh Rising${sign}Saltmarsh Calling by Mara Ellison [M4B]`,
])

describe('a name that lists two titles', () => {
  it.each(lists)('is not grabbed if one may be the series: %s', (title) => {
    expect(verdictFor(title, [], SECOND).automatic).toBe(false)
  })

  it.each(lists)('is refused if one is known to be a book: %s', (title) => {
    const verdict = verdictFor(title, [FIRST], SECOND)
    expect(rejections(verdict)).toContain('title_differs')
    expect(verdict.reasons.find(({ code }) => code === 'title_differs')?.params).toMatchObject({
      found: 'Saltmarsh Calling',
    })
  })

  it.each([
    'Mara Ellison - Saltmarsh Calling - Saltmarsh Rising [M4B]',
    'Mara Ellison - Saltmarsh Rising (Saltmarsh Calling) [M4B]',
    'Mara Ellison - Saltmarsh Calling 2, Saltmarsh Rising [M4B]',
    'Saltmarsh Rising: Saltmarsh Calling, Book 2 by Mara Ellison',
  ])('does not count as one if the series is named: %s', (title) => {
    const verdict = verdictFor(title, [FIRST], SECOND)
    expect([verdict.accepted, verdict.automatic]).toEqual([true, true])
  })

  it.each(JOINED.flatMap((sign) => [`The Hollow Tide${sign}Tom Haven`, `Tom Haven${sign}The Hollow Tide`]))(
    'is not grabbed if the other one looks like a person: Mara Ellison - %s',
    (title) => {
      expect(verdictFor(`Mara Ellison - ${title}`).automatic).toBe(false)
    },
  )
})

describe('another book of the author next to the title', () => {
  it.each([
    'Mara Ellison - The Hollow Tide, Salt and Silence',
    'Mara Ellison - Salt and Silence - The Hollow Tide',
    'The Hollow Tide - Salt and Silence - Mara Ellison [M4B]',
    'Mara Ellison - The Hollow Tide (Salt and Silence)',
    'Salt and Silence - Mara Ellison - The Hollow Tide',
  ])('makes it another one or a pack: %s', (title) => {
    const verdict = verdictFor(title, [related({})])
    expect(verdict.accepted).toBe(false)
    expect(verdict.reasons.find(({ code }) => code === 'title_differs')?.params).toMatchObject({
      found: 'Salt and Silence',
    })
  })

  it.each([
    ['its kind of book', 'Salt and Silence: A Novel'],
    ['what is in brackets', 'Salt and Silence (Saltmarsh, Book 3)'],
  ])('is found without %s', (_, title) => {
    const verdict = verdictFor('Mara Ellison - The Hollow Tide - Salt and Silence', [related({ title })])
    expect(rejections(verdict)).toContain('title_differs')
  })

  it.each([
    ['that is the wanted one in another language', { language: 'de' }],
    ['at the same place in the series', { series: [{ title: 'Saltmarsh', position: '2' }] }],
    ['that is a pack', { series: [{ title: 'Saltmarsh', position: '1-3' }] }],
    ['by somebody else', { authors: ['Tom Reed'] }],
  ])('is ignored if it is one %s', (_, changes: Partial<RelatedBook>) => {
    const title = 'Mara Ellison - The Hollow Tide (Salt and Silence) [M4B]'
    const book = related({ series: [], ...changes })
    expect(rejections(verdictFor(title, [book]))).toEqual(rejections(verdictFor(title)))
    expect(rejections(verdictFor(title, [related({ series: [] })]))).toContain('title_differs')
  })

  it.each([
    ['the first of a series', { series: [{ title: 'Saltmarsh', position: '1' }] }],
    ['called like another series', { series: [{ title: 'Salt and Silence', position: '3' }] }],
  ])('may be a name of the series if it is %s', (_, changes: Partial<RelatedBook>) => {
    const title = 'Mara Ellison - Salt and Silence - The Hollow Tide'
    expect(verdictFor(title, [related(changes)])).toEqual(verdictFor(title))
    const list = verdictFor('Mara Ellison - Salt and Silence, The Hollow Tide', [related(changes)])
    expect(list.reasons.find(({ code }) => code === 'title_differs')?.params).toMatchObject({
      found: 'Salt and Silence',
    })
  })

  it('does not affect the subtitle', () => {
    const book = { ...HOLLOW_TIDE, subtitle: 'Salt and Silence' }
    const title = 'Mara Ellison - The Hollow Tide: Salt and Silence [M4B]'
    expect(verdictFor(title, [related({})], book).accepted).toBe(true)
  })
})
