/**
 * Shares work in progress: everyone who requests a key while its work runs gets the same promise. One caller
 * giving up does not stop the work for others. Nothing is kept once the work ends.
 */
export function createInFlight<T>() {
  const running = new Map<string, Promise<T>>()

  return function share(key: string, work: () => Promise<T>): Promise<T> {
    const known = running.get(key)
    if (known !== undefined) return known
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
