import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueue } from '#server/async/queue'
import { createLockTimeout } from '#server/db/sqlite-lock-timeout'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const busy = () => Promise.reject(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }))

/** Writes that wait for each other, as those of a database do. */
function writesOf(timeout: number) {
  const [lock, queue] = [createLockTimeout(timeout), createQueue()]
  return (work: () => Promise<unknown>) => {
    const attempt = lock.from()
    const ended = { at: Number.NaN }
    const note = () => void (ended.at = performance.now())
    queue.run(() => attempt(work)).then(note, note)
    return ended
  }
}

it('ends the wait of all writes together, and that of later ones at once while the lock lasts', async () => {
  const write = writesOf(5000)
  const began = performance.now()
  const ends = Array.from({ length: 6 }, () => write(busy))
  await vi.advanceTimersByTimeAsync(5000)
  for (const { at } of ends) expect(at - began).toBeLessThanOrEqual(5000)
  const late = write(busy)
  await vi.advanceTimersByTimeAsync(0)
  expect(late.at).toBe(performance.now())
})

it('waits for another lock as long as for the first', async () => {
  const write = writesOf(5000)
  write(busy)
  await vi.advanceTimersByTimeAsync(5000)
  await vi.advanceTimersByTimeAsync(60_000)
  let locked = true
  const later = write(() => (locked ? busy() : Promise.resolve()))
  await vi.advanceTimersByTimeAsync(3000)
  expect(later.at).toBeNaN()
  locked = false
  await vi.advanceTimersByTimeAsync(250)
  expect(later.at).not.toBeNaN()
})
