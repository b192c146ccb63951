import { describe, expect, it } from 'vitest'
import {
  observe,
  pauseAfterPollFailure,
  pauseBetweenPolls,
  clientProblemOf,
  rowsToAsk,
  unseenFor,
  withoutUnseen,
} from '#server/domain/fulfilment/track/download-state.rules'
import type { FollowedDownload } from '#server/domain/fulfilment/track/track.types'
import { shown } from './client.fixture'

const SECOND = 1000
const HOUR = 3600 * SECOND
const now = new Date('2026-06-01T12:00:00Z')
const look = { now, stalledAfter: 12 * HOUR, client: 'Seedbox' }

function row(facts: Partial<FollowedDownload> = {}): FollowedDownload {
  return {
    grabId: 'grab',
    asin: 'B000000001',
    title: 'The Salt Road',
    protocol: 'torrent',
    connectionId: 'one',
    client: 'Seedbox',
    downloadId: 'id',
    foundBy: 'hash',
    state: 'downloading',
    percent: 40,
    speed: 1_000_000,
    secondsLeft: 600,
    cause: null,
    stalledSince: null,
    missingSince: null,
    grabbedAt: now,
    createdAt: now,
    changedAt: now,
    ...facts,
  }
}

describe('the recorded state of a download', () => {
  it.each([
    ['nothing, while the speed differs a little', { progress: 0.409, speed: 900_000 }, null],
    ['the speed, once it is quite another', { progress: 0.4, speed: 700_000 }, { speed: 700_000 }],
    ['nothing, while the time left differs a little', { progress: 0.4, secondsLeft: 500 }, null],
    ['the time left, once it is quite another', { progress: 0.4, secondsLeft: 400 }, { secondsLeft: 400 }],
    ['each whole percent', { progress: 0.41 }, { percent: 41 }],
    [
      'no more than a column holds',
      { progress: 7, speed: 1e12, secondsLeft: 1e12 },
      { percent: 100, speed: 2_147_483_647, secondsLeft: 2_147_483_647 },
    ],
    [
      'that nothing is known',
      { progress: Number.NaN, secondsLeft: null },
      { percent: null, secondsLeft: null },
    ],
    ['another state', { state: 'processing', progress: 0.4 }, { state: 'processing' }],
  ] as const)('%s', (_name, seen, change) => {
    const observed = observe(row(), shown(seen), look)
    if (change === null) expect(observed.change).toBeNull()
    else expect(observed.change).toMatchObject(change)
    expect(observed.transition).toBeNull()
  })
})

describe('a download that receives nothing', () => {
  const still = { state: 'downloading', progress: 0.4, speed: 0, secondsLeft: null, seeds: 0 } as const
  const since = (hours: number) => new Date(now.getTime() - hours * HOUR)

  it('is shown as stalled after ten minutes', () => {
    expect(observe(row(), shown(still), look).change).toMatchObject({
      state: 'downloading',
      stalledSince: now,
    })
    const later = observe(row({ stalledSince: since(0.2) }), shown(still), look)
    expect(later.change).toMatchObject({ state: 'stalled' })
  })

  it.each([
    ['has failed after the time that is set', {}, {}, 'failed'],
    ['has not, while somebody offers it', {}, { seeds: 1 }, undefined],
    ['has not, while it waits in the queue', {}, { state: 'queued' }, undefined],
    ['has not, when it is of Usenet', { protocol: 'usenet' }, { seeds: null }, undefined],
    ['has, where nobody knows of seeds', {}, { seeds: null }, 'failed'],
  ] as const)('%s', (_name, facts, seen, transition) => {
    const observed = observe(row({ stalledSince: since(12), ...facts }), shown({ ...still, ...seen }), look)
    expect(observed.transition?.to).toBe(transition)
  })
})

