import { createListeners, type Listeners } from '#server/async/listeners'
import type { Signals } from './database'

/** Signals within this process. */
export function createLocalSignals(): Signals {
  const topics = new Map<string, Listeners<[message: string]>>()
  return {
    publish: (topic, message) => topics.get(topic)?.call(message),
    subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? createListeners<[message: string]>()
      topics.set(topic, listeners)
      return listeners.add(listener)
    },
    // No signal is lost within one process.
    onMissed: () => () => undefined,
  }
}
