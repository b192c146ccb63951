export type Unrecorded = ReturnType<typeof createUnrecorded>

/**
 * Results of one sender that are being written down while it goes on.
 * @param flush has them written at once.
 */
export function createUnrecorded(flush: () => void) {
  const open = new Set<Promise<void>>()
  const failures: unknown[] = []

  return {
    add(writing: Promise<void>): void {
      const ended = writing
        // Thrown when the sender next waits: until then nobody listens.
        .catch((error: unknown) => void failures.push(error))
        .finally(() => open.delete(ended))
      open.add(ended)
    },

    /** How many are not written down yet. */
    get size(): number {
      return open.size
    },

    /**
     * Waits until all are written down.
     * @throws what kept the first of them from it.
     */
    async settled(): Promise<void> {
      if (open.size > 0) flush()
      await Promise.all(open)
      if (failures.length > 0) throw failures[0]
    },
  }
}
