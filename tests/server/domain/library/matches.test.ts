import { beforeEach, expect, it } from 'vitest'
import type { LibraryFeature } from '#server/domain/library/feature'
import { actor } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { book, item, libraryOver } from './library.fixture'

const ASIN = 'B00OTHER01'
const mila = { id: 'u1', username: 'mila', role: 'admin', root: false } as const
const by = actor(mila, undefined, '203.0.113.7')

onEachDatabase('An administrator’s correction of a match', (database) => {
  let world: ReturnType<typeof libraryOver>
  let library: LibraryFeature
  beforeEach(async () => {
    world = libraryOver(database)
    library = world.create()
    expect(await library.matches.isSetUp()).toBe(false)
    world.server.pages = [
      [
        item('a'),
        item('c', { authors: ['Ben Hale'] }),
        item('d', { title: 'The Long Winter' }),
        item('e', { title: 'Winter, Long Ago', authors: ['Cy Dorn'] }),
      ],
    ]
    await library.refresh(new AbortController().signal)
  })

  const listed = async (words?: string) =>
    (await library.matches.list(book(ASIN), words)).map(({ item, why, said, said_by }) => [
      item,
      why,
      said,
      said_by,
    ])
  const owned = async () =>
    (await library.owned.among([book(ASIN)])).get(ASIN)?.map(({ item, why }) => [item.id, why])

  it('offers items of the book or with its title, or searches for another title', async () => {
    expect(await library.matches.isSetUp()).toBe(true)
    expect(await listed()).toEqual([
      ['c1/a', 'title_author_and_length', null, null],
      ['c1/c', null, null, null],
    ])
    expect(await listed('the long wint')).toEqual([
      ['c1/d', null, null, null],
      ['c1/e', null, null, null],
    ])
    expect(await listed(String.raw`50%_\ `)).toEqual([])
  })

  it('takes effect at once and after the next walk, is shown with its author, and can be taken back', async () => {
    const before = world.changes()
    await library.matches.correct(ASIN, { item: 'c1/a', is: false }, by)
    await library.matches.correct(ASIN, { item: 'c1/d', is: true }, by)
    expect(world.changes()).toBe(before + 2)
    world.pass(61)
    await library.refresh(new AbortController().signal)
    expect(await owned()).toEqual([['c1/d', 'corrected']])
    expect(await listed()).toEqual([
      ['c1/d', 'corrected', 'is', 'mila'],
      ['c1/a', null, 'is_not', 'mila'],
      ['c1/c', null, null, null],
    ])
    await library.matches.undo(ASIN, 'c1/a', by)
    await library.matches.undo(ASIN, 'c1/d', by)
    await library.matches.undo(ASIN, 'c1/d', by)
    expect(await owned()).toEqual([['c1/a', 'title_author_and_length']])
    expect(
      world.audited.map(({ kind, actor, subject, note }) => [kind, actor, subject, note?.params['asin']]),
    ).toEqual([
      ['library_match_rejected', 'mila', 'The Salt Road', ASIN],
      ['library_match_confirmed', 'mila', 'The Long Winter', ASIN],
      ['library_match_undone', 'mila', 'The Salt Road', ASIN],
      ['library_match_undone', 'mila', 'The Long Winter', ASIN],
    ])
  })

  it('is refused for an item that the library does not have', async () => {
    await expect(library.matches.correct(ASIN, { item: 'c1/gone', is: true }, by)).rejects.toMatchObject({
      code: 'unknown_library_item',
    })
    expect(world.audited).toEqual([])
  })
})
