import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest'
import { createFollowJob } from '#server/jobs/jobs'
import { silentLog } from '#tests/support/records'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** A job over these checks, which someone calls. */
function startJob({ checkNext, requestNext }: { checkNext: Mock; requestNext: Mock }) {
  let call: () => void = () => undefined
  const job = createFollowJob({
    followChecks: {
      checkNext,
      onWake(listener) {
        call = listener
        return () => undefined
      },
    },
    followRequests: { requestNext },
    clock: () => new Date(),
    log: silentLog,
  })
  job.start()
  return { job, call: () => call() }
}

it('due books and follows are processed one after the other, with pauses', async () => {
  const checkNext = vi.fn().mockResolvedValueOnce(true).mockResolvedValue(false)
  const requestNext = vi.fn().mockResolvedValueOnce(true).mockResolvedValue(false)
  const { job } = startJob({ checkNext, requestNext })
  await vi.advanceTimersByTimeAsync(0)
  expect([requestNext, checkNext].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(checkNext).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(checkNext).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(checkNext).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(checkNext).toHaveBeenCalledTimes(3)
  await job.stop()
})

it('checks at once when something new is followed, but never without the pause between two calls', async () => {
  const checkNext = vi.fn().mockResolvedValue(false)
  const requestNext = vi.fn().mockResolvedValue(false)
  const { job, call } = startJob({ checkNext, requestNext })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(checkNext).toHaveBeenCalledTimes(1)
  checkNext.mockResolvedValueOnce(true)
  call()
  await vi.advanceTimersByTimeAsync(0)
  expect(checkNext).toHaveBeenCalledTimes(2)
  for (let time = 0; time < 5; time++) {
    call()
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(checkNext).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(500)
  expect(checkNext).toHaveBeenCalledTimes(3)
  await job.stop()
})
