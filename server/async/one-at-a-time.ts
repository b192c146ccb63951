/** Runs pieces of work one at a time, in the order given. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()

  /** @returns the result of the work, or its error; either way, the next piece starts. */
  return function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }
}
