import { describe, expect, it } from 'vitest'
import { mapYielding } from '#server/async/yield'

describe('mapping in turns', () => {
  it('lets waiting work run before the next item, once an item took long', async () => {
    const events: string[] = []
    const mapped = await mapYielding(['first', 'second'], (item) => {
      setImmediate(() => events.push(`what waits since the ${item}`))
      const ends = performance.now() + 2
      while (performance.now() < ends);
      events.push(item)
      return item.length
    })

    expect(events.slice(0, 3)).toEqual(['first', 'what waits since the first', 'second'])
    expect(mapped).toEqual([5, 6])
  })

  it('keeps the order of asynchronous items', async () => {
    const mapped = await mapYielding([3, 1, 2], (item) => Promise.resolve(item * 2))
    expect(mapped).toEqual([6, 2, 4])
  })
})
