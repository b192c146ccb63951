import { describe, expect, it } from 'vitest'
import { findByName, hasName, torrentId } from '#server/domain/fulfilment/track/find-download.rules'
import { shown } from './client.fixture'

describe('an info hash as clients write it', () => {
  const HEX = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a'

  it.each([
    [HEX.toUpperCase(), HEX],
    [` ${HEX} `, HEX],
    // The same in base 32.
    ['yex6dqdlxisuvhoj6um3gnnkpqjwpkek', HEX],
    ['YEX6DQDLXISUVHOJ6UM3GNNKPQJWPKEK', HEX],
    [`${HEX}${'0'.repeat(24)}`, HEX],
    ['', null],
    [null, null],
    ['not a hash', null],
    [HEX.slice(1), null],
  ])('%s is %s', (written, id) => {
    expect(torrentId(written)).toBe(id)
  })
})

describe('a download that bears the name of a release', () => {
  const listed = [
    shown({ id: '1', name: 'The_Salt_Road.[M4B]' }),
    shown({ id: '2', name: 'The Salt Road Home [M4B]' }),
  ]

  it('is found, whatever a client does to blanks and signs', () => {
    expect(findByName('The Salt Road [M4B]', listed, new Set())?.id).toBe('1')
  })

  it('is not one that only begins so, nor one of another release', () => {
    expect(findByName('The Salt Road', listed, new Set())).toBeNull()
    expect(findByName('The Salt Road [M4B]', listed, new Set(['1']))).toBeNull()
    expect(findByName('…', [shown({ id: '3', name: '!' })], new Set())).toBeNull()
  })

  it('is found by a long title as well, in full or cut for the name of a file', () => {
    const title = `The Salt Road: ${'a long subtitle, '.repeat(20)}`
    const names = [title, `${title.replaceAll(':', ' ').replaceAll('  ', ' ').slice(0, 240)}.nzb`]
    for (const name of names) expect(hasName(title, [shown({ id: '1', name })])).toBe(true)
    expect(hasName(title, [shown({ id: '1', name: title.slice(0, 100) })])).toBe(false)
  })
})
