import { describe, expect, it } from 'vitest'
import { KEPT_KINDS, RETENTION, type KeptKind } from '#contract/storage'
import { removedBefore, shareOf } from '#server/domain/retention/retention.rules'

const NOW = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000)

describe('what is removed', () => {
  it.each<[string, KeptKind, { days: number; newest: number }, number | null, number]>([
    ['what is too old', 'deliveries', { days: 30, newest: 10 }, null, 30],
    [
      'what is too old, though there are too many younger ones',
      'deliveries',
      { days: 30, newest: 10 },
      80,
      30,
    ],
    ['what is too much, though it is young', 'deliveries', { days: 30, newest: 10 }, 20, 20],
    ['nothing of the last days because it is too much', 'deliveries', { days: 30, newest: 10 }, 1, 7],
    [
      'of the audit log, also what is of today: strangers fill it',
      'audit',
      { days: 90, newest: 10 },
      0.5,
      0.5,
    ],
  ])('is %s', (_, kind, limits, oldestDays, expected) => {
    const oldestOfNewest = oldestDays === null ? null : daysAgo(oldestDays)
    expect(removedBefore(kind, limits, { now: NOW, oldestOfNewest })).toEqual(daysAgo(expected))
  })

  it('has default limits that respect the minimum', () => {
    for (const kind of KEPT_KINDS) {
      const { least, default: usual } = RETENTION[kind]
      expect([usual.days >= least.days, usual.newest >= least.newest]).toEqual([true, true])
    }
  })
})

it('rows that share a table share its bytes', () => {
  expect([shareOf(1000, 1, 4), shareOf(1000, 3, 4), shareOf(4096, 0, 0)]).toEqual([250, 750, 4096])
})
