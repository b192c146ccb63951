import { describe, expect, it } from 'vitest'
import { downloadFor } from '#server/domain/books/download-view.rules'

const stored = {
  state: 'downloading',
  percent: 43,
  speed: 1000,
  secondsLeft: 720,
  client: 'Seedbox',
  foundBy: 'hash',
} as const

describe('a download as people see it', () => {
  it('shows its progress, and only to administrators its client', () => {
    const seen = { state: 'downloading', progress: 43, seconds_left: 720, speed: 1000, probably: false }
    expect(downloadFor('downloading', stored, true)).toEqual({ ...seen, client: 'Seedbox' })
    expect(downloadFor('grabbed', stored, false)).toEqual({ ...seen, client: null })
  })

  it('says that it was found only by its name', () => {
    expect(downloadFor('downloading', { ...stored, foundBy: 'name' }, false)).toMatchObject({
      probably: true,
    })
  })

  it.each([
    ['when nobody has asked a client', 'grabbed', null],
    ['before a client has shown it', 'grabbed', { ...stored, state: 'expected' }],
    ['once it came to nothing', 'downloading', { ...stored, state: 'failed' }],
    ['once the book is available', 'available', { ...stored, state: 'completed' }],
    ['while another release is looked for', 'searching', { ...stored, state: 'downloading' }],
    ['for a book that nobody asked for', null, stored],
  ] as const)('is not there %s', (_name, fulfilment, row) => {
    expect(downloadFor(fulfilment, row, true)).toBeNull()
  })
})
