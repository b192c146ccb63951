import type { EvalCase, EvalWanted } from '#scripts/lib/eval-cases'
import { authorsOf } from './books'
import { pick } from './random'

/** Parts of other books' names to put next to a title, all from the project's own judged names. */
interface Pool {
  titles: readonly string[]
  words: readonly string[]
  people: readonly string[]
  series: readonly string[]
}

export function poolOf(cases: readonly EvalCase[]): Pool {
  const wanted = cases.map((entry) => entry.wanted)
  const titles = distinct(wanted.map(({ title }) => title.split(': ')[0] ?? title))
  const words = distinct(titles.flatMap((title) => title.split(/[\s,.!?()]+/))).filter((word) =>
    /^\p{Lu}\p{Ll}{3,}$/u.test(word),
  )
  const people = distinct([...wanted.flatMap((one) => one.narrators), ...wanted.flatMap(authorsOf)]).filter(
    (name) => name.split(' ').length > 1,
  )
  const series = distinct(wanted.flatMap((one) => one.series.map(({ title }) => title)))
  return { titles, words, people, series }
}

const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** A name generated for a book, and whether it is that book. */
interface Made {
  title: string
  same: boolean
}

/** Subtitles as publishers print them, in the languages of the judged names. */
const SUBTITLES = [
  'A True Story of Love, Loss and the Long Way Home',
  'How Small Changes Make a Large Difference in the End',
  'The Untold History of the Men Who Built the Railways',
  'What the Quiet Years Taught Me about Courage',
  'Eine Geschichte von Mut und der langen Heimkehr',
  'Wie wir wieder lernen, gut zu schlafen',
  'Une histoire de famille entre deux guerres',
  'Una historia de amor en tiempos difíciles',
  'Una storia di amicizia e di guerra nel Novecento',
  'Een geschiedenis van mensen en hun water',
  'Opowieść o ludziach, którzy przetrwali wojnę',
  'Uma história de amor entre dois mundos',
]
const KINDS = [
  'A Novel',
  'A Memoir',
  'A Thriller',
  'Roman',
  'Novela',
  'Thriller',
  'A Mystery',
  'Krimi',
  'Stories',
]
const ABOUT = [
  'A Biography',
  'Biography',
  'A Guide',
  'Study Notes',
  'Companion',
  'Explained',
  'The Making of',
]
const LIVES = ['Biography', 'Life', 'Story', 'World', 'Making']

/** The parts for the names of one book; each call of a part returns another value. */
function partsOf(wanted: EvalWanted, pool: Pool, random: () => number) {
  const title = wanted.title
  const [author = 'Unknown Author'] = authorsOf(wanted)
  const own = new Set([title, ...wanted.series.map((one) => one.title)])
  const another = (list: readonly string[]) => {
    const others = list.filter((text) => !own.has(text) && !title.includes(text) && !text.includes(title))
    return pick(others, random)
  }
  const person = () => another(pool.people.filter((name) => !name.includes(author)))
  const other = () => another(pool.titles)
  const word = () => another(pool.words)
  const series = () => another(pool.series)
  const number = String(1 + Math.floor(random() * 9))
  const family = author.split(' ').at(-1) ?? author
  const given = person().split(' ')[0] ?? 'Jo'
  return { title, author, person, other, word, series, number, family, given, random }
}
type Parts = ReturnType<typeof partsOf>

function rightNames({ title, author, person, series, number, family, random }: Parts): string[] {
  return [
    `${author} - ${title} - ${person()}`,
    `${author} - ${title} - ${person()}`,
    `${title} - ${author} - ${person()}`,
    `${title} - ${author} - ${person()}`,
    `${author} - ${title} (${person()})`,
    `${author} - ${series()} ${number} - ${title}`,
    `${author} - ${series()} 0${number} - ${title}`,
    `${author} - [${series()} ${number}] - ${title}`,
    `${title}: ${series()}, Book ${number} by ${author}`,
    `${title} (${series()} ${number}) - ${author}`,
    `${author} - ${title}: ${pick(SUBTITLES, random)}`,
    `${title} - ${pick(SUBTITLES, random)} - ${author}`,
    `${title}: ${pick(SUBTITLES, random)} by ${author}`,
    `${author} - ${title}: ${pick(KINDS, random)}`,
    `${author} - ${title} - ${pick(KINDS, random)}`,
    `${author}, ${person()} - ${title}`,
    `${author} & ${person()} - ${title}`,
    `${title} by ${author}, ${person()}`,
    title,
    `${family} - ${title}`,
    `${author} - ${author} - ${title}`,
    `${author} ${title}`,
    `${title} ${author}`,
  ]
}

