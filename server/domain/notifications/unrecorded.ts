import { createRunning } from '#server/async/running'

export type Unrecorded = ReturnType<typeof createUnrecorded>

/**
 * A sender's results that are being stored while it continues.
 * @param flush writes them now.
 */
export function createUnrecorded(flush: () => void) {
  const writing = createRunning()
  const failures: unknown[] = []

  return {
    /** An error is rethrown the next time the sender waits; no one listens before that. */
    add: (result: Promise<void>): void =>
      writing.add(result.catch((error: unknown) => void failures.push(error))),

    /** The number of results not stored yet. */
    get size(): number {
      return writing.count()
    },

    /**
     * Waits until all results are stored.
     * @throws the first error that occurred.
     */
    async settled(): Promise<void> {
      if (writing.count() > 0) flush()
      await writing.settled()
      if (failures.length > 0) throw failures[0]
    },
  }
}
