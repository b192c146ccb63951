import { describe, expect, it } from 'vitest'
import { nextCandidate, refusedSince, type FormerGrab } from '#server/domain/fulfilment/grab/candidates.rules'

const began = new Date('2026-06-01T12:00:00Z')
const earlier = new Date('2026-06-01T11:00:00Z')
const release = (
  guid: string,
  verdict = { accepted: true, automatic: true },
  info_hash: string | null = null,
) => ({
  facts: { guid, indexer_id: 1, info_hash },
  verdict,
})
const former = (guid: string, state: FormerGrab['state'], createdAt = began): FormerGrab => ({
  guid,
  indexerId: 1,
  facts: { info_hash: null },
  state,
  createdAt,
})

describe('the release that is grabbed automatically', () => {
  it('is the best one that is accepted and corroborated', () => {
    const ranked = [
      release('rejected', { accepted: false, automatic: false }),
      release('by hand only', { accepted: true, automatic: false }),
      release('best'),
      release('second'),
    ]
    expect(nextCandidate(ranked, [], began)?.facts.guid).toBe('best')
  })

  it.each(['sending', 'unconfirmed', 'grabbed', 'reverted'] as const)(
    'is not one that was grabbed before and is %s',
    (state) => {
      expect(nextCandidate([release('one')], [former('one', state, earlier)], began)).toBeUndefined()
    },
  )

  it('is not one refused in this attempt, but may be one refused in an earlier one', () => {
    const ranked = [release('one'), release('two')]
    expect(nextCandidate(ranked, [former('one', 'rejected')], began)?.facts.guid).toBe('two')
    expect(nextCandidate(ranked, [former('one', 'rejected', earlier)], began)?.facts.guid).toBe('one')
  })

  it('is not the same torrent from another indexer, unless it was refused there', () => {
    const hash = 'ab'.repeat(20)
    const found = [release('elsewhere', undefined, hash.toUpperCase()), release('another')]
    const had = (state: FormerGrab['state']) => ({ ...former('one', state), facts: { info_hash: hash } })
    expect(nextCandidate(found, [had('reverted')], began)?.facts.guid).toBe('another')
    expect(nextCandidate(found, [had('rejected')], began)?.facts.guid).toBe('elsewhere')
  })

  describe('after attempts in which the best one was postponed', () => {
    const ranked = [release('one'), release('two'), release('three')]
    const postponed = (guid: string, times: number) =>
      Array.from({ length: times }, () => former(guid, 'postponed', earlier))
    const next = (...grabs: FormerGrab[]) => nextCandidate(ranked, grabs, began)?.facts.guid

    it('is still the best one at first, since others would hardly have fared better', () => {
      expect(next(...postponed('one', 2))).toBe('one')
    })

    it('is another one after three times, and then each in turn', () => {
      const [one, two, three] = [postponed('one', 3), postponed('two', 3), postponed('three', 3)]
      expect(next(...one)).toBe('two')
      expect(next(...one, ...postponed('two', 1))).toBe('three')
      expect(next(...one, ...two, ...three)).toBe('one')
    })

    it('is that one if nothing else is left', () => {
      const refused = [former('two', 'rejected'), former('three', 'rejected')]
      expect(next(...postponed('one', 9), ...refused)).toBe('one')
    })
  })

  it('may be one of the same name from another indexer', () => {
    const grabbed = { ...former('one', 'grabbed'), indexerId: 2 }
    expect(nextCandidate([release('one')], [grabbed], began)?.facts.guid).toBe('one')
  })
})

it('counts only refusals of this attempt', () => {
  const grabs = [former('one', 'rejected'), former('two', 'rejected', earlier), former('three', 'grabbed')]
  expect(refusedSince(grabs, began)).toEqual([grabs[0]])
})
