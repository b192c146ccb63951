/** A place in the queue: its lane, and whether the person is known. */
export interface Place {
  /** All work in one lane shares that lane's turns. */
  lane: string
  /** Known people do not wait for strangers: every second turn is theirs. */
  known: boolean
  /** Maximum work of the lane that runs at the same time, also beyond its hold; beyond that it waits as long as it takes. */
  atOnce?: number
}

interface Waiting {
  enter: () => void
  refuse: () => void
  /** When it came. */
  since: number
}

interface Lane extends Place {
  /** Never empty. */
  waiting: Waiting[]
  /** Whether it has waited for its own work, which says nothing about everyone else's. */
  ownWait: boolean
}

/** Lanes with waiting work, in the order in which they began to wait. */
type Lanes = Map<string, Lane>

/** Maximum lanes whose last turn is remembered. */
const REMEMBERED = 10_000
/** Turns over which the pace is averaged. */
const PACE_TURNS = 16
/** Milliseconds from one turn to the next, until measured. */
const ASSUMED_PACE = 5

interface Limits {
  /** Maximum concurrent work. */
  atOnce: number
  /** Maximum waiting lanes of each kind, which bounds everyone's wait. */
  lanes: number
  /** Maximum work waiting in one lane, where it waits only for the work ahead of it. */
  perLane: number
  /**
   * Longest wait to expect, in milliseconds at the current pace; work that would wait longer is not admitted. If the
   * pace slows down, it is dropped after twice this time.
   */
  longestWait?: number
  /**
   * Creates the error for work that is dropped or not admitted.
   * @param wait the expected wait, in milliseconds.
   */
  refuse: (wait: number) => Error
  /** Milliseconds; only differences count. */
  now?: () => number
}

interface Queue extends Required<Limits> {
  known: Lanes
  strangers: Lanes
  /** Number of the last turn of each lane, oldest first. */
  turns: Map<string, number>
  turn: number
  taken: number
  /** Running work of each lane that limits it. */
  running: Map<string, number>
  lastWasKnown: boolean
  /** Milliseconds from one turn to the next, lately; 0 until known. */
  pace: number
  /** When the last turn began, or the first lane began to wait. */
  lastAt: number
}

/**
 * Limits concurrent work; the rest waits in lanes that take turns. The lane whose last turn was longest ago
 * is next, so a newcomer does not wait behind frequent callers. Known people and strangers queue separately
 * and also take turns.
 * @returns a function that runs work in its turn; with `hold`, work that takes longer, in milliseconds, goes on while
 *   the next takes its turn.
 */
export function createFairQueue(limits: Limits) {
  const queue: Queue = {
    longestWait: Number.POSITIVE_INFINITY,
    now: () => performance.now(),
    ...limits,
    known: new Map(),
    strangers: new Map(),
    turns: new Map(),
    turn: 0,
    taken: 0,
    running: new Map(),
    lastWasKnown: false,
    pace: 0,
    lastAt: 0,
  }
  return <T>(place: Place, work: () => Promise<T>, hold?: number): Promise<T> =>
    inQueue(queue, place, work, hold)
}

const keyOf = ({ lane, known }: Place) => `${known ? 'known' : 'stranger'} ${lane}`
const lastTurn = ({ turns }: Queue, place: Place) => turns.get(keyOf(place)) ?? 0
const isEmpty = ({ known, strangers }: Queue) => known.size + strangers.size === 0

async function inQueue<T>(
  queue: Queue,
  place: Place,
  work: () => Promise<T>,
  hold: number | undefined,
): Promise<T> {
  if (queue.taken < queue.atOnce && isFree(queue, place)) begin(queue, place)
  else await wait(queue, place)
  let passed = false
  const pass = () => {
    // Otherwise, those who wait do so for their own work, which says nothing about the pace.
    if (queue.taken === queue.atOnce) notePace(queue)
    if (!passed) queue.taken--
    passed = true
    admitNext(queue)
  }
  const timer = hold === undefined ? undefined : setTimeout(pass, hold)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    noteRunning(queue, place, -1)
    pass()
  }
}

/** Whether the lane may run more work. */
const isFree = ({ running }: Queue, place: Place) =>
  place.atOnce === undefined || (running.get(keyOf(place)) ?? 0) < place.atOnce

