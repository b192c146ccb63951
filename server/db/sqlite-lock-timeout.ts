import { pause } from '#server/async/timeout'
import { isBusy } from './failures'

/**
 * Waits while another process, such as a backup, locks the file; the event loop stays free. All that wait do so
 * together: none longer than the timeout since it was called, and only once if the lock has lasted longer than that.
 * @param timeout milliseconds.
 */
export function createLockTimeout(timeout: number) {
  /** When the current lock was first and last met, in milliseconds; undefined while the file is not locked. */
  let lock: { since: number; last: number } | undefined

  /** @returns when to give up. */
  function meetLock(calledAt: number, now: number): number {
    // One met long ago was another: nothing has tried in between.
    lock = { since: lock && now - lock.last < timeout ? lock.since : now, last: now }
    return Math.min(calledAt, lock.since) + timeout
  }

  return {
    /** Begins to wait. @returns a function that runs work, and again while the file is locked. */
    from() {
      const calledAt = performance.now()
      return async <T>(work: () => Promise<T>): Promise<T> => {
        for (let wait = 10; ; wait = Math.min(wait * 2, 250)) {
          try {
            const result = await work()
            lock = undefined
            return result
          } catch (error) {
            if (!isBusy(error)) throw error
            const now = performance.now()
            if (now + wait > meetLock(calledAt, now)) throw error
            await pause(wait)
          }
        }
      }
    },
  }
}
