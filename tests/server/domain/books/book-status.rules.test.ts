import { describe, expect, it } from 'vitest'
import {
  bookStatus,
  isDownloaded,
  isSearchAwaited,
  isSearchedOnceOut,
  nextAttemptOf,
} from '#server/domain/books/book-status.rules'

const none = { pending: 0, approved: 0, declined: 0 }

describe('the status of a book', () => {
  it.each([
    [null, none, null],
    [null, { ...none, declined: 1 }, 'declined'],
    [null, { ...none, pending: 1, declined: 1 }, 'waiting_for_approval'],
    [null, { pending: 1, approved: 1, declined: 1 }, 'waiting'],
    ['waiting', { ...none, approved: 1 }, 'waiting'],
    ['not_found', { ...none, approved: 1, pending: 1 }, 'not_found'],
    ['grab_unconfirmed', none, 'grab_unconfirmed'],
    ['available', none, 'available'],
    ['failed', { ...none, declined: 1 }, 'failed'],
  ] as const)('with fulfilment %s and requests %o is %s', (fulfilment, requests, status) => {
    expect(bookStatus(fulfilment, requests)).toBe(status)
  })
})

it.each([
  [null, false],
  ['waiting', false],
  ['searching', false],
  ['not_found', false],
  ['grab_unconfirmed', false],
  ['failed', false],
  ['grabbed', true],
  ['downloading', true],
  ['available', true],
] as const)('a book whose fulfilment is %s counts as downloaded: %s', (fulfilment, downloaded) => {
  expect(isDownloaded(fulfilment)).toBe(downloaded)
})

it.each([
  [null, [], false],
  ['waiting_for_approval', ['withdraw'], false],
  ['waiting', [], true],
  ['searching', [], true],
  ['not_found', [], true],
  ['grabbed', ['revert'], false],
  ['available', ['revert'], false],
  ['failed', ['withdraw'], false],
  ['failed', ['revert'], true],
  ['declined', ['request'], false],
] as const)('a book that is %s and allows %o awaits a search: %s', (status, actions, awaited) => {
  expect(isSearchAwaited({ book: { status }, actions })).toBe(awaited)
})

describe('the displayed plan', () => {
  const at = new Date('2026-06-02T12:00:00Z')

  it.each([
    ['waiting', false, true, true],
    ['waiting', false, false, false],
    ['not_found', false, false, false],
    ['not_found', true, false, true],
    ['grab_unconfirmed', false, false, true],
  ] as const)(
    'of a book that is %s, requested: %s, automatic download: %s is shown: %s',
    (state, asked, autoDownload, shown) => {
      const fulfilment = { state, asked, atOnce: false, nextAttemptAt: at }
      expect(nextAttemptOf(fulfilment, { autoDownload, possible: true })).toEqual(shown ? at : null)
    },
  )

  it('is empty without a fulfilment, while it is working, or if nothing can be searched', () => {
    const always = { autoDownload: true, possible: true }
    const fulfilment = { state: 'not_found', asked: true, atOnce: false, nextAttemptAt: at } as const
    expect(nextAttemptOf(null, always)).toBeNull()
    expect(nextAttemptOf({ ...fulfilment, atOnce: true }, always)).toBeNull()
    expect(nextAttemptOf({ ...fulfilment, state: 'searching' }, always)).toBeNull()
    expect(nextAttemptOf(fulfilment, { autoDownload: true, possible: false })).toBeNull()
    expect(
      nextAttemptOf({ ...fulfilment, state: 'grab_unconfirmed' }, { autoDownload: true, possible: false }),
    ).toEqual(at)
  })
})

describe('whether a book is searched for automatically once it is out', () => {
  const all = { autoDownload: true, possible: true }
  const fulfilment = {
    state: 'waiting',
    asked: false,
    atOnce: false,
    nextAttemptAt: new Date('2026-06-02T12:00:00Z'),
  } as const

  it.each([
    ['a request would be', null, all, true],
    [
      'a request would not be: nothing is downloaded automatically',
      null,
      { ...all, autoDownload: false },
      false,
    ],
    ['a request would not be: nobody can be asked', null, { ...all, possible: false }, false],
    ['it is planned', fulfilment, all, true],
    ['it is planned again', { ...fulfilment, state: 'not_found' }, all, true],
    ['it was, and is off', fulfilment, { ...all, autoDownload: false }, false],
    ['somebody asked for that', { ...fulfilment, asked: true }, { ...all, autoDownload: false }, true],
    ['nobody can be asked', { ...fulfilment, asked: true }, { ...all, possible: false }, false],
    ['its search is stopped, with no plan', { ...fulfilment, nextAttemptAt: null }, all, false],
    ['it is grabbed already', { ...fulfilment, state: 'grabbed' }, all, false],
    ['it is reconciled', { ...fulfilment, state: 'grab_unconfirmed' }, all, false],
    ['it is there already', { ...fulfilment, state: 'available' }, all, false],
    ['it failed', { ...fulfilment, state: 'failed', nextAttemptAt: null }, all, false],
  ] as const)('%s', (_, planned, outlook, searched) => {
    expect(isSearchedOnceOut(planned, outlook)).toBe(searched)
  })
})