describe('a client is polled again', () => {
  it('every 15 seconds while something moves, and seldom for what may only transition up', () => {
    const old = new Date(now.getTime() - 2 * 24 * HOUR)
    expect(
      pauseBetweenPolls([row({ state: 'queued' }), row({ state: 'expected', createdAt: old })], now),
    ).toBe(15 * SECOND)
    expect(pauseBetweenPolls([row({ state: 'expected' })], now)).toBe(15 * SECOND)
    expect(pauseBetweenPolls([row({ state: 'expected', createdAt: old })], now)).toBe(900 * SECOND)
  })

  it.each([
    ['never before', null, 2, true],
    ['15 seconds ago, for what was grabbed just now', 15, 0.01, true],
    ['two minutes ago, for what was grabbed two hours ago', 120, 2, true],
    ['less than two minutes ago, for what was grabbed two hours ago', 119, 2, false],
    ['two minutes ago, for what was grabbed days ago', 120, 48, false],
    ['15 minutes ago, for what was grabbed days ago', 900, 48, true],
    ['later than now, as the clock was set back', -60, 48, true],
  ])(
    'also for a download that may still transition up, if last polled %s',
    (_when, seconds, hours, isAsked) => {
      const lookedAt = seconds === null ? null : new Date(now.getTime() - seconds * SECOND)
      const moving = row({ state: 'downloading' })
      const expected = row({ state: 'expected', createdAt: new Date(now.getTime() - hours * HOUR) })
      expect(rowsToAsk([moving, expected], lookedAt, now)).toEqual(isAsked ? [moving, expected] : [moving])
    },
  )

  it('for downloads that may still transition up whenever it is polled for nothing else', () => {
    const expected = [row({ state: 'expected', createdAt: new Date(now.getTime() - 48 * HOUR) })]
    expect(rowsToAsk(expected, now, now)).toEqual(expected)
  })

  it('at growing intervals while it cannot be reached, five minutes at most', () => {
    expect([1, 2, 3, 9].map((failures) => pauseAfterPollFailure(failures) / SECOND)).toEqual([
      15, 30, 60, 300,
    ])
  })
})

describe('time in which a client was not seen', () => {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * SECOND)

  it.each([
    ['nothing, when it is asked nearly in time', { nextAt: ago(200), failures: 0 }, 0],
    ['as long as nobody asked', { nextAt: ago(3600), failures: 0 }, 3600],
    ['nothing, after two failures in a row', { nextAt: ago(5), failures: 2 }, 0],
    ['what lies between ten failures', { nextAt: ago(0), failures: 10 }, 15 + 30 + 60 + 120 + 240 + 5 * 300],
    ['nothing, when the clock was set back', { nextAt: ago(-86_400), failures: 0 }, 0],
  ])('is %s', (_what, poll, seconds) => {
    expect(unseenFor(poll, now)).toBe(seconds * SECOND)
  })

  it('counts for nothing, and never leads past the present', () => {
    const counting = row({ stalledSince: ago(7200), missingSince: ago(60) })
    expect(withoutUnseen(counting, HOUR, now)).toEqual({
      ...counting,
      stalledSince: ago(3600),
      missingSince: now,
    })
    const [still, moving] = [row({ stalledSince: ago(60) }), row()]
    expect(withoutUnseen(still, 0, now)).toBe(still)
    expect(withoutUnseen(moving, HOUR, now)).toBe(moving)
  })
})

describe('trouble of a client, not of the release', () => {
  it.each([
    ['No space left on device', { code: 'client_in_trouble', params: { text: 'No space left on device' } }],
    [null, { code: 'client_files_missing', params: { client: 'Seedbox' } }],
  ])('has a cause if the client says “%s”, and the download waits', (message, cause) => {
    const seen = shown({ state: 'failed', problem: 'client', message })
    expect(clientProblemOf(seen, 'Seedbox')).toMatchObject(cause)
    expect(observe(row(), seen, look)).toMatchObject({ change: { state: 'stalled' }, transition: null })
  })

  it.each(['No space left on device', null])(
    'is not read from “%s”: the driver knows its client',
    (message) => {
      const seen = shown({ state: 'failed', problem: 'release', message })
      expect(clientProblemOf(seen, 'Seedbox')).toBeNull()
      expect(observe(row(), seen, look).transition).toMatchObject({ to: 'failed' })
    },
  )

  it('is not indicated by a download that continues', () => {
    expect(clientProblemOf(shown({ state: 'downloading', message: 'No space left' }), 'Seedbox')).toBeNull()
  })
})
