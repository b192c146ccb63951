import { expect, it } from 'vitest'
import { changeOf, countChanges, firstChoice } from '#client/features/ranking/previewChanges'
import { aPreviewRelease } from '#tests/client/support/releaseSamples'
import { aVerdict } from '#tests/client/support/samples'

const accepted = { accepted: true, automatic: true }
const manualOnly = { accepted: true, automatic: false }
const rejected = { accepted: false, automatic: false }

it('describes what changed for a release', () => {
  const change = (before: typeof accepted, after: typeof accepted) =>
    changeOf(
      aPreviewRelease({
        rank: 2,
        previous_rank: 5,
        previously_accepted: before.accepted,
        previously_automatic: before.automatic,
        verdict: aVerdict(after),
      }),
    )
  expect(change(accepted, accepted)).toEqual({ verdict: null, place: 3 })
  expect(change(accepted, rejected).verdict).toBe('rejected')
  expect(change(rejected, manualOnly).verdict).toBe('accepted')
  expect(change(manualOnly, accepted).verdict).toBe('automatic')
  expect(change(accepted, manualOnly).verdict).toBe('manual_only')
})

it('counts the changes', () => {
  const releases = [
    aPreviewRelease({ guid: 'a', rank: 1, previous_rank: 2, previously_accepted: false }),
    aPreviewRelease({ guid: 'b', rank: 2, previous_rank: 1 }),
    aPreviewRelease({ guid: 'c', rank: 3, previous_rank: 3 }),
  ]
  expect(countChanges(releases)).toEqual({ accepted: 1, rejected: 0, moved: 2, total: 2 })
})

it('chooses the best release that more than its title supports', () => {
  const releases = [
    aPreviewRelease({ guid: 'a', verdict: aVerdict(manualOnly) }),
    aPreviewRelease({ guid: 'b' }),
  ]
  expect(firstChoice(releases)?.guid).toBe('b')
  expect(firstChoice(releases.slice(0, 1))).toBeNull()
})
