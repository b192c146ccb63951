import { describe, expect, it } from 'vitest'
import type { WantedBook } from '#server/domain/ranking/ranking.types'
import { rejections, verdictOf } from './samples'

/** A book with only names. */
const book = (title: string, author: string, more: Partial<WantedBook> = {}): Partial<WantedBook> => ({
  narrators: [],
  series: [],
  edition: null,
  runtimeMin: null,
  title,
  authors: [author],
  ...more,
})
const inSeries = (title: string, position: string) => ({ series: [{ title, position }] })

const GLASS = book('The Glass Orchard', 'Ines Calder')
const LANTERNS = book('Lanterns', 'Tobias Wren')
const FEUER = book('Das stille Feuer', 'Katrin Holm', { language: 'de' })
const MAREA = book('La marea', 'Lucía Robles', { language: 'es' })
const HIVER = book('Un hiver sans fin', 'Élise Marchand', { language: 'fr' })
/** Books of five authors in four languages, with which each class is tested. */
const BOOKS = [GLASS, LANTERNS, FEUER, MAREA, HIVER]
const SUBTITLED = book('Salt', 'Ruth Ellery', { subtitle: 'How a Mineral Made the World' })

const titleOf = ({ title = '' }: Partial<WantedBook>) => title
const authorOf = ({ authors = [] }: Partial<WantedBook>) => authors[0] ?? ''

/** The names of every book that result from forms with `{title}` and `{author}`. */
function named(forms: readonly string[], books = BOOKS): [string, Partial<WantedBook>][] {
  return books.flatMap((wanted) =>
    forms.map((form): [string, Partial<WantedBook>] => [
      form.replace('{title}', titleOf(wanted)).replace('{author}', authorOf(wanted)),
      wanted,
    ]),
  )
}

const accepted = (title: string, wanted: Partial<WantedBook>) =>
  verdictOf({ title }, { book: wanted }).accepted
const automatic = (title: string, wanted: Partial<WantedBook>) =>
  verdictOf({ title }, { book: wanted }).automatic

describe('a longer title is not mistaken for a subtitle or a suffix', () => {
  it.each([
    ...named(
      [
        '{author} - {title} and the Cartographer',
        '{title} of the Drowned Kings - {author}',
        '{author} - The Bells of {title}',
      ],
      [GLASS, LANTERNS],
    ),
    ['Katrin Holm - Das stille Feuer der Ahnen', FEUER],
    ['Lucía Robles - La marea del olvido', MAREA],
    ['Élise Marchand - Un hiver sans fin à Québec', HIVER],
    ['Ruth Ellery - Salt Marsh Stories', SUBTITLED],
    ['Ruth Ellery - Salt and Smoke', SUBTITLED],
  ])('%s', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(false)
  })

  it.each([
    ['Ruth Ellery - Salt: How a Mineral Made the World', SUBTITLED],
    ['Salt - How a Mineral Made the World by Ruth Ellery [M4B]', SUBTITLED],
    ['Ruth Ellery - Salt [MP3]', SUBTITLED],
    ['Ines Calder - The Glass Orchard: A Novel', GLASS],
    ['Katrin Holm - Das stille Feuer: Roman', FEUER],
  ])('but the subtitle itself is: %s', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(true)
  })
})

describe('a work about the book is not the book', () => {
  it.each([
    ...named([
      'Summary of {title} by {author}',
      '{title} by {author} - Study Guide',
      '{title} - SparkNotes [{author}]',
      "Analysis of {author}'s {title}",
    ]),
    ['Zusammenfassung: Das stille Feuer von Katrin Holm', FEUER],
    ['Resumen de La marea de Lucía Robles', MAREA],
    ['Résumé: Un hiver sans fin - Élise Marchand', HIVER],
    ['Ines Calder: The Biography of a Writer - The Glass Orchard Years', GLASS],
    ['The Unofficial Companion to The Glass Orchard (Ines Calder)', GLASS],
  ])('%s', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(false)
  })
})

describe('a part or volume is not a complete work without a series', () => {
  it.each([
    ...named([
      '{author} - {title} Part 2',
      '{author} - {title} (Part 1 of 3)',
      '{title}, Vol. 2 - {author}',
      '{author} - {title} (Disc 2 of 9)',
    ]),
    ['Katrin Holm - Das stille Feuer Teil 2', FEUER],
    ['Lucía Robles - La marea, parte 2', MAREA],
    ['Élise Marchand - Un hiver sans fin, tome 2', HIVER],
  ])('%s', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(false)
  })

  it.each(named(['{author} - {title} [24 files]', '{title} by {author} (3 files)']))(
    'but the number of its files does not matter: %s',
    (title, wanted) => {
      expect(accepted(title, wanted)).toBe(true)
    },
  )
})

