/** Runs pieces of work one after the other, in the order in which they are given. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()

  /** @returns what comes of the work, also where that is an error; the next one begins all the same. */
  return function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }
}
