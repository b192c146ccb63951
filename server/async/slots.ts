/**
 * Limits concurrent work; the rest queues.
 * @param limits.waiting maximum length of the queue; beyond that, throws the error from `refuse`.
 */
export function createSlots(limits: { atOnce: number; waiting: number; refuse: () => Error }) {
  const line: (() => void)[] = []
  let taken = 0

  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (taken < limits.atOnce) taken++
    else if (line.length >= limits.waiting) throw limits.refuse()
    // Finished work passes its slot to the next in the queue.
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