function wrongNames({ title, author, person, other, word, family, given, random }: Parts): string[] {
  return [
    `${author} - ${title} ${word()}`,
    `${author} - ${word()} ${title}`,
    `${author} - ${title} and ${word()}`,
    `${word()} of ${title} by ${author}`,
    `${title} of ${word()} by ${author}`,
    `${author} - ${title} - ${other()}`,
    `${author} - ${title} - ${other()}`,
    `${other()} - ${author} - ${title}`,
    `${other()} - ${author} - ${title}`,
    `${title} - ${author} - ${other()}`,
    `${author} - ${other()}, ${title}`,
    `${author} - ${title}, ${other()}`,
    `${author} - ${title}: ${word()}`,
    `${title}: ${word()} - ${author}`,
    `${title}: ${word()} by ${author}`,
    `${author} - ${title} - ${word()} ${word()}`,
    `${title} - ${word()} ${word()} - ${author}`,
    `${author} - ${title}: ${word()} ${word()}`,
    `${person()} - ${title}`,
    `${person()} - ${title}`,
    `${title} - ${person()}`,
    `${given} ${family} - ${title}`,
    `${author} - ${other()} (${title})`,
    `${author} - ${other()} - ${title}`,
    `${title} ${author} ${pick(ABOUT, random)}`,
    `${author} ${title} ${pick(ABOUT, random)}`,
    `${person()} - ${title} ${word()} ${word()}`,
    `${title}: The ${pick(LIVES, random)} of ${author}`,
    `${title} - The ${pick(LIVES, random)} of ${author}`,
    `${author} - ${title}'s ${word()}`,
    `${author} - ${word()}'s ${title}`,
    `${other()}: ${title} by ${author}`,
  ]
}

/** Names that contain a known narrator, whose name is explained but does not explain the words next to it. */
export function namesWithNarrator(
  wanted: EvalWanted,
  pool: Pool,
  random: () => number,
): (Made & { narrator: string })[] {
  const { title, author, person, other, word, family } = partsOf(wanted, pool, random)
  const narrator = person()
  const [given = narrator] = narrator.split(' ')
  const right = [
    `${author} - ${title} - ${narrator}`,
    `${title} - ${author} - ${narrator}`,
    `${title} - ${narrator} - ${author}`,
    `${author} - ${narrator} - ${title}`,
    `${narrator} - ${author} - ${title}`,
    `${author} - ${title} (${narrator})`,
    `${author} - ${title}, ${narrator}`,
    `${author} - ${title} ${narrator}`,
    `${family} - ${title} - ${narrator}`,
  ]
  const wrong = [
    `${narrator} - ${title}`,
    `${title} - ${narrator}`,
    `${author} - ${title} ${word()} - ${narrator}`,
    `${author} - ${other()}, ${title} - ${narrator}`,
    `${author} - ${title} - ${other()} - ${narrator}`,
    `${author} - ${title} - ${given} ${word()}`,
    `${author} - ${title} of ${narrator}`,
  ]
  return [
    ...right.map((text) => ({ title: text, same: true, narrator })),
    ...wrong.map((text) => ({ title: text, same: false, narrator })),
  ]
}

/** Names in the forms that uploaders use, right and wrong ones, some with other books and people in them. */
export function madeNames(wanted: EvalWanted, pool: Pool, random: () => number): Made[] {
  const parts = partsOf(wanted, pool, random)
  return [
    ...rightNames(parts).map((text) => ({ title: text, same: true })),
    ...wrongNames(parts).map((text) => ({ title: text, same: false })),
  ]
}
