import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorker } from '#server/async/worker'
import { createLog } from '#server/platform/log'

describe('a worker', () => {
  const logged: string[] = []

  beforeEach(() => {
    logged.length = 0
    vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const clock = () => new Date()
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

  function workerOf(run: (signal: AbortSignal) => Promise<Date | null>) {
    const log = createLog({ level: 'INFO', terminal: false, write: (line) => void logged.push(line) })
    return createWorker({ name: 'test', run, clock, log })
  }

  it('runs at once, and again at its next due time', async () => {
    const run = vi.fn(async () => inSeconds(60))
    const worker = workerOf(run)
    worker.start()
    await pass(0)
    expect(run).toHaveBeenCalledTimes(1)
    await pass(59)
    expect(run).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(run).toHaveBeenCalledTimes(2)
    await worker.stop()
  })

  it('keeps its pace if the clock is set back or forward, or the computer has slept', async () => {
    const run = vi.fn(async () => inSeconds(600))
    const worker = workerOf(run)
    worker.start()
    await pass(0)
    vi.setSystemTime(Date.now() - 86_400_000)
    await pass(599)
    expect(run).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(run).toHaveBeenCalledTimes(2)
    // Timers stand still during sleep, so only the clock shows it.
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    await pass(60)
    expect(run).toHaveBeenCalledTimes(3)
    await worker.stop()
  })

  it('does not pause for as long as the clock was ahead when it failed', async () => {
    let isBroken = true
    const run = vi.fn(() => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(null)))
    const worker = workerOf(run)
    vi.setSystemTime(Date.now() + 86_400_000)
    worker.start()
    await pass(0)
    isBroken = false
    vi.setSystemTime(Date.now() - 86_400_000)
    worker.wake()
    await pass(5)
    expect(run).toHaveBeenCalledTimes(2)
    await worker.stop()
  })

  it('sleeps until called if nothing is due', async () => {
    const run = vi.fn(async () => null)
    const worker = workerOf(run)
    worker.start()
    await pass(86_400)
    expect(run).toHaveBeenCalledTimes(1)
    worker.wake()
    await pass(0)
    expect(run).toHaveBeenCalledTimes(2)
    await worker.stop()
  })

  it('does nothing before it is started, and starting it twice has no effect', async () => {
    const run = vi.fn(async () => null)
    const worker = workerOf(run)
    worker.wake()
    await pass(10)
    expect(run).not.toHaveBeenCalled()
    worker.start()
    worker.start()
    await pass(10)
    expect(run).toHaveBeenCalledTimes(1)
    await worker.stop()
  })

  it('never runs twice at once, and runs once more after a call during a run', async () => {
    const ends: (() => void)[] = []
    const run = vi.fn(() => new Promise<null>((resolve) => ends.push(() => resolve(null))))
    const worker = workerOf(run)
    worker.start()
    await pass(0)
    for (let times = 0; times < 5; times += 1) worker.wake()
    await pass(60)
    expect(run).toHaveBeenCalledTimes(1)
    ends[0]?.()
    await pass(0)
    expect(run).toHaveBeenCalledTimes(2)
    ends[1]?.()
    await pass(60)
    expect(run).toHaveBeenCalledTimes(2)
    await worker.stop()
  })

  it('that fails is logged and retried at growing intervals, which calls do not shorten', async () => {
    let failing = true
    const times: number[] = []
    const worker = workerOf(async () => {
      times.push(Date.now())
      if (failing) throw new Error('the database is away')
      return null
    })
    worker.start()
    await pass(0)
    for (let second = 0; second < 20; second += 1) {
      worker.wake()
      await pass(1)
    }
    const pauses = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000)
    expect(pauses).toEqual([1, 2, 4, 5, 5])
    expect(logged).toHaveLength(6)
    expect(logged[0]).toContain('the database is away')

    failing = false
    worker.wake()
    await pass(5)
    const runs = times.length
    worker.wake()
    await pass(0)
    expect(times).toHaveLength(runs + 1)
    await worker.stop()
  })

  it('that is stopped waits for the current run, aborts it, and starts no other', async () => {
    let signal: AbortSignal | undefined
    let end: () => void = () => undefined
    const run = vi.fn((given: AbortSignal) => {
      signal = given
      return new Promise<null>((resolve) => (end = () => resolve(null)))
    })
    const worker = workerOf(run)
    worker.start()
    await pass(0)
    const stopped = vi.fn()
    const stopping = worker.stop().then(stopped)
    worker.wake()
    await pass(1)
    expect(signal?.aborted).toBe(true)
    expect(stopped).not.toHaveBeenCalled()
    end()
    await stopping
    await pass(60)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('that is stopped gives up on a run that does not end', async () => {
    const worker = workerOf(() => new Promise<null>(() => undefined))
    worker.start()
    await pass(0)
    const stopping = worker.stop(2000)
    await pass(2)
    await stopping
    expect(logged[0]).toContain('did not end in time')
  })

  it('that is due in years does not run now', async () => {
    const run = vi.fn(async () => inSeconds(10 * 365 * 86_400))
    const worker = workerOf(run)
    worker.start()
    await pass(60)
    expect(run).toHaveBeenCalledTimes(1)
    await worker.stop()
  })
})
