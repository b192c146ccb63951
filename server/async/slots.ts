/**
 * Lets so many pieces of work run at once; others wait in line.
 * @param limits.waiting how many may wait; beyond that `refuse` makes the error that is thrown.
 */
export function createSlots(limits: { atOnce: number; waiting: number; refuse: () => Error }) {
  const line: (() => void)[] = []
  let taken = 0

  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (taken < limits.atOnce) taken++
    else if (line.length >= limits.waiting) throw limits.refuse()
    // Whoever leaves hands its slot to the next in line.
    else await new Promise<void>((enter) => line.push(enter))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else taken--
    }
  }
}
