/** Milliseconds that long work runs before it yields. */
const TURN = 1

/** Creates a function for long work to call often: it lets waiting requests run about every millisecond. */
export function yieldEvery(): () => Promise<void> {
  // How long the work has been running before the first call is unknown.
  let ends = 0
  return async () => {
    if (performance.now() < ends) return
    await yieldNow()
    ends = performance.now() + TURN
  }
}

/** Maps items in order, one at a time, letting waiting requests run about every millisecond. */
export async function mapYielding<T, R>(items: Iterable<T>, map: (item: T) => R | Promise<R>): Promise<R[]> {
  const yieldIfDue = yieldEvery()
  const mapped: R[] = []
  for (const item of items) {
    await yieldIfDue()
    mapped.push(await map(item))
  }
  return mapped
}

/** Lets waiting requests run. */
export const yieldNow = (): Promise<void> =>
  new Promise((resolve) => {
    // Faster than a timer, but only Node has it.
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
