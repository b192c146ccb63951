/** Work that takes less is not worth comparing: quadratic work takes several times as long on any machine. */
const WORTH_COMPARING_MS = 25
const REPEATS = 5

/** Work on a text. */
type Work = (text: string) => unknown

/**
 * Whether work on any text takes much more than proportionally longer on one that is eight times as long: more than
 * 24 times, where linear work takes 8 times and quadratic work 64 times. The shortest of several runs counts, because
 * compiling and collecting garbage only ever make a run longer.
 * @param texts in pairs with `longer`.
 */
export async function growsFast(
  texts: readonly string[],
  longer: readonly string[],
  work: Work,
): Promise<boolean> {
  for (const [at, long] of longer.entries()) {
    if (await growsFastFrom(texts[at] ?? '', long, work)) return true
  }
  return false
}

async function growsFastFrom(text: string, longer: string, work: Work): Promise<boolean> {
  const once = await timeOf(() => work(longer))
  if (once < WORTH_COMPARING_MS) return false
  const short = await shortest(() => work(text))
  // Does not repeat work that already takes too long.
  const long = Math.min(once, await shortest(() => work(longer), once > 1000 ? 1 : REPEATS))
  return long > 24 * short
}

/** In milliseconds of this process on a core, which other programs do not lengthen. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function shortest(work: () => unknown, times = REPEATS): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time += 1) best = Math.min(best, await timeOf(work))
  return best
}
