import { describe, expect, it } from 'vitest'
import { requestedRange } from '#server/http/range.rules'

describe('the requested part', () => {
  it.each<[string | undefined, ReturnType<typeof requestedRange>]>([
    [undefined, null],
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=0-1', { from: 0, to: 1 }],
    ['bytes=90-200', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-200', { from: 0, to: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-4', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['pages=0-1', null],
  ])('of a hundred bytes by “%s”', (range, part) => {
    expect(requestedRange(range, 100)).toEqual(part)
  })
})
