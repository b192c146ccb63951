/** Who stands in line: whose turn it takes, and whether it is known already. */
export interface Place {
  /** All work of one lane takes turns with that of the others as one. */
  lane: string
  /** Known people do not wait for strangers: every second turn is theirs. */
  known: boolean
}

interface Waiting extends Place {
  enter: () => void
  refuse: () => void
}

/** Lanes of which it is remembered when they last had a turn. */
const REMEMBERED = 10_000

/**
 * Lets so many pieces of work run at once; others wait in lanes that take turns. The lane whose last turn is
 * the longest ago is next, so one that comes for the first time does not wait for those that come again and
 * again. Known people and strangers have lines of their own and take turns too.
 * @param limits.atOnce how much runs at the same moment.
 * @param limits.lanes how many lanes of each kind may wait: it bounds how many turns of others anybody waits.
 * @param limits.perLane how many may wait in one lane, for those before them alone.
 * @param limits.refuse makes the error for whoever has to leave, or cannot even stand in line.
 */
export function createFairLine(limits: {
  atOnce: number
  lanes: number
  perLane: number
  refuse: () => Error
}) {
  const { atOnce, lanes, perLane, refuse } = limits
  const lines: { known: Waiting[]; strangers: Waiting[] } = { known: [], strangers: [] }
  /** Number of the last turn of each lane, the longest ago first. */
  const turns = new Map<string, number>()
  let turn = 0
  let taken = 0
  let lastWasKnown = false

  const lineOf = ({ known }: Place) => (known ? lines.known : lines.strangers)
  const keyOf = ({ lane, known }: Place) => `${known ? 'known' : 'stranger'} ${lane}`
  const lastTurn = (place: Place) => turns.get(keyOf(place)) ?? 0

  function noteTurn(place: Place): void {
    const key = keyOf(place)
    turns.delete(key)
    turns.set(key, ++turn)
    if (turns.size > REMEMBERED) turns.delete([...turns.keys()][0] ?? key)
    lastWasKnown = place.known
  }

  /** The first in line of the lane that waits the longest for a turn. */
  function nextOf(line: readonly Waiting[]): Waiting | undefined {
    return line.toSorted((one, other) => lastTurn(one) - lastTurn(other))[0]
  }

  function next(): Waiting | undefined {
    const [first, second] = lastWasKnown ? [lines.strangers, lines.known] : [lines.known, lines.strangers]
    const found = nextOf(first) ?? nextOf(second)
    if (found) lineOf(found).splice(lineOf(found).indexOf(found), 1)
    return found
  }

  /** Has a lane leave that had a turn the most lately, where there are too many. */
  function bound(line: Waiting[]): void {
    const waiting = [...new Set(line.map(({ lane }) => lane))]
    if (waiting.length <= lanes) return
    const last = line.reduce((worst, one) => (lastTurn(one) >= lastTurn(worst) ? one : worst))
    const leaving = line.filter(({ lane }) => lane === last.lane)
    for (const one of leaving) {
      line.splice(line.indexOf(one), 1)
      one.refuse()
    }
  }

  async function wait(place: Place): Promise<void> {
    const line = lineOf(place)
    if (line.filter(({ lane }) => lane === place.lane).length >= perLane) throw refuse()
    await new Promise<void>((enter, leave) => {
      line.push({ ...place, enter, refuse: () => leave(refuse()) })
      bound(line)
    })
  }

  return async function inLine<T>(place: Place, work: () => Promise<T>): Promise<T> {
    if (taken < atOnce) {
      taken++
      noteTurn(place)
    } else {
      // Whoever leaves hands its place to the next in line.
      await wait(place)
    }
    try {
      return await work()
    } finally {
      const following = next()
      if (following) {
        noteTurn(following)
        following.enter()
      } else {
        taken--
      }
    }
  }
}

export type FairLine = ReturnType<typeof createFairLine>
