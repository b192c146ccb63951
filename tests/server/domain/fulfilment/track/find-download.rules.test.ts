import { describe, expect, it } from 'vitest'
import {
  byName,
  findByName,
  possibleMatches,
  torrentId,
} from '#server/domain/fulfilment/track/find-download.rules'
import { shown } from './client.fixture'

describe('an info hash in a client’s spelling', () => {
  const HEX = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a'

  it.each([
    [HEX.toUpperCase(), HEX],
    [` ${HEX} `, HEX],
    // The same hash in base 32.
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

describe('a download with the name of a release', () => {
  const grabbedAt = new Date('2026-05-01T12:00:00Z')
  const listed = [
    shown({ id: '1', name: 'The_Salt_Road.[M4B]' }),
    shown({ id: '2', name: 'The Salt Road Home [M4B]' }),
  ]
  const find = (title: string, all = listed, taken: string[] = []) =>
    findByName({ title, grabbedAt }, byName(all), new Set(taken))?.id

  it('is found, whatever a client does to spaces and punctuation', () => {
    expect(find('The Salt Road [M4B]')).toBe('1')
  })

  it('is not one with the same beginning, nor one of another release', () => {
    expect(find('The Salt Road')).toBeUndefined()
    expect(find('The Salt Road [M4B]', listed, ['1'])).toBeUndefined()
    expect(find('…', [shown({ id: '3', name: '!' })])).toBeUndefined()
  })

  it('is not one that the client had, or had finished, before', () => {
    const name = 'The Salt Road [M4B]'
    const before = new Date('2026-05-01T11:40:00Z')
    const old = [shown({ id: '1', name, addedAt: before }), shown({ id: '2', name, endedAt: before })]
    expect(find(name, old)).toBeUndefined()
    expect(find(name, [...old, shown({ id: '3', name, addedAt: grabbedAt })])).toBe('3')
    // The client's clock may be behind.
    const slow = new Date('2026-05-01T11:50:00Z')
    expect(find(name, [shown({ id: '4', name, addedAt: slow })])).toBe('4')
  })

  it('is found by a long title as well, in full or shortened to a file name', () => {
    const title = `The Salt Road: ${'a long subtitle, '.repeat(20)}`
    const has = (name: string) =>
      possibleMatches({ title, grabbedAt }, byName([shown({ id: '1', name })])).length > 0
    const names = [title, `${title.replaceAll(':', ' ').replaceAll('  ', ' ').slice(0, 240)}.nzb`]
    for (const name of names) expect(has(name)).toBe(true)
    expect(has(title.slice(0, 100))).toBe(false)
  })
})
