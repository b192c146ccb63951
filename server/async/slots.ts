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

/** Limits concurrent work per key, like {@link createSlots}. Keys without work use no memory. */
export function createSlotsOfEach(limits: Parameters<typeof createSlots>[0]) {
  const lines = new Map<string, { inSlot: ReturnType<typeof createSlots>; entered: number }>()

  return async function inSlotOf<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { inSlot: createSlots(limits), entered: 0 }
    lines.set(key, line)
    line.entered++
    try {
      return await line.inSlot(work)
    } finally {
      if (--line.entered === 0) lines.delete(key)
    }
  }
}
