import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { listRequestsQuery } from '#contract/requests'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

/** Titles, each with searches that find it and some that do not. */
const TITLES: [title: string, found: string[], missed: string[]][] = [
  ['Café Noël', ['cafe', 'CAFÉ no', 'noe', 'Cafe\u0301'], ['afe', 'cafes', 'caf\u00e9x']],
  ['Die Straße', ['strasse', 'STRASSE', 'straße', 'stras'], ['rasse']],
  ['Łódź nocą', ['lodz', 'łódź', 'noca', 'ŁÓ'], ['odz']],
  ['Преступление и наказание', ['преступ', 'НАКАЗАНИЕ', 'и'], ['казание']],
  ['Ёлка', ['елка', 'ёлка', 'ЁЛ'], ['лка']],
  ['ガラスの城', ['ガラス', 'の城', 'ラスの', '城', 'ガラスの城'], ['カラス', '城の']],
  ['ฝนตก', ['ตก', 'ฝน'], ['กต']],
  ['한국어 소설', ['한국', '소설'], ['국어']],
  ['1984', ['1984', '19'], ['984', '84']],
  ['O’Mara’s Ark', ["o'mara", 'omaras', "O’MARA'S a"], ['mara']],
  ['C++ & C#', ['c++', 'c'], ['++', 'c+++']],
  ['<$5 =^|~>', ['<$5', '=^|~>', '<'], ['5', '$']],
  ['Not Near Or And', ['not near or and', 'near', 'not'], ['not nor']],
  ['🎧 Sound', ['🎧', 'sound'], ['🎵']],
  [`A${'b'.repeat(60)}`, [`a${'b'.repeat(60)}`, `a${'b'.repeat(20)}`], ['bbb']],
  [`${'猫'.repeat(40)}犬`, ['猫犬', `${'猫'.repeat(40)}犬`], ['犬猫']],
]

onEachDatabase('searching the list of requests', (database) => {
  async function titles(by: CurrentUser, fixture: ReturnType<typeof requestsOver>, q: string) {
    const { books, total } = await fixture.requests.list(by, listRequestsQuery.parse({ q, sort: 'title' }))
    expect(total).toBe(books.length)
    return books.map(({ book }) => book.title)
  }

  it('finds every word and prefix, folded, in every script', async () => {
    const admin = await addUser(database(), 'Root', 'admin')
    const fixture = requestsOver(database())
    for (const [at, [title]] of TITLES.entries()) {
      const asin = `BX000000${String(at).padStart(2, '0')}`
      fixture.publish({ asin, title, subtitle: null, authors: ['Quill'], narrators: ['Yew'], series: [] })
      await fixture.requests.create(admin, asin)
    }
    for (const [title, found, missed] of TITLES) {
      for (const q of found) expect(await titles(admin, fixture, q), q).toContain(title)
      for (const q of missed) expect(await titles(admin, fixture, q), q).not.toContain(title)
    }
    expect(await titles(admin, fixture, 'qui ye')).toHaveLength(TITLES.length)
    expect(await titles(admin, fixture, 'quill cafe')).toEqual(['Café Noël'])
  })

  describe('follows', () => {
    const ASIN = 'B000000001'

    async function listed() {
      const admin = await addUser(database(), 'Root', 'admin')
      const tess = await addUser(database(), 'Tess', 'trusted')
      const fixture = requestsOver(database())
      const create = async (user: CurrentUser, title: string) => {
        fixture.publish({ asin: ASIN, title })
        await fixture.requests.create(user, ASIN)
      }
      await create(tess, 'Old name')
      return { admin, tess, fixture, create, search: (q: string) => titles(admin, fixture, q) }
    }

    it('the book’s details', async () => {
      const { admin, create, search } = await listed()
      await create(admin, 'New name')
      expect([await search('old'), await search('new')]).toEqual([[], ['New name']])
    })

    it('the requesters, even when people are deleted', async () => {
      const { tess, fixture, create, search } = await listed()
      await fixture.requests.remove(tess, ASIN)
      expect(await search('old')).toEqual([])
      await create(tess, 'Old name')
      expect(await search('old')).toEqual(['Old name'])
      const { users } = database().tables
      await database().write((within) => within.delete(users).where(eq(users.id, tess.id)))
      expect(await search('old')).toEqual([])
    })

    it('books that are deleted and return', async () => {
      const { admin, fixture, create, search } = await listed()
      const { audiobooks } = database().tables
      await database().write((within) => within.delete(audiobooks))
      fixture.publish({ asin: 'B000000002', title: 'Other' })
      await fixture.requests.create(admin, 'B000000002')
      expect([await search('old'), await search('other')]).toEqual([[], ['Other']])
      await create(admin, 'Old name')
      expect(await search('name')).toEqual(['Old name'])
    })
  })

  it('shows others only their own requests, counted alike', async () => {
    const tess = await addUser(database(), 'Tess', 'trusted')
    const uma = await addUser(database(), 'Uma', 'trusted')
    const fixture = requestsOver(database())
    for (const [user, asin] of [
      [tess, 'B000000001'],
      [uma, 'B000000002'],
    ] as const) {
      fixture.publish({ asin, title: `Winter ${asin}` })
      await fixture.requests.create(user, asin)
    }
    expect(await titles(uma, fixture, 'winter')).toEqual(['Winter B000000002'])
    expect((await fixture.requests.counts(uma, { q: 'wint' })).total).toBe(1)
    expect((await fixture.requests.counts(uma, { q: 'B000000001' })).total).toBe(0)
  })
})
