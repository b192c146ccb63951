import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createValidSignIns } from '#server/domain/auth/valid-sign-ins.service'
import { createLiveEvents } from '#server/http/live-events'
import { createSignInsJob } from '#server/jobs/jobs'
import { silentLog } from '#tests/support/records'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('a stream checks its sign-in within a second of its end, without a signal', async () => {
  const found = new Map([['mila', 'as ever']])
  const unheard = () => () => undefined
  const signals = { publish: () => undefined, subscribe: unheard, onMissed: unheard }
  const live = createLiveEvents({ signals, log: silentLog })
  const check = vi.fn()
  const user = { id: 'mila', username: 'mila', role: 'trusted', root: false } as const
  live.subscribe(user, { signIn: { userId: 'mila' }, send: vi.fn(), check, close: vi.fn() })
  const validSignIns = createValidSignIns({ repository: { read: () => Promise.resolve(found) } })
  const job = createSignInsJob({ validSignIns, live, clock: () => new Date(), log: silentLog })
  job.start()
  await vi.advanceTimersByTimeAsync(10_100)
  expect(check).not.toHaveBeenCalled()
  found.clear()
  await vi.advanceTimersByTimeAsync(999)
  expect(check).toHaveBeenCalled()
  await job.stop()
})