describe('another author whose name contains the wanted one is another author', () => {
  it.each([
    ['Stella Kingsley - The Glass Orchard', book('The Glass Orchard', 'Stella King')],
    ['Tobias Wrenfield - Lanterns', LANTERNS],
    ['Lanterns by Anne Tobias Wrenshaw', LANTERNS],
    ['Robert Jordanson - Lanterns [M4B]', book('Lanterns', 'Robert Jordan')],
    ['Ines Calderón - The Glass Orchard', GLASS],
    ['Maria Holm-Petersen - Das stille Feuer', FEUER],
  ])('%s', (title, wanted) => {
    expect(automatic(title, wanted)).toBe(false)
  })
})

const THIRD = book('The Iron Ferry', 'Nora Quill', inSeries('Harbour Lights', '3'))

describe('a pack is accepted if it contains the volume and packs are allowed', () => {
  const verdict = (title: string, allow_packs: boolean) =>
    verdictOf({ title }, { book: THIRD, settings: { allow_packs } })

  it.each([
    'Nora Quill - Harbour Lights Books 1-5',
    'Nora Quill - Harbour Lights 01-04 [MP3]',
    'Harbour Lights Series (Books 1 to 3) - Nora Quill',
    'Nora Quill - Harbour Lights (Vol 2-6)',
  ])('%s', (title) => {
    expect(verdict(title, true).accepted).toBe(true)
    expect(rejections(verdict(title, false))).toContain('pack_not_allowed')
  })

  it.each(['Nora Quill - Harbour Lights Books 4-6', 'Nora Quill - Harbour Lights 01-02 [MP3]'])(
    'but not otherwise: %s',
    (title) => {
      expect(verdict(title, true).accepted).toBe(false)
    },
  )
})

describe('“Saga” or “Collection” in the name of a series does not make a pack', () => {
  const TIDES = book('Low Water', 'Mina Dorr', inSeries('The Tide Saga', '2'))
  const MAPS = book('The Paper Coast', 'Piet Vos', inSeries('The Map Collection', '1'))
  it.each([
    ['Mina Dorr - The Tide Saga 2 - Low Water', TIDES],
    ['Low Water: The Tide Saga, Book 2 - Mina Dorr', TIDES],
    ['Mina Dorr - Low Water (The Tide Saga #2) [M4B]', TIDES],
    ['Piet Vos - The Map Collection 01 - The Paper Coast', MAPS],
    ['The Paper Coast (The Map Collection, Book 1) by Piet Vos', MAPS],
  ])('%s', (title, wanted) => {
    expect(automatic(title, wanted)).toBe(true)
  })

  it.each([
    ['Mina Dorr - The Tide Saga', TIDES],
    ['Piet Vos - The Complete Map Collection', MAPS],
  ])('but the series without the title is not the book: %s', (title, wanted) => {
    expect(accepted(title, wanted)).toBe(false)
  })
})

describe('dots, numbers and foreign letters belong to the title', () => {
  it.each([
    ['Olga Brandt - S.P.Q.R. [M4B]', book('S.P.Q.R.', 'Olga Brandt')],
    ['Olga Brandt - SPQR', book('S.P.Q.R.', 'Olga Brandt')],
    ['Olga.Brandt.S.P.Q.R.2019.MP3-GRP', book('S.P.Q.R.', 'Olga Brandt')],
    ['Ivo Lind - A.I.M. (Unabridged)', book('A.I.M.', 'Ivo Lind')],
    ['Pablo Rivas - 100 años de silencio', book('100 años de silencio', 'Pablo Rivas', { language: 'es' })],
    ['Pablo Rivas - Cien años de silencio', book('100 años de silencio', 'Pablo Rivas', { language: 'es' })],
    ['Jo Marsh - 7 Winters', book('Seven Winters', 'Jo Marsh')],
    ['Ida Krohn - Über den Flüssen', book('Über den Flüssen', 'Ida Krohn', { language: 'de' })],
    ['Ida Krohn - Ueber den Fluessen', book('Über den Flüssen', 'Ida Krohn', { language: 'de' })],
  ])('%s', (title, wanted) => {
    expect(automatic(title, wanted)).toBe(true)
  })
})

describe('a number that contradicts the volume rejects', () => {
  const FIRST = book('The Ash Gate', 'Karl Venn', inSeries('The Ember Law', '1'))
  it.each([
    'Karl Venn - The Ember Law 05 - The Ash Gate',
    'Karl Venn - The Ember Law 05',
    'Karl Venn - The Ember Law Book 2',
    'The Ash Gate: The Ember Law, Book 3 - Karl Venn',
    'Karl Venn - [The Ember Law #4] The Ash Gate',
  ])('%s', (title) => {
    expect(accepted(title, FIRST)).toBe(false)
  })

  it.each(['Karl Venn - The Ember Law 01 - The Ash Gate', 'The Ash Gate (The Ember Law #1) - Karl Venn'])(
    'but a matching one does not: %s',
    (title) => {
      expect(automatic(title, FIRST)).toBe(true)
    },
  )

  it('identifies the volume', () => {
    const { reasons } = verdictOf({ title: 'Karl Venn - The Ember Law 05' }, { book: FIRST })
    expect(reasons).toContainEqual(
      expect.objectContaining({ code: 'volume_differs', params: { volume: '5' } }),
    )
  })
})
