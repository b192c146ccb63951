import { expect, it, onTestFinished, vi } from 'vitest'
import { createArrivalsJob } from '#server/jobs/jobs'
import { silentLog } from '#tests/support/records'

it('the library is checked as soon as a download is complete, but not by a stopped job', async () => {
  const checkArrivals = vi.fn().mockResolvedValue(undefined)
  const wakers = new Set<() => void>()
  const demand = {
    onWake(listener: () => void) {
      wakers.add(listener)
      return () => void wakers.delete(listener)
    },
  }
  const job = createArrivalsJob({
    arrivals: { checkArrivals },
    demand,
    clock: () => new Date(),
    log: silentLog,
  })
  onTestFinished(() => job.stop())
  job.start()
  await expect.poll(() => checkArrivals.mock.calls.length).toBe(1)
  for (const wake of wakers) wake()
  await expect.poll(() => checkArrivals.mock.calls.length).toBe(2)
  await job.stop()
  expect(wakers.size).toBe(0)
})
