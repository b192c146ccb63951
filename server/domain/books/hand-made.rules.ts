/** The facts of a hand-made book that releases are matched against. */
interface Described {
  title: string
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  releaseDate: string | null
}

/** Whether the same releases fit; other facts make no difference. */
export function isSameRecording(before: Described, after: Described): boolean {
  const described = ({ title, subtitle, authors, narrators, releaseDate }: Described) =>
    JSON.stringify([title, subtitle, authors, narrators, releaseDate])
  return described(before) === described(after)
}
