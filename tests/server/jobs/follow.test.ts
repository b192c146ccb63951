import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFollowJob } from '#server/jobs/follow'
import { silentLog } from '#tests/support/records'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('what is due is requested and looked at one after the other, with pauses', async () => {
  const lookNext = vi.fn().mockResolvedValueOnce(true).mockResolvedValue(false)
  const requestNext = vi.fn().mockResolvedValueOnce(true).mockResolvedValue(false)
  const job = createFollowJob({
    looks: { lookNext },
    followRequests: { requestNext },
    clock: () => new Date(),
    log: silentLog,
  })
  job.start()
  await vi.advanceTimersByTimeAsync(0)
  expect([requestNext, lookNext].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(lookNext).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(lookNext).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(lookNext).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lookNext).toHaveBeenCalledTimes(3)
  await job.stop()
})
