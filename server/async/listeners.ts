import { getLogger } from '@logtape/logtape'

/**
 * Who is called when something happens. A listener that throws is logged; the others are still called, and whoever
 * calls them does not fail.
 */
export function createListeners<T extends unknown[] = []>() {
  const listeners = new Set<(...values: T) => void>()
  return {
    call(...values: T): void {
      for (const listener of listeners) {
        try {
          listener(...values)
        } catch (error) {
          getLogger('earmark').error('A listener failed: {error}', { error })
        }
      }
    },
    /** @returns a function that unsubscribes. */
    add(listener: (...values: T) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Listeners<T extends unknown[] = []> = ReturnType<typeof createListeners<T>>
