/** From when on a start tells what it is at, in milliseconds since the process began. */
const LONG = 2000
/** How long a step has to go on to be worth a line of its own, in milliseconds. */
const LONG_STEP = 1000

/** Runs one step of the start and remembers how long it took. */
export type Timed = <T>(step: string, work: () => Promise<T>) => Promise<T>

/** Runs steps that nobody wants to know the time of. */
export const untimed: Timed = (_step, work) => work()

/**
 * Remembers what a start spends its time on.
 * @param options.now milliseconds since the process began.
 * @param options.tellStep hears of each step that is under way when the start has become long.
 */
export function createStartSteps({ now, tellStep }: { now: () => number; tellStep: (step: string) => void }) {
  const steps: { step: string; took: number }[] = [{ step: 'loading', took: now() }]

  const timed: Timed = async (step, work) => {
    const began = now()
    const long = setTimeout(() => tellStep(step), Math.max(LONG - began, LONG_STEP))
    try {
      return await work()
    } finally {
      clearTimeout(long)
      steps.push({ step, took: now() - began })
    }
  }

  return {
    timed,
    /**
     * What the start did, in the order of its steps' ends.
     * @returns undefined where it was quick.
     */
    summary(): { seconds: string; steps: string } | undefined {
      const all = now()
      if (all <= LONG) return undefined
      return {
        seconds: inSeconds(all),
        steps: steps.map(({ step, took }) => `${step} ${inSeconds(took)} s`).join(', '),
      }
    },
  }
}

const inSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)
