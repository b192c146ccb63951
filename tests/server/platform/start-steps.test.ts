import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStartSteps } from '#server/platform/start-steps'

let told: string[]
beforeEach(() => {
  told = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function steps() {
  const begun = Date.now()
  return createStartSteps({ now: () => Date.now() - begun, tellStep: (step) => told.push(step) })
}

const taking = (milliseconds: number) => () => vi.advanceTimersByTimeAsync(milliseconds)

it('a quick start says nothing', async () => {
  const { timed, summary } = steps()
  await timed('connecting', taking(1500))
  expect(summary()).toBeUndefined()
  expect(told).toEqual([])
})

it('a long start says what it is doing, and in the end what it did', async () => {
  const { timed, summary } = steps()
  await timed('connecting', taking(500))
  await timed('waiting', taking(4000))
  expect(told).toEqual(['waiting'])
  await timed('migrating', taking(300))
  expect(summary()).toEqual({
    seconds: '4.8',
    steps: 'loading 0.0 s, connecting 0.5 s, waiting 4.0 s, migrating 0.3 s',
  })
})

it('a failed step is not mentioned later', async () => {
  const { timed } = steps()
  await expect(timed('connecting', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toEqual([])
})
