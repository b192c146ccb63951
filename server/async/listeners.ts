/** Who is called when something happens. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    call(): void {
      for (const listener of listeners) listener()
    },
    /** @returns a function that unsubscribes. */
    add(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>
