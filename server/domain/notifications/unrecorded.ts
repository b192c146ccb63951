export type Unrecorded = ReturnType<typeof createUnrecorded>

/**
 * A sender's results that are being stored while it continues.
 * @param flush writes them at once.
 */
export function createUnrecorded(flush: () => void) {
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []

  return {
    add(writing: Promise<void>): void {
      const ended = writing
        // Rethrown when the sender next waits; no one listens before.
        .catch((error: unknown) => void failures.push(error))
        .finally(() => open.delete(ended))
      open.add(ended)
    },

    /** How many are not stored yet. */
    get size(): number {
      return open.size
    },

    /**
     * Waits until all are stored.
     * @throws the first error that occurred.
     */
    async settled(): Promise<void> {
      if (open.size > 0) flush()
      await Promise.all(open)
      if (failures.length > 0) throw failures[0]
    },
  }
}
