import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPruneJob } from '#server/jobs/jobs'
import { createLog } from '#server/platform/log'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('old rows are removed once an hour, and a kind that fails does not affect the others', async () => {
  const logged: string[] = []
  const failing = vi.fn().mockRejectedValueOnce(new Error('locked')).mockResolvedValue(undefined)
  const other = vi.fn().mockResolvedValue(undefined)
  const job = createPruneJob({
    tasks: [failing, other],
    onWanted: () => () => undefined,
    clock: () => new Date(),
    log: createLog({ level: 'INFO', terminal: false, write: (line) => void logged.push(line) }),
  })
  job.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(other).toHaveBeenCalledTimes(1)
  expect(logged[0]).toContain('locked')
  await vi.advanceTimersByTimeAsync(1000)
  expect(failing).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(failing).toHaveBeenCalledTimes(3)
  await job.stop()
})

it('what cannot be removed is retried at growing intervals, at most every ten minutes', async () => {
  const failing = vi.fn().mockRejectedValue(new Error('locked'))
  const job = createPruneJob({
    tasks: [failing],
    onWanted: () => () => undefined,
    clock: () => new Date(),
    log: createLog({ level: 'INFO', terminal: false, write: () => undefined }),
  })
  job.start()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  const inTheFirstHour = failing.mock.calls.length
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect([inTheFirstHour, failing.mock.calls.length - inTheFirstHour]).toEqual([15, 6])
  await job.stop()
})

it('old rows are removed at once on request, and a stop aborts the run', async () => {
  const calls = new Set<() => void>()
  const signals: AbortSignal[] = []
  const job = createPruneJob({
    tasks: [async (signal) => void signals.push(signal)],
    onWanted: (listener) => {
      calls.add(listener)
      return () => void calls.delete(listener)
    },
    clock: () => new Date(),
    log: createLog({ level: 'INFO', terminal: false, write: () => undefined }),
  })
  job.start()
  await vi.advanceTimersByTimeAsync(0)
  for (const call of calls) call()
  await vi.advanceTimersByTimeAsync(0)
  expect(signals).toHaveLength(2)
  expect(signals[1]?.aborted).toBe(false)
  await job.stop()
  expect(signals[1]?.aborted).toBe(true)
  expect(calls.size).toBe(0)
})
