import type { Logger } from '#server/platform/log'
import { endsBeforeTimeout } from './timeout'

/** The pause after a failed run, in milliseconds; each further failure doubles it. */
const FIRST_PAUSE = 1000
/** The longest pause, in milliseconds. Short, because work may stay paused this long after an outage ends. */
const LONGEST_PAUSE = 5_000
/**
 * The longest timer, in milliseconds; when it fires, the clock is read again: timers stand still while a computer sleeps,
 * and the clock may have been set.
 */
const LONGEST_TIMER = 60_000

export interface Worker {
  /** Runs immediately, and then whenever it is due or called. */
  start(): void
  /** Runs soon. However often it is called during a run, one more run follows. */
  wake(): void
  /** Starts no more runs and waits for the current one, up to a timeout in milliseconds. */
  stop(timeout?: number): Promise<void>
}

/** Calls a listener when there is work. @returns a function that unsubscribes. */
type Waker = (listener: () => void) => () => void

interface WorkerOptions {
  name: string
  run: (signal: AbortSignal) => Promise<Date | null | void>
  /** What triggers runs, from the start until it is stopped. */
  wakers?: readonly Waker[]
  /** Maximum milliseconds without a run, because calls from another instance can get lost. */
  pollEvery?: number
  /** Maximum milliseconds between failed runs, for work that no one waits for. */
  longestPause?: number
  /** Ends the work that runs have started, with the same timeout as `stop`. */
  end?: (timeout?: number) => Promise<unknown>
  clock: () => Date
  log: Logger
}

interface WorkerState extends Required<WorkerOptions> {
  stopping: AbortController
  started: boolean
  /** Unsubscribes from the wakers. */
  leave: (() => void)[]
  timer: ReturnType<typeof setTimeout> | undefined
  running: Promise<void> | undefined
  called: boolean
  failures: number
  /** Clock milliseconds before which a failed run is not repeated. */
  notBefore: number
}

/**
 * Runs background work repeatedly, never concurrently. A run that throws is logged and retried after a pause,
 * which calls do not shorten.
 * @param options.run returns when the next run is due, or nothing to wait for a call; the signal aborts when
 *   the server stops.
 */
export function createWorker(options: WorkerOptions): Worker {
  const worker: WorkerState = {
    longestPause: LONGEST_PAUSE,
    pollEvery: Number.POSITIVE_INFINITY,
    wakers: [],
    end: async () => undefined,
    ...options,
    stopping: new AbortController(),
    started: false,
    leave: [],
    timer: undefined,
    running: undefined,
    called: false,
    failures: 0,
    notBefore: 0,
  }
  const { stopping } = worker

  function wake() {
    worker.called = true
    if (worker.started && !worker.running && !stopping.signal.aborted) plan(worker, 0)
  }

  return {
    start() {
      if (worker.started || stopping.signal.aborted) return
      worker.started = true
      worker.leave = worker.wakers.map((waker) => waker(wake))
      plan(worker, 0)
    },
    wake,
    async stop(timeout = 1500) {
      stopping.abort()
      for (const leave of worker.leave) leave()
      clearTimeout(worker.timer)
      await Promise.all([endRun(worker, timeout), worker.end(timeout)])
    },
  }
}

function plan(worker: WorkerState, at: number): void {
  clearTimeout(worker.timer)
  const now = worker.clock().getTime()
  // Further ahead than the pause after a failure: the clock was set back.
  const isPaused = worker.notBefore - now <= worker.longestPause
  const due = isPaused ? Math.max(at, worker.notBefore) : at
  wait(worker, due, Math.max(due - now, 0))
}

/** @param left milliseconds to wait, whatever happens to the clock; less if it passes the time. */
function wait(worker: WorkerState, due: number, left: number): void {
  const step = Math.min(left, LONGEST_TIMER)
  worker.timer = setTimeout(() => {
    if (step === left || worker.clock().getTime() >= due) begin(worker)
    else wait(worker, due, left - step)
  }, step)
}

function begin(worker: WorkerState): void {
  worker.called = false
  worker.running = runOnce(worker).then((next) => {
    worker.running = undefined
    if (worker.stopping.signal.aborted) return
    if (worker.called) plan(worker, 0)
    else if (next !== null) plan(worker, next)
  })
}

async function endRun({ running, name, log }: WorkerState, timeout: number): Promise<void> {
  if (!running || (await endsBeforeTimeout(timeout, running))) return
  log.warn('Stopping: job {name} did not end in time', { name })
}

/** @returns when the next run is due, in clock milliseconds. */
async function runOnce(worker: WorkerState): Promise<number | null> {
  try {
    const next = await worker.run(worker.stopping.signal)
    worker.failures = 0
    worker.notBefore = 0
    const due = Math.min(
      next?.getTime() ?? Number.POSITIVE_INFINITY,
      worker.clock().getTime() + worker.pollEvery,
    )
    return Number.isFinite(due) ? due : null
  } catch (error) {
    const pause = Math.min(FIRST_PAUSE * 2 ** worker.failures, worker.longestPause)
    worker.failures += 1
    worker.notBefore = worker.clock().getTime() + pause
    worker.log.error('Job {name} failed; next run in {seconds} s: {error}', {
      name: worker.name,
      seconds: pause / 1000,
      error,
    })
    return worker.notBefore
  }
}
