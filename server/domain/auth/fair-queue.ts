/** A place in the queue: its lane, and whether the person is known. */
export interface Place {
  /** All work in one lane shares that lane's turns. */
  lane: string
  /** Known people do not wait for strangers: every second turn is theirs. */
  known: boolean
}

interface Waiting extends Place {
  enter: () => void
  refuse: () => void
}

/** Maximum lanes whose last turn is remembered. */
const REMEMBERED = 10_000

interface Limits {
  /** Maximum concurrent work. */
  atOnce: number
  /** Maximum waiting lanes of each kind, which bounds everyone's wait. */
  lanes: number
  /** Maximum work waiting in one lane, where it waits only for the work ahead of it. */
  perLane: number
  /** Creates the error for work that is dropped or not admitted. */
  refuse: () => Error
}

interface Queue extends Limits {
  known: Waiting[]
  strangers: Waiting[]
  /** Number of the last turn of each lane, oldest first. */
  turns: Map<string, number>
  turn: number
  taken: number
  lastWasKnown: boolean
}

/**
 * Limits concurrent work; the rest waits in lanes that take turns. The lane whose last turn was longest ago
 * is next, so a newcomer does not wait behind frequent callers. Known people and strangers queue separately
 * and also take turns.
 */
export function createFairQueue(limits: Limits) {
  const turns = new Map<string, number>()
  const queue: Queue = { ...limits, known: [], strangers: [], turns, turn: 0, taken: 0, lastWasKnown: false }
  return <T>(place: Place, work: () => Promise<T>): Promise<T> => inQueue(queue, place, work)
}

const keyOf = ({ lane, known }: Place) => `${known ? 'known' : 'stranger'} ${lane}`
const lastTurn = ({ turns }: Queue, place: Place) => turns.get(keyOf(place)) ?? 0

async function inQueue<T>(queue: Queue, place: Place, work: () => Promise<T>): Promise<T> {
  if (queue.taken < queue.atOnce) {
    queue.taken++
    noteTurn(queue, place)
  } else {
    // Finished work passes its slot to the next in queue.
    await wait(queue, place)
  }
  try {
    return await work()
  } finally {
    const following = next(queue)
    if (following) {
      noteTurn(queue, following)
      following.enter()
    } else {
      queue.taken--
    }
  }
}

function noteTurn(queue: Queue, place: Place): void {
  const { turns } = queue
  const key = keyOf(place)
  turns.delete(key)
  turns.set(key, ++queue.turn)
  if (turns.size > REMEMBERED) turns.delete([...turns.keys()][0] ?? key)
  queue.lastWasKnown = place.known
}

async function wait(queue: Queue, place: Place): Promise<void> {
  const waiting = place.known ? queue.known : queue.strangers
  if (waiting.filter(({ lane }) => lane === place.lane).length >= queue.perLane) throw queue.refuse()
  await new Promise<void>((enter, leave) => {
    waiting.push({ ...place, enter, refuse: () => leave(queue.refuse()) })
    bound(queue, waiting)
  })
}

function next(queue: Queue): Waiting | undefined {
  const kinds = queue.lastWasKnown ? [queue.strangers, queue.known] : [queue.known, queue.strangers]
  const waiting = kinds.find(({ length }) => length > 0)
  // The first in the lane that has waited longest for a turn.
  const found = waiting?.toSorted((one, other) => lastTurn(queue, one) - lastTurn(queue, other))[0]
  if (found) waiting?.splice(waiting.indexOf(found), 1)
  return found
}

/** If there are too many lanes, drops the one with the latest turn. */
function bound(queue: Queue, waiting: Waiting[]): void {
  if (new Set(waiting.map(({ lane }) => lane)).size <= queue.lanes) return
  const last = waiting.reduce((worst, one) => (lastTurn(queue, one) >= lastTurn(queue, worst) ? one : worst))
  for (const one of waiting.filter(({ lane }) => lane === last.lane)) {
    waiting.splice(waiting.indexOf(one), 1)
    one.refuse()
  }
}
