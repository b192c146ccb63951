import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPruneJob } from '#server/jobs/prune'
import { createLog } from '#server/log'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('old rows are removed once an hour, and a kind that fails does not keep the others', async () => {
  const logged: string[] = []
  const failing = vi.fn().mockRejectedValueOnce(new Error('locked')).mockResolvedValue(undefined)
  const other = vi.fn().mockResolvedValue(undefined)
  const job = createPruneJob({
    tasks: [failing, other],
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
