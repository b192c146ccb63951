import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSweepJob } from '#server/jobs/jobs'
import { silentLog } from '#tests/support/records'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('what dead servers left is ended at the start, and regularly', async () => {
  const sweep = vi.fn().mockResolvedValue(undefined)
  const job = createSweepJob({ sweep, clock: () => new Date(), log: silentLog })
  job.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(sweep).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sweep).toHaveBeenCalledTimes(2)
  await job.stop()
})
