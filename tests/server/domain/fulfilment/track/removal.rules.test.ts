import { describe, expect, it } from 'vitest'
import { isRemovalDue, nextRemoval, removalStep } from '#server/domain/fulfilment/track/removal.rules'
import { shown } from './client.fixture'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FAILED_AT = new Date('2030-01-01T00:00:00Z')
const after = (span: number) => new Date(FAILED_AT.getTime() + span)
const removal = { removeAt: FAILED_AT, missingSince: null, failedAt: FAILED_AT }

describe('a failed download that is to be removed', () => {
  it.for([
    ['has failed', shown({ state: 'failed' }), 'remove'],
    ['is stalled', shown({ state: 'stalled' }), 'remove'],
    ['gets nothing', shown({ state: 'downloading', speed: 0 }), 'remove'],
    ['moves again', shown({ state: 'downloading', speed: 5 }), 'wait'],
    ['moves, as fast as nobody knows', shown({ state: 'downloading', speed: null }), 'wait'],
    ['waits in the queue', shown({ state: 'queued' }), 'wait'],
    ['is unpacked', shown({ state: 'processing' }), 'wait'],
    ['is complete', shown({ state: 'completed' }), 'leave'],
    ['was there before it failed', shown({ state: 'failed', addedAt: after(-DAY) }), 'remove'],
    [
      'seems to be newer by a clock that differs',
      shown({ state: 'failed', addedAt: after(MINUTE) }),
      'remove',
    ],
    ['was added again', shown({ state: 'failed', addedAt: after(60 * MINUTE) }), 'leave'],
    ['is not there', null, 'wait'],
  ] as const)('which %s', ([, seen, step]) => {
    expect(removalStep(removal, seen, after(DAY))).toBe(step)
  })

  it('is spared if its client was away for two weeks', () => {
    const failed = shown({ state: 'failed' })
    expect(removalStep(removal, failed, after(14 * DAY - 1))).toBe('remove')
    expect(removalStep(removal, failed, after(14 * DAY))).toBe('leave')
  })

  it('is spared if the client does not have it for two minutes', () => {
    const missing = { ...removal, missingSince: after(DAY) }
    expect(removalStep(missing, null, after(DAY + MINUTE))).toBe('wait')
    expect(removalStep(missing, null, after(DAY + 2 * MINUTE))).toBe('leave')
  })

  it('is retried after as long as has passed since it failed, for a week', () => {
    expect(nextRemoval(removal, after(0))).toEqual(after(15_000))
    expect(nextRemoval(removal, after(3 * MINUTE))).toEqual(after(6 * MINUTE))
    expect(nextRemoval(removal, after(6 * DAY))).toEqual(after(12 * DAY))
    expect(nextRemoval(removal, after(7 * DAY))).toBeNull()
  })

  it('is retried at once if a wrong clock had scheduled it', () => {
    const isDue = (removeAt: Date, now: Date) => isRemovalDue({ removeAt, failedAt: FAILED_AT }, now)
    expect(isDue(after(0), after(0))).toBe(true)
    expect(isDue(after(1), after(0))).toBe(false)
    expect(isDue(after(2 * MINUTE), after(MINUTE))).toBe(false)
    expect(isDue(after(DAY + 2 * MINUTE), after(MINUTE))).toBe(true)
    // The download failed while the clock was a day ahead.
    expect(isDue(after(MINUTE), after(-DAY))).toBe(true)
  })
})
