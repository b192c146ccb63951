/** Milliseconds that long work goes on before waiting requests have their turn. */
const TURN = 1

/** For one piece of long work to call often: lets waiting requests have their turn every millisecond or so. */
export function yieldEvery(): () => Promise<void> {
  // Nobody knows how long it has been going on when it begins to call.
  let ends = 0
  return async () => {
    if (performance.now() < ends) return
    await yieldNow()
    ends = performance.now() + TURN
  }
}

/** Maps one after the other, in order; waiting requests have their turn every millisecond or so. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R | Promise<R>): Promise<R[]> {
  const letOthers = yieldEvery()
  const mapped: R[] = []
  for (const item of items) {
    await letOthers()
    mapped.push(await map(item))
  }
  return mapped
}

/** Lets waiting requests have their turn. */
export const yieldNow = (): Promise<void> =>
  new Promise((resolve) => {
    // The quicker one is of Node alone.
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
