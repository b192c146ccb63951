import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { FulfilmentState } from '#contract/books'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

onEachDatabase('requests', (database) => {
  let admin: CurrentUser
  let trusted: CurrentUser
  let untrusted: CurrentUser

  beforeEach(async () => {
    admin = await addUser(database(), 'Root', 'admin')
    trusted = await addUser(database(), 'Tess', 'trusted')
    untrusted = await addUser(database(), 'Uma', 'untrusted')
  })

  async function rows() {
    const { audiobooks, requests, fulfilments, timeline, deliveries } = database().tables
    const { read } = database()
    return {
      audiobooks: await read.select().from(audiobooks),
      requests: await read.select().from(requests),
      fulfilments: await read.select().from(fulfilments),
      timeline: await read.select().from(timeline).orderBy(timeline.at),
      deliveries: await read.select().from(deliveries),
    }
  }

  async function setFulfilment(asin: string, state: FulfilmentState) {
    const { fulfilments } = database().tables
    await database().write(async (transaction) => {
      await transaction.update(fulfilments).set({ state }).where(eq(fulfilments.asin, asin))
    })
  }

  async function addTarget(id: string, options: { enabled: boolean }) {
    const { notificationTargets } = database().tables
    const at = new Date()
    await database().write(async (transaction) => {
      await transaction.insert(notificationTargets).values({
        id,
        name: id,
        nameKey: id,
        url: 'sealed',
        events: ['onNewRequest'],
        bodyType: 'text',
        body: '{bookTitle}',
        headers: 'sealed',
        enabled: options.enabled,
        createdAt: at,
        updatedAt: at,
      })
    })
  }

  describe('creating', () => {
    it('by a trusted person is approved, starts the fulfilment and returns the book', async () => {
      const { requests, publish } = requestsOver(database(), { baseUrl: '/books/' })
      const book = publish({ series: [{ title: 'Ways', position: '1' }] })
      const answer = await requests.create(trusted, book.asin)
      expect(answer).toMatchObject({
        book: {
          asin: book.asin,
          title: book.title,
          authors: book.authors,
          series: [{ title: 'Ways', position: '1' }],
          cover_image: `/books/api/covers/${book.asin}?region=us`,
          cover_url: book.coverUrl,
          status: 'waiting',
          downloaded: false,
          updated_at: '2026-06-01T12:00:00.000Z',
        },
        requests: [
          {
            asin: book.asin,
            user_username: 'Tess',
            status: 'approved',
            reason: null,
            created_at: '2026-06-01T12:00:00.000Z',
          },
        ],
        username: 'Tess',
        requester_count: 1,
        download_error: null,
      })
      const stored = await rows()
      expect(stored.fulfilments).toMatchObject([{ asin: book.asin, state: 'waiting' }])
      expect(stored.timeline).toMatchObject([{ asin: book.asin, kind: 'requested', actor: 'Tess' }])
    })

    it('by an untrusted person waits for approval and starts no fulfilment', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      const answer = await requests.create(untrusted, asin)
      expect(answer.book.status).toBe('waiting_for_approval')
      expect(answer.requests[0]?.status).toBe('pending')
      expect((await rows()).fulfilments).toEqual([])
    })

    it('twice by the same person is refused the second time', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      await expect(requests.create(trusted, asin)).rejects.toMatchObject({
        code: 'already_requested',
        status: 409,
      })
    })

    it('twice by the same person is refused without asking the catalogue, which may be down', async () => {
      const { requests, publish, takeDown } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      takeDown()
      await expect(requests.create(trusted, asin)).rejects.toMatchObject({ code: 'already_requested' })
      await expect(requests.create(admin, asin)).rejects.toThrow('the catalogue is down')
    })

    it('many times at once by the same person leaves one of everything', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await addTarget('one', { enabled: true })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 6 }, () => requests.create(trusted, asin)),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'already_requested' })
      }
      const stored = await rows()
      expect(stored.requests).toHaveLength(1)
      expect(stored.timeline).toHaveLength(1)
      expect(stored.deliveries).toHaveLength(1)
    })

    it('by several people at once shares the book and its fulfilment', async () => {
      const { requests, books, publish } = requestsOver(database())
      const { asin } = publish()
      await Promise.all([admin, trusted].map((user) => requests.create(user, asin)))
      await requests.create(untrusted, asin)
      const stored = await rows()
      expect(stored.requests).toHaveLength(3)
      expect(stored.fulfilments).toHaveLength(1)
      const [seen] = await books.present(untrusted, stored.audiobooks)
      expect(seen).toMatchObject({
        requester_count: 3,
        requests: [{ user_username: 'Uma', status: 'approved' }],
      })
    })

    it('uses the given region, or else the default one', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish({ region: 'de' })
      await expect(requests.create(trusted, asin)).rejects.toMatchObject({
        code: 'not_in_region',
        status: 404,
        message: `The catalogue has no audiobook ${asin} in the region us.`,
      })
      expect((await rows()).audiobooks).toEqual([])
      const answer = await requests.create(trusted, asin, { region: 'de' })
      expect(answer.book.region).toBe('de')
    })

    it('stores the latest details of a known book', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish({ title: 'Working title' })
      await requests.create(trusted, asin)
      publish({ title: 'Final title' })
      await requests.create(admin, asin)
      expect((await rows()).audiobooks).toMatchObject([{ title: 'Final title', titleKey: 'final title' }])
    })

    it('creates a message for every enabled target, with links to the public address', async () => {
      const origin = 'http://nas.local:8000'
      const { requests, publish } = requestsOver(database(), { baseUrl: '/books/', origin })
      await addTarget('on', { enabled: true })
      await addTarget('off', { enabled: false })
      const { asin } = publish({ subtitle: 'A Walk', narrators: ['Ben Hale', 'Cy Oak'] })
      await requests.create(trusted, asin)
      const { deliveries } = await rows()
      expect(deliveries).toMatchObject([
        {
          targetId: 'on',
          event: 'onNewRequest',
          state: 'pending',
          attempts: 0,
          message: {
            facts: {
              event: 'onNewRequest',
              book: {
                title: 'The Salt Road',
                subtitle: 'A Walk',
                authors: ['Ada Moor'],
                narrators: ['Ben Hale', 'Cy Oak'],
                asin,
                coverUrl: 'https://covers.example/salt-road.jpg',
              },
            },
            people: [{ username: 'Tess' }],
            links: {
              bookUrl: `http://nas.local:8000/books/search?q=${asin}&region=us`,
              requestUrl: `http://nas.local:8000/books/requests?q=${asin}`,
            },
          },
        },
      ])
    })

    it('calls the sender and notifies administrators and requesters when everything is stored', async () => {
      const { requests, publish, announced, outbox } = requestsOver(database())
      const called = new Promise<void>((resolve) => outbox.onWake(resolve))
      const { asin } = publish()
      await requests.create(trusted, asin)
      await called
      expect(announced).toEqual([{ event: { topic: 'requests', asin }, admins: true, userIds: ['Tess'] }])
    })
  })

  describe('withdrawing', () => {
    it('removes one’s own request, ends the fulfilment with the last approved one and is logged', async () => {
      const { requests, publish, clock, announced } = requestsOver(database())
      const { asin } = publish()
      await requests.create(untrusted, asin)
      await requests.create(trusted, asin)
      clock.advance(1000)
      await requests.remove(trusted, asin)
      const stored = await rows()
      expect(stored.requests).toMatchObject([{ userId: 'Uma', status: 'pending' }])
      expect(stored.fulfilments).toEqual([])
      expect(stored.timeline.at(-1)).toMatchObject({ kind: 'withdrawn', actor: 'Tess' })
      expect(announced.at(-1)?.userIds.toSorted()).toEqual(['Tess', 'Uma'])
    })

    it('leaves the fulfilment for the others who were approved', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      await requests.create(admin, asin)
      await requests.remove(trusted, asin)
      expect((await rows()).fulfilments).toHaveLength(1)
    })

    it.each(['grab_unconfirmed', 'grabbed', 'available'] as const)(
      'keeps the history of a book that is %s',
      async (state) => {
        const { requests, publish } = requestsOver(database())
        const { asin } = publish()
        await requests.create(trusted, asin)
        await setFulfilment(asin, state)
        await requests.remove(trusted, asin)
        const stored = await rows()
        expect(stored.requests).toEqual([])
        expect(stored.fulfilments).toMatchObject([{ state }])
      },
    )

    it('by an administrator removes everyone’s requests', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      await requests.create(untrusted, asin)
      await requests.remove(admin, asin)
      expect((await rows()).requests).toEqual([])
    })

    it('without a request changes nothing, even if others have requested the book', async () => {
      const { requests, publish } = requestsOver(database())
      const { asin } = publish()
      await requests.create(trusted, asin)
      const before = await rows()
      await requests.remove(untrusted, asin)
      await requests.remove(admin, 'B000000404')
      expect(await rows()).toEqual(before)
    })

    it('at the same moment as another request leaves a fulfilment exactly if someone still waits', async () => {
      const { requests, publish } = requestsOver(database())
      const books = Array.from({ length: 8 }, (_, index) => publish({ asin: `B00000010${index}` }))
      for (const { asin } of books) await requests.create(trusted, asin)
      await Promise.all(
        books.flatMap(({ asin }) => [requests.remove(trusted, asin), requests.create(admin, asin)]),
      )
      // An administrator's withdrawal removes everyone's requests, so only the other person withdrew here.
      const stored = await rows()
      expect(stored.requests).toHaveLength(8)
      expect(stored.fulfilments).toHaveLength(8)
    })
  })
})
