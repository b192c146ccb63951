import type { Signals } from './database'

type Listener = (message: string) => void

/** Signals within this process. */
export function createLocalSignals(): Signals {
  const listeners = new Map<string, Set<Listener>>()
  return {
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(message)
    },
    subscribe(topic, listener) {
      const ofTopic = listeners.get(topic) ?? new Set()
      listeners.set(topic, ofTopic.add(listener))
      return () => ofTopic.delete(listener)
    },
    // No signal is lost within one process.
    onMissed: () => () => undefined,
  }
}
