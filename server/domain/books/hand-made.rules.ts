import type { HandMadeFacts } from './books.types'

/** The facts of a hand-made book that releases are matched against. */
type Described = Omit<HandMadeFacts, 'info'>

/** Whether the same releases fit; other facts make no difference. */
export function isSameRecording(before: Described, after: Described): boolean {
  const described = ({ title, subtitle, authors, narrators, releaseDate }: Described) =>
    JSON.stringify([title, subtitle, authors, narrators, releaseDate])
  return described(before) === described(after)
}
