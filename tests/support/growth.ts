/** Work that takes less is not worth comparing: quadratic work takes several times as long on any machine. */
const WORTH_COMPARING_MS = 25
const REPEATS = 5

/**
 * Whether work on any text takes much more than proportionally longer on one that is eight times as long: more than
 * 24 times, where linear work takes 8 times and quadratic work 64 times. The shortest of several runs counts, because
 * compiling and collecting garbage only ever make a run longer.
 * @param texts in pairs with `longer`.
 */
export function growsFast(
  texts: readonly string[],
  longer: readonly string[],
  work: (text: string) => void,
): boolean {
  return longer.some((long, at) => {
    const once = timeOf(() => work(long))
    if (once < WORTH_COMPARING_MS) return false
    const short = shortest(() => work(texts[at] ?? ''))
    // Does not repeat work that already takes too long.
    return (
      Math.min(
        once,
        shortest(() => work(long), once > 1000 ? 1 : REPEATS),
      ) >
      24 * short
    )
  })
}

/** In milliseconds of this process on a core, which other programs do not lengthen. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const shortest = (work: () => void, times = REPEATS) =>
  Math.min(...Array.from({ length: times }, () => timeOf(work)))
