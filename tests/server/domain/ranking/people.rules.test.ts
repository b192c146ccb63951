import { describe, expect, it } from 'vitest'
import { wordsOf } from '#server/domain/ranking/normalise.rules'
import { findPerson, peopleOf, personOf, samePerson } from '#server/domain/ranking/people.rules'

const RATIO = 0.75

function find(text: string, name: string) {
  const person = personOf(name)
  const words = wordsOf(text)
  if (!person) throw new Error(`${name} names nobody`)
  const isEdge = (index: number) => index <= 0 || index >= words.length || (words[index]?.gap ?? 0) > 0
  return findPerson(words, person, RATIO, isEdge)?.strength ?? null
}

describe('finding a person', () => {
  it.each([
    ['Mara Ellison - The Hollow Tide', 'Mara Ellison', 'full'],
    ['Ellison, Mara - The Hollow Tide', 'Mara Ellison', 'full'],
    ['Ellison Mara - The Hollow Tide', 'Mara Ellison', 'full'],
    ['The Hollow Tide Mara Ellison MP3', 'Mara Ellison', 'full'],
    ['J.R.R.Tolkien.-.The.Hobbit', 'J. R. R. Tolkien', 'full'],
    ['JRR Tolkien - The Hobbit', 'J. R. R. Tolkien', 'full'],
    ['John Ronald Reuel Tolkien - The Hobbit', 'J. R. R. Tolkien', 'full'],
    ['The Bone Ships by R J Barker', 'RJ Barker', 'full'],
    ['Mary Shelley - Frankenstein', 'Mary Wollstonecraft Shelley', 'full'],
    ['Dennis E. Taylor - We Are Legion', 'Dennis Taylor', 'full'],
    ['The City of Brass Shannon Chakraborty', 'S. A. Chakraborty', 'full'],
    ['VirginiaEvans TheCorrespondent', 'Virginia Evans', 'full'],
    ['Virgina Evans - The Correspondent', 'Virginia Evans', 'full'],
    ['Juergen Mueller - Der Orden', 'Jürgen Müller', 'full'],
    ['村上春樹 - ノルウェイの森', '村上 春樹', 'full'],
    ['Булгаков Михаил - Мастер', 'Михаил Булгаков', 'full'],
    ['Corey, James S A - Leviathan Wakes', 'James S. A. Corey', 'full'],
    ['Tolkien - The Hobbit', 'J. R. R. Tolkien', 'family'],
    ['Conan Doyle - A Study', 'Arthur Conan Doyle', 'family'],
    [
      'The Log by Sir Ole Fenn-Holm of Upper Wallop-on-the-Water',
      'Sir Ole Fenn-Holm of Upper Wallop-on-the-Water',
      'family',
    ],
    ['Brian Herbert - Dune', 'Frank Herbert', null],
    ['Dan Ellison - The Hollow Tide', 'Daniel H. Ellison', 'full'],
    ['Ellison, Stephen - The Hollow Tide', 'Steven Ellison', 'full'],
    ['Bill Ellison - The Hollow Tide', 'William Ellison', 'full'],
    ['Sam Ellison - The Hollow Tide', 'Samantha Ellison', 'full'],
    ['Samuel Ellison - The Hollow Tide', 'Samantha Ellison', null],
    ['Jean Ellison - The Hollow Tide', 'John Ellison', null],
    ['Достоевский Фёдор - Идиот', 'Fyodor Dostoevsky', 'full'],
    ['Fjodor Dostojewski - Der Idiot', 'Fyodor Dostoevsky', 'full'],
    ['Fyodor Dostoyevsky - The Idiot', 'Фёдор Достоевский', 'full'],
    ['Leo Tolstoy - War and Peace', 'Лев Толстой', 'full'],
    ['Лукьяненко Сергей - Ночной дозор', 'Sergei Lukyanenko', 'full'],
    ['Νίκος Καζαντζάκης - Αλέξης', 'Nikos Kazantzakis', 'full'],
    ['Толстая Татьяна - Кысь', 'Leo Tolstoy', null],
    ['Joan Smith - The Book', 'John Smith', null],
    ['Adam Reid - Sparrow', 'Rachel Reid', null],
    ['The Green King', 'Stephen King', null],
    ['Kingsley Amis - Lucky Jim', 'Stephen King', null],
  ])('in %s: %s is found as %s', (text, name, strength) => {
    expect(find(text, name)).toBe(strength)
  })
})

describe('names', () => {
  it.each([
    ['Jane Doe - editor', 'Jane Doe'],
    ['Jane Doe (translator)', 'Jane Doe'],
    ['Jane Doe, translator', 'Jane Doe'],
    ['Martin Luther King, Jr.', 'Martin Luther King, Jr.'],
  ])('%s is %s', (given, name) => {
    expect(personOf(given)?.name).toBe(name)
  })

  it.each(['', 'translator', 'Full Cast', '…'])('"%s" names nobody', (given) => {
    expect(personOf(given)).toBeNull()
  })

  it('splits entries that name several people', () => {
    expect(peopleOf(['Jane Doe & John Smith', 'Ann Lee']).map(({ family }) => family)).toEqual([
      'doe',
      'smith',
      'lee',
    ])
  })

  it.each([
    ['J. K. Rowling', 'Rowling, J.K.', true],
    ['Stephen King', 'Owen King', false],
    ['Daniel Pink', 'Dan Pink', true],
    ['Лев Толстой', 'Leo Tolstoy', true],
    ['Лев Толстой', 'Алексей Толстой', false],
    ['Homer', 'Homer', true],
  ])('%s and %s can be one person: %s', (one, other, same) => {
    const [first] = peopleOf([one])
    const [second] = peopleOf([other])
    expect(first && second && samePerson(first, second, RATIO)).toBe(same)
  })
})

it('A book has no more people than any release names, with no longer names', () => {
  const hostile = Array.from({ length: 1000 }, (_, at) => `${'\ufdfa'.repeat(200)} ${at}`)
  const people = peopleOf([...hostile, 'Mara Ellison'])
  expect(people).toHaveLength(60)
  expect(Math.max(...people.map(({ joined }) => joined.length))).toBeLessThanOrEqual(500)
  expect(peopleOf(['Mara Ellison', ...hostile])[0]?.joined).toBe('maraellison')
})
