/**
 * Runs work one piece at a time. Overlapping transactions on one SQLite file fail with SQLITE_BUSY whatever the busy
 * timeout, because the client's calls are synchronous; in a queue they all succeed.
 */
export function createWriteQueue() {
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** Runs the work once everything queued earlier has ended, successfully or not. */
    run<T>(work: () => Promise<T>): Promise<T> {
      const result = last.then(work, work)
      last = result.catch(() => undefined)
      return result
    },
    /** Resolves when everything queued so far has ended. */
    async drained(): Promise<void> {
      await last
    },
  }
}
