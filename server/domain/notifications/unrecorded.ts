export type Unrecorded = ReturnType<typeof createUnrecorded>

/**
 * A sender's results that are being stored while it continues.
 * @param flush writes them now.
 */
export function createUnrecorded(flush: () => void) {
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []

  return {
    add(writing: Promise<void>): void {
      const ended = writing
        // Rethrown the next time the sender waits; no one listens before that.
        .catch((error: unknown) => void failures.push(error))
        .finally(() => open.delete(ended))
      open.add(ended)
    },

    /** The number of results not stored yet. */
    get size(): number {
      return open.size
    },

    /**
     * Waits until all results are stored.
     * @throws the first error that occurred.
     */
    async settled(): Promise<void> {
      if (open.size > 0) flush()
      await Promise.all(open)
      if (failures.length > 0) throw failures[0]
    },
  }
}
