import { describe, expect, it } from 'vitest'
import type { Reason, Verdict } from '#contract/releases'
import { PERSON_VERDICTS, type PersonVerdict } from '#contract/judged-pairs'
import {
  exportedPair,
  isOverruled,
  verdictToKeep,
  withoutBlock,
} from '#server/domain/fulfilment/judged/judged-pairs.rules'
import type { JudgedPair } from '#server/domain/fulfilment/judged/judged-pairs.repository'

const reason = (code: Reason['code'], effect: Reason['effect']): Reason => ({
  code,
  params: {},
  effect,
})
const BLOCKED = reason('blocked', 'reject')
const WRONG_VOLUME = reason('volume_differs', 'reject')
const TITLE = reason('title_matches', 'bonus')

function aVerdict(reasons: Reason[], automatic = false): Verdict {
  const score_parts = { match: 0, narrator: 0, format: 0, flags: 0, indexer: 0, fit: 0, seeders: 0, age: 0 }
  return {
    accepted: !reasons.some(({ effect }) => effect === 'reject'),
    automatic,
    score: 50,
    score_parts,
    reasons,
  }
}

function aPair(said: PersonVerdict, title = 'The Salt Road by Ada Moor [M4B]'): JudgedPair {
  return {
    said,
    book: {
      title: 'The Salt Road',
      subtitle: null,
      authors: ['Ada Moor', 'Ben Fenn'],
      narrators: ['Ben Hale'],
      series: [{ title: 'Roads', position: '2' }],
      language: 'en',
      edition: 'unabridged',
      runtime_min: 600,
    },
    offer: {
      title,
      indexer: 'Spoken Shelf',
      size: 1,
      publish_date: null,
      indexer_flags: [],
      protocol: 'torrent',
      seeders: 3,
      categories: [3030],
      metadata: null,
    },
    verdict: aVerdict([WRONG_VOLUME, TITLE]),
  }
}

describe('the verdict of the ranking', () => {
  it.each([
    ['accepted where only a person blocked it', [BLOCKED, TITLE], true],
    ['rejected where the ranking rejects it as well', [BLOCKED, WRONG_VOLUME], false],
  ])('is read without a block: %s', (_, reasons, accepted) => {
    const read = withoutBlock(aVerdict(reasons))
    expect(read.accepted).toBe(accepted)
    expect(read.reasons).not.toContain(BLOCKED)
  })

  it.each([
    ['it was accepted', [TITLE], false, false],
    ['it was rejected', [WRONG_VOLUME], false, true],
    ['a person has blocked it since', [TITLE], true, true],
    ['a person has allowed it again since', [BLOCKED, TITLE], false, false],
  ])('is overruled, or not, by a grab when %s', (_, reasons, isBlocked, overruled) => {
    expect(isOverruled(aVerdict(reasons), isBlocked)).toBe(overruled)
  })

  it('is the one from before a block that hides it', () => {
    const former = aVerdict([TITLE], true)
    expect(verdictToKeep(aVerdict([BLOCKED, TITLE]), former)).toBe(former)
    expect(verdictToKeep(aVerdict([WRONG_VOLUME]), former).accepted).toBe(false)
    expect(verdictToKeep(aVerdict([BLOCKED, TITLE]), null).accepted).toBe(true)
  })
})

describe('an exported pair', () => {
  it('is a name with the wanted book and whether it is that book', () => {
    expect(exportedPair(aPair('another_book'))).toEqual({
      title: 'The Salt Road by Ada Moor [M4B]',
      class: 'another_book',
      match: {
        wanted: {
          title: 'The Salt Road',
          subtitle: null,
          author: 'Ada Moor, Ben Fenn',
          narrators: ['Ben Hale'],
          series: [{ title: 'Roads', position: '2' }],
          language: 'en',
          edition: 'unabridged',
          runtime: 600,
        },
        is_same_book: false,
      },
      verdict: { accepted: false, automatic: false, reasons: ['volume_differs', 'title_matches'] },
    })
  })

  it('says nothing about the book if a person only rejected the release', () => {
    const said = PERSON_VERDICTS.map((one) => [one, exportedPair(aPair(one)).match.is_same_book])
    expect(said).toEqual([
      ['right', true],
      ['unwanted', null],
      ['another_book', false],
    ])
  })

  it.each([
    ['The Salt Road https://tracker.invalid/dl/1?passkey=s3cret [M4B]', 'The Salt Road [M4B]'],
    ['HTTP://tracker.invalid/x The Salt Road', 'The Salt Road'],
    ['The Salt Road magnet:?xt=urn:btih:abc', 'The Salt Road'],
    ['[www.tracker.invalid] The Salt Road', '[www.tracker.invalid] The Salt Road'],
  ])('contains no link: %s', (title, exported) => {
    expect(exportedPair(aPair('right', title)).title).toBe(exported)
  })
})
