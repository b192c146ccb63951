/**
 * Runs work one at a time: however often it is called during a run, one more run follows.
 * @param every minimum milliseconds from the start of one run to the start of the next.
 */
export function coalesce(work: () => Promise<void>, every = 0) {
  let current: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted = false
  let ended = false
  let notBefore = 0
  const failures: unknown[] = []

  function plan(): void {
    if (!wanted || ended || current || timer || failures.length > 0) return
    const wait = notBefore - performance.now()
    if (wait <= 0) return begin()
    timer = setTimeout(() => {
      timer = undefined
      begin()
    }, wait)
  }

  function begin(): void {
    wanted = false
    notBefore = performance.now() + every
    current = work()
      .catch((error: unknown) => void failures.push(error))
      .then(() => {
        current = undefined
        plan()
      })
  }

  return {
    call(): void {
      wanted = true
      plan()
    },
    /**
     * Starts no more runs and waits for the current one.
     * @throws what one of the runs threw.
     */
    async end(): Promise<void> {
      ended = true
      clearTimeout(timer)
      await current
      if (failures.length > 0) throw failures[0]
    },
  }
}
