import { beforeEach, expect, it } from 'vitest'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { requestsOver } from '#tests/server/domain/requests/requests.fixture'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { followOver } from './follow.fixture'

const DAY = 24 * 60 * 60_000
const SERIES = { kind: 'series', asin: 'B0SERIES01', requests: false } as const
const AUTHOR = { kind: 'author', name: 'Ada Moor', requests: false } as const

onEachDatabase('a calendar', (database) => {
  let tess: CurrentUser
  let uma: CurrentUser
  let requesting: ReturnType<typeof requestsOver>
  let fixture: ReturnType<typeof followOver>

  beforeEach(async () => {
    tess = await addUser(database(), 'Tess', 'trusted')
    uma = await addUser(database(), 'Uma', 'untrusted')
    requesting = requestsOver(database())
    fixture = followOver(database())
  })

  const calendarOf = async (user: CurrentUser) =>
    (await fixture.calendar.read(user)).map(({ book, followed }) =>
      `${book.release_date} ${book.asin} ${followed.join(' and ')}`.trim(),
    )
  async function checkAll() {
    while (await fixture.check()) continue
  }

  it('has followed and requested books, each once, by date', async () => {
    requesting.publish({ asin: 'B000000003', releaseDate: '2026-07-03' })
    requesting.publish({ asin: 'B000000004', releaseDate: '2026-06-20' })
    await requesting.requests.create(tess, 'B000000003')
    await requesting.requests.create(tess, 'B000000004')
    fixture.publish({ asin: 'B000000001', releaseDate: '2020-05-01' })
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-08-01' })
    fixture.publish({ asin: 'B000000003', releaseDate: '2026-07-03' })
    fixture.publish({ asin: 'B000000005', releaseDate: null })
    await fixture.follows.follow(tess, SERIES)
    await fixture.follows.follow(tess, AUTHOR)
    await checkAll()
    expect(
      (await calendarOf(tess)).map((line) => line.replace('Ada Moor and Harbour Tales', 'both')),
    ).toEqual([
      '2026-06-20 B000000004',
      expect.stringMatching(/^2026-07-03 B000000003 (Harbour Tales and Ada Moor|both)$/),
      expect.stringMatching(/^2026-08-01 B000000002 (Harbour Tales and Ada Moor|both)$/),
    ])
    expect(await calendarOf(uma)).toEqual([])
  })

  it('begins with the first of the month', async () => {
    fixture.publish({ asin: 'B000000001', releaseDate: '2026-05-31' })
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-06-01' })
    await fixture.follows.follow(tess, SERIES)
    await checkAll()
    expect(await calendarOf(tess)).toEqual(['2026-06-01 B000000002 Harbour Tales'])
  })

  it('follows the catalogue’s date, and drops books no longer announced', async () => {
    fixture.publish({ asin: 'B000000001', releaseDate: '2026-08-01' })
    fixture.publish({ asin: 'B000000002', releaseDate: '2026-08-02' })
    await fixture.follows.follow(tess, SERIES)
    await checkAll()
    fixture.clear()
    fixture.publish({ asin: 'B000000001', releaseDate: '2026-09-01' })
    fixture.clock.advance(DAY)
    await checkAll()
    expect(await calendarOf(tess)).toEqual(['2026-09-01 B000000001 Harbour Tales'])
  })

  it('leaves out declined books', async () => {
    requesting.publish({ asin: 'B000000003', releaseDate: '2026-07-03' })
    await requesting.requests.create(uma, 'B000000003')
    expect(await calendarOf(uma)).toHaveLength(1)
    await database().write(async (within) => {
      await within.update(database().tables.requests).set({ status: 'declined' })
    })
    expect(await calendarOf(uma)).toEqual([])
  })
})
