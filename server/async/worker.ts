import type { Logger } from '#server/log'

/** The first pause after a failed run, in milliseconds; each further failure doubles it. */
const FIRST_PAUSE = 1000
/** Short, as it is also how long work may rest after an outage is over. */
const LONGEST_PAUSE = 5_000
/** The longest time a timer may be set to; then the run is only looked at again. */
const LONGEST_TIMER = 60 * 60_000

export interface Worker {
  /** Runs at once, and then whenever it is due or called. */
  start(): void
  /** Runs soon. However often it is called while a run goes on, one more run follows. */
  wake(): void
  /** Starts no more runs and waits for the one in progress, at most so many milliseconds. */
  stop(timeout?: number): Promise<void>
}

/**
 * Runs a piece of background work again and again, never twice at the same time. A run that throws is logged
 * and tried again after a pause, which being called does not shorten.
 * @param options.run returns when it is due next, or null for when it is called; the signal says that the server stops.
 */
export function createWorker(options: {
  name: string
  run: (signal: AbortSignal) => Promise<Date | null>
  clock: () => Date
  log: Logger
}): Worker {
  const { name, run, clock, log } = options
  const stopping = new AbortController()
  let started = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let called = false
  let failures = 0
  /** Milliseconds of the clock before which a failed run is not repeated. */
  let notBefore = 0

  function plan(at: number): void {
    clearTimeout(timer)
    const now = clock().getTime()
    const wait = Math.min(Math.max(at, notBefore) - now, LONGEST_TIMER)
    timer = setTimeout(begin, Math.max(wait, 0))
  }

  function begin(): void {
    called = false
    running = runOnce().then((next) => {
      running = undefined
      if (stopping.signal.aborted) return
      if (called) plan(0)
      else if (next !== null) plan(next)
    })
  }

  /** @returns when the next run is due, in milliseconds of the clock. */
  async function runOnce(): Promise<number | null> {
    try {
      const next = await run(stopping.signal)
      failures = 0
      notBefore = 0
      return next && next.getTime()
    } catch (error) {
      const pause = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE)
      failures += 1
      notBefore = clock().getTime() + pause
      log.error('Background work {name} failed and is repeated in {seconds} s: {error}', {
        name,
        seconds: pause / 1000,
        error,
      })
      return notBefore
    }
  }

  return {
    start() {
      if (started || stopping.signal.aborted) return
      started = true
      plan(0)
    },
    wake() {
      called = true
      if (started && !running && !stopping.signal.aborted) plan(0)
    },
    async stop(timeout = 1500) {
      stopping.abort()
      clearTimeout(timer)
      if (!running) return
      let giveUp: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<'late'>((resolve) => {
        giveUp = setTimeout(() => resolve('late'), timeout)
      })
      const outcome = await Promise.race([running, late])
      clearTimeout(giveUp)
      if (outcome === 'late') log.warn('Background work {name} did not end in time', { name })
    },
  }
}

/** Tells of work through a listener. @returns what ends that. */
export type Waker = (listener: () => void) => () => void

/**
 * Background work that others call for: it runs when one of them does, when it says that it is due, and in any
 * case after a while, as the call of another instance can get lost.
 * @param options.run returns when it is due next, or null for when it is called for.
 * @param options.pollEvery longest time without a run, in milliseconds.
 * @param options.end ends what the runs have begun, with the same timeout as `stop`.
 */
export function createPollingWorker(options: {
  name: string
  run: () => Promise<Date | null>
  wakers: readonly Waker[]
  pollEvery: number
  end: (timeout?: number) => Promise<unknown>
  clock: () => Date
  log: Logger
}): Worker {
  const { name, run, wakers, pollEvery, end, clock, log } = options
  const worker = createWorker({
    name,
    run: async () => {
      const next = await run()
      const latest = clock().getTime() + pollEvery
      return new Date(Math.min(next?.getTime() ?? latest, latest))
    },
    clock,
    log,
  })
  let unsubscribe: (() => void)[] = []

  return {
    start() {
      unsubscribe = wakers.map((waker) => waker(worker.wake))
      worker.start()
    },
    wake: worker.wake,
    async stop(timeout) {
      for (const leave of unsubscribe) leave()
      await Promise.all([worker.stop(timeout), end(timeout)])
    },
  }
}
