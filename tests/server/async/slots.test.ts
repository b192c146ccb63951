import { describe, expect, it } from 'vitest'
import { createSlots, createSlotsOfEach } from '#server/async/slots'
import { createGate } from '#tests/support/gate'

function createWork() {
  let running = 0
  let most = 0
  const order: number[] = []
  return {
    order,
    most: () => most,
    async run(number: number) {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      order.push(number)
    },
  }
}

describe('slots', () => {
  it('let a limited number of jobs run at once while the others queue', async () => {
    const inSlot = createSlots({ atOnce: 2, waiting: 100, refuse: () => new Error('full') })
    const work = createWork()
    await Promise.all(Array.from({ length: 9 }, (_, number) => inSlot(() => work.run(number))))
    expect(work.most()).toBe(2)
    expect(work.order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('are released by jobs that fail', async () => {
    const inSlot = createSlots({ atOnce: 1, waiting: 100, refuse: () => new Error('full') })
    await expect(inSlot(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await inSlot(() => Promise.resolve('done'))).toBe('done')
  })

  it('refuse jobs when the queue is full', async () => {
    const inSlot = createSlots({ atOnce: 1, waiting: 1, refuse: () => new Error('full') })
    const work = createWork()
    const outcomes = await Promise.allSettled([0, 1, 2].map((number) => inSlot(() => work.run(number))))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })
})

describe('slots per person', () => {
  it('make no one wait for others', async () => {
    const inSlotOf = createSlotsOfEach({ atOnce: 1, waiting: 1, refuse: () => new Error('full') })
    const gate = createGate()
    const greedy = Array.from({ length: 3 }, () => inSlotOf('greedy', gate.pass))
    await expect(greedy[2]).rejects.toThrow('full')
    expect(await inSlotOf('other', () => Promise.resolve('done'))).toBe('done')
    gate.open()
    await Promise.all(greedy.slice(0, 2))
    await inSlotOf('greedy', gate.pass)
  })
})
