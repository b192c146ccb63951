import { expect, it } from 'vitest'
import { releaseSchema } from '#contract/releases'
import { isAcceptable, showRelease } from '#server/domain/fulfilment/search/release-list.rules'
import { toRelease } from '#server/domain/fulfilment/search/rank.service'
import { offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { rank } from '#tests/server/domain/ranking/samples'

it('A listed release satisfies the contract', () => {
  const size = 5
  const facts = { ...offer({ size, indexer_flags: ['internal'] }), query: 'The Salt Road', metadata: null }
  const [ranked] = rank([toRelease(facts)])
  if (!ranked) throw new Error('nothing was ranked')
  const shown = showRelease({ ...ranked, facts })
  expect(releaseSchema.parse(shown)).toEqual(shown)
  expect(shown).toMatchObject({
    rank: 1,
    size,
    publish_date: facts.publish_date,
    indexer_flags: ['internal'],
  })
})

it.each([
  ['nothing speaks against it', [], false, true],
  ['it was blocked when it was found, but no longer is', ['blocked'], false, true],
  ['it has been blocked since', [], true, false],
  ['something else speaks against it', ['blocked', 'volume_differs'], false, false],
] as const)('A release of which %s', (_what, codes, blocked, acceptable) => {
  const reasons = codes.map((code) => ({ code, params: {}, effect: 'reject' as const }))
  expect(isAcceptable({ reasons }, blocked)).toBe(acceptable)
})
