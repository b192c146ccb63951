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

interface Limits {
  /** How much runs at the same moment. */
  atOnce: number
  /** How many lanes of each kind may wait: it bounds how many turns of others anybody waits. */
  lanes: number
  /** How many may wait in one lane, for those before them alone. */
  perLane: number
  /** Makes the error for whoever has to leave, or cannot even stand in line. */
  refuse: () => Error
}

interface Line extends Limits {
  known: Waiting[]
  strangers: Waiting[]
  /** Number of the last turn of each lane, the longest ago first. */
  turns: Map<string, number>
  turn: number
  taken: number
  lastWasKnown: boolean
}

/**
 * Lets so many pieces of work run at once; others wait in lanes that take turns. The lane whose last turn is
 * the longest ago is next, so one that comes for the first time does not wait for those that come again and
 * again. Known people and strangers have lines of their own and take turns too.
 */
export function createFairLine(limits: Limits) {
  const turns = new Map<string, number>()
  const line: Line = { ...limits, known: [], strangers: [], turns, turn: 0, taken: 0, lastWasKnown: false }
  return <T>(place: Place, work: () => Promise<T>): Promise<T> => inLine(line, place, work)
}

const keyOf = ({ lane, known }: Place) => `${known ? 'known' : 'stranger'} ${lane}`
const lastTurn = ({ turns }: Line, place: Place) => turns.get(keyOf(place)) ?? 0

async function inLine<T>(line: Line, place: Place, work: () => Promise<T>): Promise<T> {
  if (line.taken < line.atOnce) {
    line.taken++
    noteTurn(line, place)
  } else {
    // Whoever leaves gives its place to the next in line.
    await wait(line, place)
  }
  try {
    return await work()
  } finally {
    const following = next(line)
    if (following) {
      noteTurn(line, following)
      following.enter()
    } else {
      line.taken--
    }
  }
}

function noteTurn(line: Line, place: Place): void {
  const { turns } = line
  const key = keyOf(place)
  turns.delete(key)
  turns.set(key, ++line.turn)
  if (turns.size > REMEMBERED) turns.delete([...turns.keys()][0] ?? key)
  line.lastWasKnown = place.known
}

async function wait(line: Line, place: Place): Promise<void> {
  const waiting = place.known ? line.known : line.strangers
  if (waiting.filter(({ lane }) => lane === place.lane).length >= line.perLane) throw line.refuse()
  await new Promise<void>((enter, leave) => {
    waiting.push({ ...place, enter, refuse: () => leave(line.refuse()) })
    bound(line, waiting)
  })
}

function next(line: Line): Waiting | undefined {
  const kinds = line.lastWasKnown ? [line.strangers, line.known] : [line.known, line.strangers]
  const waiting = kinds.find(({ length }) => length > 0)
  // The first of the lane that waits the longest for a turn.
  const found = waiting?.toSorted((one, other) => lastTurn(line, one) - lastTurn(line, other))[0]
  if (found) waiting?.splice(waiting.indexOf(found), 1)
  return found
}

/** Has a lane leave that had a turn the most lately, where there are too many. */
function bound(line: Line, waiting: Waiting[]): void {
  if (new Set(waiting.map(({ lane }) => lane)).size <= line.lanes) return
  const last = waiting.reduce((worst, one) => (lastTurn(line, one) >= lastTurn(line, worst) ? one : worst))
  for (const one of waiting.filter(({ lane }) => lane === last.lane)) {
    waiting.splice(waiting.indexOf(one), 1)
    one.refuse()
  }
}
