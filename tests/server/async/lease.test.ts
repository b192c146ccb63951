import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdLease, LEASE } from '#server/async/lease'
import { silentLog } from '#tests/support/records'

let renewals: number
let isMine: boolean
let stopping: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  renewals = 0
  isMine = true
  stopping = new AbortController()
})
afterEach(() => {
  vi.useRealTimers()
})

const hold = () =>
  holdLease({
    renew: async () => {
      renewals += 1
      return isMine
    },
    signal: stopping.signal,
    clock: () => new Date(),
    log: silentLog,
  })

it('A lease is renewed in time until it ends', async () => {
  const lease = hold()
  await vi.advanceTimersByTimeAsync(LEASE)
  expect(renewals).toBeGreaterThan(1)
  expect(lease.signal.aborted).toBe(false)
  lease.end()
  const before = renewals
  await vi.advanceTimersByTimeAsync(LEASE)
  expect(renewals).toBe(before)
})

it('A lease is not renewed after the server stops, whatever still runs', async () => {
  const lease = hold()
  stopping.abort()
  await vi.advanceTimersByTimeAsync(LEASE)
  expect([renewals, lease.signal.aborted]).toEqual([0, true])
})

it('Nor if the server had stopped before', async () => {
  stopping.abort()
  hold()
  await vi.advanceTimersByTimeAsync(LEASE)
  expect(renewals).toBe(0)
})

it('Nor once it belongs to someone else', async () => {
  const lease = hold()
  isMine = false
  await vi.advanceTimersByTimeAsync(2 * LEASE)
  expect([renewals, lease.signal.aborted]).toEqual([1, true])
})

it('Nothing of a lease is kept once it ended, although the server runs on', async () => {
  const ended = Array.from({ length: 200 }, () => {
    const lease = hold()
    // As work does that waits for something else.
    lease.signal.addEventListener('abort', () => undefined)
    lease.end()
    return new WeakRef(lease.signal)
  })
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  await collectGarbage()
  expect(ended.filter((reference) => reference.deref() !== undefined)).toEqual([])
})

async function collectGarbage(): Promise<void> {
  // What a turn of the event loop has created or looked up lives until its end.
  await nextTurn()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}
