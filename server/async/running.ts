import { createListeners } from './listeners'

/** Work in progress. */
export function createRunning() {
  const work = new Set<Promise<void>>()
  const ends = createListeners()
  return {
    count: (): number => work.size,
    /** @param started never fails. */
    add(started: Promise<void>): void {
      const running = started.finally(() => {
        work.delete(running)
        ends.call()
      })
      work.add(running)
    },
    /** Calls back whenever work ends, as other work may start then. @returns a function that unsubscribes. */
    onEnd: ends.add,
    /** Resolves when nothing is running. */
    async settled(): Promise<void> {
      while (work.size > 0) await Promise.all(work)
    },
  }
}

export type Running = ReturnType<typeof createRunning>
