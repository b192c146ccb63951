import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { FulfilmentState } from '#contract/books'
import { handMadeBody } from '#contract/hand-made'
import { onEachDatabase } from '#tests/support/databases'
import { requestsOfEachTest } from '#tests/server/domain/requests/requests.fixture'

onEachDatabase('a book', (database) => {
  const { fixture, admin, tess, uma } = requestsOfEachTest(database)
  async function setFulfilment(asin: string, state: FulfilmentState) {
    const { fulfilments } = database().tables
    await database().write(async (transaction) => {
      await transaction.update(fulfilments).set({ state }).where(eq(fulfilments.asin, asin))
    })
  }

  it('that no one requested comes from the catalogue of the region', async () => {
    const { asin } = fixture.publish({ region: 'de', summary: 'Salz und Wege.' })
    expect(await fixture.books.find(tess, asin, 'de')).toMatchObject({
      book: { asin, region: 'de', status: null },
      summary: 'Salz und Wege.',
      info: null,
      hand_made_by: null,
      requests: [],
      requester_count: 0,
      stopped: false,
      timeline: [],
    })
    await expect(fixture.books.find(tess, asin)).rejects.toMatchObject({
      code: 'not_in_region',
      status: 404,
      message: `No one here has requested ${asin}, and the catalogue does not have it in the region us.`,
    })
  })

  it('that is stored here needs no catalogue and no region', async () => {
    const { asin } = fixture.publish({ region: 'de', summary: 'Salz und Wege.' })
    await fixture.requests.create(tess, asin, { region: 'de' })
    fixture.takeDown()
    expect(await fixture.books.find(uma, asin)).toMatchObject({
      book: { region: 'de', status: 'waiting' },
      summary: 'Salz und Wege.',
      requester_count: 1,
    })
  })

  it('shows all requests and activity to administrators, and to others only their own', async () => {
    const { asin } = fixture.publish()
    await fixture.requests.create(uma, asin)
    fixture.clock.advance(1000)
    await fixture.requests.create(tess, asin)
    fixture.clock.advance(1000)
    await fixture.decisions.decline(admin, asin, { reason: 'Not now' })
    const whole = await fixture.books.find(admin, asin)
    expect(whole.requests.map((own) => own.user_username)).toEqual(['Uma', 'Tess'])
    expect(whole.timeline.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['requested', 'Uma'],
      ['requested', 'Tess'],
      ['declined', 'Root'],
    ])
    const own = await fixture.books.find(uma, asin)
    expect(own).toMatchObject({
      requests: [{ user_username: 'Uma', status: 'declined', reason: 'Not now' }],
      requester_count: 2,
      timeline: [
        { kind: 'requested', actor: 'Uma' },
        { kind: 'declined', actor: null, detail: { user: 'Uma', reason: 'Not now' } },
      ],
    })
    expect(JSON.stringify(own)).not.toMatch(/Tess|Root/)
  })

  it('whose search was stopped says so', async () => {
    const { asin } = fixture.publish()
    await fixture.requests.create(tess, asin)
    const { fulfilments } = database().tables
    await database().write(async (transaction) => {
      await transaction.update(fulfilments).set({ stopped: true }).where(eq(fulfilments.asin, asin))
    })
    expect((await fixture.books.find(tess, asin)).stopped).toBe(true)
  })

  it('that was requested by hand is visible to its owner and administrators', async () => {
    const body = handMadeBody.parse({ title: 'Songs', author: 'Ada Moor', info: 'On tape' })
    const { id } = await fixture.handMade.create(tess, body)
    fixture.takeDown()
    for (const user of [tess, admin]) {
      expect(await fixture.books.find(user, id)).toMatchObject({
        book: { title: 'Songs', hand_made: true },
        info: 'On tape',
        hand_made_by: 'Tess',
      })
    }
    for (const other of [id, 'H000000000']) {
      await expect(fixture.books.find(uma, other)).rejects.toMatchObject({
        code: 'not_requested',
        message: `There is no request by hand with the ID ${other} that you may see.`,
      })
    }
  })

  it('has the title and cover only if it is stored', async () => {
    const { requests, books, publish } = fixture
    const { asin, title, coverUrl } = publish()
    expect(await books.storedCover(admin, asin)).toBeNull()
    await requests.create(tess, asin)
    expect(await books.storedCover(admin, asin)).toEqual({ title, coverUrl })
    const { asin: other } = publish({ asin: 'B000000002', title: 'Bare', coverUrl: null })
    await requests.create(tess, other)
    expect(await books.storedCover(admin, other)).toEqual({ title: 'Bare', coverUrl: null })
  })

  describe('presenting books of the catalogue', () => {
    it('shows the current state, and to members only their own requests', async () => {
      const { requests, books, publish } = fixture
      const wanted = publish()
      const other = publish({ asin: 'B000000002' })
      await requests.create(tess, wanted.asin)
      await setFulfilment(wanted.asin, 'grabbed')

      const forOther = await books.present(uma, [other, wanted])
      expect(forOther).toMatchObject([
        { book: { asin: other.asin, status: null, downloaded: false }, requests: [], requester_count: 0 },
        {
          book: { asin: wanted.asin, status: 'grabbed', downloaded: true },
          requests: [],
          requester_count: 1,
          username: 'Uma',
        },
      ])
      const [, forAdmin] = await books.present(admin, [other, wanted])
      expect(forAdmin?.requests).toMatchObject([{ user_username: 'Tess' }])
    })

    it('keeps the order and repeats a book as often as it was found', async () => {
      const { books, publish } = fixture
      const book = publish()
      const shown = await books.present(admin, [book, book])
      expect(shown).toHaveLength(2)
      expect(await books.present(admin, [])).toEqual([])
    })

    it('still shows the state of a book that no one wants any more', async () => {
      const { requests, books, publish } = fixture
      const book = publish()
      await requests.create(tess, book.asin)
      await setFulfilment(book.asin, 'available')
      await requests.remove(tess, book.asin)
      const [shown] = await books.present(uma, [book])
      expect(shown).toMatchObject({ book: { status: 'available' }, requests: [], requester_count: 0 })
    })
  })
})
