/** Runs pieces of work one at a time, in the order given. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** @returns the result of the work, or its error; either way, the next piece starts. */
    run<T>(work: () => Promise<T>): Promise<T> {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
    /** Resolves when everything queued so far has ended. */
    async drained(): Promise<void> {
      await last
    },
  }
}

export type Queue = ReturnType<typeof createQueue>
