import { describe, expect, it } from 'vitest'
import type { ReasonCode } from '#contract/releases'
import type { WantedBook } from '#server/domain/ranking/ranking.types'
import { rejections, verdictOf } from './samples'

const UNKNOWN = { narrators: [], series: [], edition: null, runtimeMin: null } as const
const book = (title: string, author: string, more: Partial<WantedBook> = {}): Partial<WantedBook> => ({
  ...UNKNOWN,
  title,
  authors: [author],
  ...more,
})

const LANTERN = book('The Lantern', 'Mara Ellison')
const LATERNE = book('Die Laterne', 'Mara Ellison', { language: 'de' })
const EMMA = book('Emma', 'Jane Austen')
const GAMES = book('The Salt Games', 'Ann Dash')
const ROOK = book('Rook and the Glass Harbour', 'Ann Dash', { series: [{ title: 'Rook', position: '4' }] })
const CANTOS = book('Meridian', 'Dan Moss', { series: [{ title: 'Meridian Cantos', position: '1' }] })
const DOYLE = book('A Study in Salt', 'Arthur Conan Doyle')

const refused: [string, Partial<WantedBook>, ReasonCode][] = [
  ['Mara Ellison - Der Lantern', LANTERN, 'language_differs'],
  ['Mara Ellison - Le Lantern [MP3]', LANTERN, 'language_differs'],
  ['Mara Ellison - De Lantern', LANTERN, 'language_differs'],
  ['Mara Ellison - The Laterne (Unabridged)', LATERNE, 'language_differs'],
  ['Mara Ellison - The Lantern - gelesen von Uwe Stein', LANTERN, 'language_differs'],
  ['Mara Ellison - The Lantern (letto da Tommaso Sale)', LANTERN, 'language_differs'],
  ['Mara Ellison - Die Laterne (Gekürzte Lesung)', LATERNE, 'abridged'],
  ['Mara Ellison - Die Laterne - gekuerzte Ausgabe', LATERNE, 'abridged'],
  ['Mara Ellison - Die Laterne als Hörspiel', LATERNE, 'dramatised'],
  [
    'Мара Эллисон - Фонарь (аудиоспектакль)',
    book('Фонарь', 'Мара Эллисон', { language: 'ru' }),
    'dramatised',
  ],
  ['Jane Austen - Persuasion read by Emma Thompson', EMMA, 'title_differs'],
  ['Persuasion by Jane Austen, narrated by Emma Fenney', EMMA, 'title_differs'],
  ['Persuasion - Jane Austen - Emma', EMMA, 'title_differs'],
  ['Jane Austen - Emma, Persuasion', book('Persuasion', 'Jane Austen'), 'title_differs'],
  ['Ann Dash - The Salt Games - Catching Tides', GAMES, 'title_differs'],
  ['Ann Dash - The Salt Games - The Keepers of the Tide', GAMES, 'title_differs'],
  ['The Salt Games: Kingfisher - Ann Dash', GAMES, 'title_differs'],
  ["Ann Dash - The Salt Games, Winter's Edge", GAMES, 'title_differs'],
  ['Summary: The Salt Games - Ann Dash', GAMES, 'derived_work'],
  ["Ann Dash's The Salt Games: A Review", GAMES, 'derived_work'],
  ['The Salt Games: A Musical (Original Cast Recording) - Ann Dash', GAMES, 'not_audiobook'],
  ['The Salt Games - The Graphic Novel - Ann Dash', GAMES, 'not_audiobook'],
  ['Ann Dash - The Salt Games Season 1', GAMES, 'part_only'],
  ['The Salt Games: Act II - Ann Dash', GAMES, 'part_only'],
  ['Ann Dash - The Salt Games (1 of 5)', GAMES, 'part_only'],
  ['Ann Dash - The Salt Games (Disc 2 of 9)', GAMES, 'part_only'],
  ['Dan Moss - Meridian Cantos', CANTOS, 'title_differs'],
  [
    'Dan Moss - Meridian Power',
    book('Meridian', 'Dan Moss', { subtitle: 'The Power of Maps' }),
    'title_differs',
  ],
  ['Ann Dash - Rook 3 - The Glass Harbour', ROOK, 'volume_differs'],
]

const taken: [string, Partial<WantedBook>][] = [
  ['Ann Dash - The Salt Games - June Carver', GAMES],
  ['The Lantern - Mara Ellison - Peter Vale', LANTERN],
  ['Mara Ellison - The Lantern (Complete and Unabridged)', LANTERN],
  ['The Lantern (Complete Edition) - Mara Ellison', LANTERN],
  ["Mara Ellison - The Lantern: Tenth Anniversary Author's Definitive Edition", LANTERN],
  ['Mara Ellison - The Lantern: Full-Cast Production', LANTERN],
  ['The Lantern (Unabridged) - Mara Ellison - 2021 - 16h10m', LANTERN],
  ['Mara Wren Ellison - The Lantern', LANTERN],
  ['Mara Ellison PhD - The Lantern', LANTERN],
  ['Mara Ellison: Die Laterne. Ungekürzte Ausgabe', LATERNE],
  ['Die Laterne - Mara Ellison, gelesen von Uwe Stein', LATERNE],
  ['Conan Doyle - A Study in Salt', DOYLE],
  ['Ann Dash - The Color of Gray', book('The Colour of Grey', 'Ann Dash')],
  ['Mara Ellison, Dirk Maggs - The Lantern', LANTERN],
  [
    'Rook Band 4 - Der gläserne Hafen - Ann Dash',
    book('Rook und der gläserne Hafen', 'Ann Dash', { language: 'de', series: ROOK.series ?? [] }),
  ],
  ['Ann Dash - Rook 4 - The Glass Harbour', ROOK],
  ['Ann Dash Rook 04 Rook and the Glass Harbour', ROOK],
  ['Ann Dash - Rook Chronicles 04 Rook and the Glass Harbour', ROOK],
  ['Dan Moss - Meridian Cantos 01 - Meridian', CANTOS],
  ['George Orwell - 1984', book('Nineteen Eighty-Four', 'George Orwell')],
  ['George Orwell - Nineteen Eighty Four', book('1984', 'George Orwell')],
  ['Jules Verne - 20,000 Leagues [MP3]', book('Twenty Thousand Leagues', 'Jules Verne')],
  ['Stephen King - 11-22-63', book('11/22/63', 'Stephen King')],
  ['Ann Dash - The Art of Not Giving a Fuck', book('The Art of Not Giving a F*ck', 'Ann Dash')],
  ['Ursula LeGuin - The Salt Games', book('The Salt Games', 'Ursula K. Le Guin')],
  [
    'The Salt Games, Book 11 - Zogar, Ann Dash',
    book('The Salt Games 11', 'Zogar', { authors: ['Zogar', 'Ann Dash'] }),
  ],
  ['刘慈欣《三体》有声书', book('三体', '刘慈欣', { language: 'zh' })],
]

describe('titles in other languages, in lists and next to names', () => {
  it.each(refused)('refuses %s', (title, wanted, code) => {
    expect(rejections(verdictOf({ title }, { book: wanted }))).toContain(code)
  })

  it.each(taken)('accepts %s', (title, wanted) => {
    expect(verdictOf({ title }, { book: wanted })).toMatchObject({ accepted: true, automatic: true })
  })

  it('does not mistake the article of the wanted title for another language', () => {
    const wanted = book('Les Misérables', 'Victor Hugo', { language: 'en' })
    expect(verdictOf({ title: 'Victor Hugo - Les Misérables (unabridged)' }, { book: wanted }).accepted).toBe(
      true,
    )
  })
})
