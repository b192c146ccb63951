/** Milliseconds after which a start reports its steps, counted from the start of the process. */
const LONG = 2000
/** Minimum milliseconds for a step to be listed separately. */
const LONG_STEP = 1000

/** Runs one step of the start and measures it. */
export type Timed = <T>(step: string, work: () => Promise<T>) => Promise<T>

/**
 * Measures the steps of a start.
 * @param options.now milliseconds since the process began.
 * @param options.tellStep receives each running step once the start takes too long.
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
     * The steps of the start, in the order in which they ended.
     * @returns undefined if it was quick.
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