function begin(queue: Queue, place: Place): void {
  queue.taken++
  noteRunning(queue, place, 1)
  noteTurn(queue, place)
}

function noteRunning({ running }: Queue, place: Place, change: 1 | -1): void {
  if (place.atOnce === undefined) return
  const key = keyOf(place)
  const now = (running.get(key) ?? 0) + change
  if (now > 0) running.set(key, now)
  else running.delete(key)
}

/** Gives free slots to those whose turn it is. */
function admitNext(queue: Queue): void {
  while (queue.taken < queue.atOnce) {
    const lane = next(queue)
    const following = lane?.waiting.shift()
    if (!lane || !following) return
    if (lane.waiting.length === 0) lanesOf(queue, lane).delete(lane.lane)
    if (isEmpty(queue)) queue.pace = 0
    if (!lane.ownWait && queue.now() - following.since > 2 * queue.longestWait) {
      following.refuse()
      continue
    }
    begin(queue, lane)
    following.enter()
  }
}

/** The pace is that of one rush: once no one waits any more, the next begins without one. */
function notePace(queue: Queue): void {
  if (isEmpty(queue)) return
  const now = queue.now()
  const since = now - queue.lastAt
  queue.pace = queue.pace === 0 ? since : queue.pace + (since - queue.pace) / PACE_TURNS
  queue.lastAt = now
}

function noteTurn(queue: Queue, place: Place): void {
  const { turns } = queue
  const key = keyOf(place)
  turns.delete(key)
  turns.set(key, ++queue.turn)
  if (turns.size > REMEMBERED) turns.delete([...turns.keys()][0] ?? key)
  queue.lastWasKnown = place.known
}

const lanesOf = ({ known, strangers }: Queue, place: Place): Lanes => (place.known ? known : strangers)

async function wait(queue: Queue, place: Place): Promise<void> {
  const lanes = lanesOf(queue, place)
  const expected = expectedWait(queue, place)
  const ahead = lanes.get(place.lane)?.waiting.length ?? 0
  const isLate = expected > queue.longestWait && isFree(queue, place)
  if (ahead >= queue.perLane || isLate) throw queue.refuse(expected)
  if (isEmpty(queue)) queue.lastAt = queue.now()
  await new Promise<void>((enter, leave) => {
    const lane = lanes.get(place.lane) ?? { ...place, waiting: [], ownWait: !isFree(queue, place) }
    lane.waiting.push({ enter, refuse: () => leave(queue.refuse(expected)), since: queue.now() })
    lanes.set(place.lane, lane)
    bound(queue, lanes)
  })
}

/** Milliseconds: the turns that come before, at the current pace. */
function expectedWait(queue: Queue, place: Place): number {
  const own = lanesOf(queue, place)
  const others = place.known ? queue.strangers : queue.known
  const rounds = (own.get(place.lane)?.waiting.length ?? 0) + 1
  let turns = 1
  for (const { lane, waiting } of own.values())
    turns += lane === place.lane ? waiting.length : Math.min(waiting.length, rounds)
  let ofOthers = 0
  for (const { waiting } of others.values()) ofOthers += waiting.length
  return (turns + Math.min(turns, ofOthers)) * (queue.pace || ASSUMED_PACE)
}

function next(queue: Queue): Lane | undefined {
  const { known, strangers } = queue
  const [first, second] = queue.lastWasKnown ? [strangers, known] : [known, strangers]
  return longestWithoutTurn(queue, first) ?? longestWithoutTurn(queue, second)
}

function longestWithoutTurn(queue: Queue, lanes: Lanes): Lane | undefined {
  let found: Lane | undefined
  for (const lane of lanes.values()) {
    if (!isFree(queue, lane)) lane.ownWait = true
    else if (!found || lastTurn(queue, lane) < lastTurn(queue, found)) found = lane
  }
  return found
}

/** If there are too many lanes, drops the one with the latest turn. */
function bound(queue: Queue, lanes: Lanes): void {
  if (lanes.size <= queue.lanes) return
  const last = [...lanes.values()].reduce((worst, lane) =>
    lastTurn(queue, lane) >= lastTurn(queue, worst) ? lane : worst,
  )
  lanes.delete(last.lane)
  for (const { refuse } of last.waiting) refuse()
}
