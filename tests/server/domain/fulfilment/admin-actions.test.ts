import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { createTestRepositories } from '#tests/support/fulfilment'
import { AppError } from '#server/errors/app-error'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import {
  ASIN,
  fulfilmentOver,
  handDriven,
  later,
  offer,
  otherBook,
  type HandDriven,
  type TestFulfilment,
} from './fulfilment.fixture'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

onEachDatabase('a search by hand', (database) => {
  let driven: HandDriven
  let server: TestFulfilment
  let admin: CurrentUser

  beforeEach(async () => {
    driven = handDriven()
    server = fulfilmentOver(database(), { driven })
    driven.behaviour.search = async () => [otherBook()]
    await server.settings.patch({ auto_download: true })
    admin = await addUser(database(), 'Root', 'admin')
  })

  const pause = async () => {
    const next = (await server.standing())?.nextAttemptAt
    return next ? next.getTime() - server.clock.read().getTime() : null
  }
  const again = () => server.adminActions.retry(admin, ASIN, undefined)

  it('begins at once and leaves the server’s next search as scheduled', async () => {
    await server.want()
    await server.run()
    for (const left of [57, 54, 51]) {
      server.clock.advance(3 * MINUTE)
      const searches = driven.queries.length
      await again()
      await server.run()
      expect(driven.queries.length).toBeGreaterThan(searches)
      expect(await pause()).toBe(left * MINUTE)
      expect(await server.standing()).toMatchObject({ state: 'not_found', misses: 1, atOnce: false })
    }
    server.clock.advance(51 * MINUTE)
    await server.run()
    expect(await pause()).toBe(6 * HOUR)
  })

  it('is due at once, although the server’s next search keeps its time', async () => {
    await server.want()
    await server.run()
    const due = { now: server.clock.read(), automatic: true, possible: true }
    const { fulfilments } = createTestRepositories(database())
    const planned = await fulfilments.findNextDue(due)
    expect(planned).toEqual(new Date(due.now.getTime() + HOUR))
    await again()
    expect(await fulfilments.findNextDue(due)).toEqual(due.now)
    expect((await server.standing())?.nextAttemptAt).toEqual(planned)
    await server.run()
    expect(await fulfilments.findNextDue(due)).toEqual(planned)
  })

  it('waits for another one to end if a server works on as many books as it may', async () => {
    await server.want()
    await server.run()
    const answer = later<ReturnType<typeof otherBook>[]>()
    driven.behaviour.search = () => answer.promise
    for (const digit of [2, 3, 4, 5]) await server.want({ asin: `${ASIN.slice(0, -1)}${digit}` })
    expect(await server.worker.workDue()).toBeNull()
    await again()
    expect(await server.worker.workDue()).toBeNull()
    expect(await server.standing()).toMatchObject({ atOnce: true, leaseOwner: null })
    answer.resolve([otherBook()])
    await server.worker.settled()
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'not_found', atOnce: false })
  })

  it('by a member does the same', async () => {
    const user = await server.want()
    const member: CurrentUser = { ...admin, id: user.id, username: user.username, role: 'trusted' }
    await server.run()
    server.clock.advance(10 * MINUTE)
    await server.adminActions.autoDownload(member, ASIN)
    await server.run()
    expect(await pause()).toBe(50 * MINUTE)
    expect(await server.standing()).toMatchObject({ misses: 1 })
  })

  it('notifies people once that nothing was found, whoever searched', async () => {
    await server.want()
    await again()
    await server.run()
    await again()
    await server.run()
    server.clock.advance(HOUR)
    await server.run()
    expect(server.told.map(({ event }) => event)).toEqual(['onNotFound'])
    expect(await server.standing()).toMatchObject({ misses: 1 })
  })

  it('that no one answers does not delay the next one', async () => {
    await server.want()
    await server.run()
    server.clock.advance(HOUR - 30_000)
    driven.behaviour.search = async () => {
      throw new AppError({ code: 'away', status: 503 })
    }
    await again()
    await server.run()
    expect(await pause()).toBe(30_000)
    expect(await server.standing()).toMatchObject({ misses: 1, failures: 1 })
  })

  it('keeps its schedule when a server ends in the middle of it', async () => {
    await server.want()
    await server.run()
    server.clock.advance(10 * MINUTE)
    let entered: () => void = () => undefined
    const searching = new Promise<void>((resolve) => (entered = resolve))
    driven.behaviour.search = (indexer) =>
      new Promise(() => {
        if (indexer) entered()
      })
    await again()
    await server.worker.workDue()
    await searching
    await Promise.all([server.worker.stop(), server.releaseSearch.stop()])
    await server.worker.settled()

    const next = fulfilmentOver(database(), { driven, clock: server.clock })
    driven.behaviour.search = async () => [otherBook()]
    server.clock.advance(5 * MINUTE)
    await next.run()
    expect(await next.standing()).toMatchObject({ state: 'not_found', misses: 1, atOnce: false })
    expect(await pause()).toBe(45 * MINUTE)
  })

  it('grabs what it finds', async () => {
    await server.want()
    await server.run()
    driven.behaviour.search = async () => [offer()]
    server.clock.advance(MINUTE)
    await again()
    await server.run()
    expect(await server.standing()).toMatchObject({ state: 'grabbed', atOnce: false, nextAttemptAt: null })
  })

  describe('while books are not searched for automatically', () => {
    beforeEach(() => server.settings.patch({ auto_download: false }))

    it('happens once', async () => {
      await server.want()
      await again()
      await server.run()
      const searches = driven.queries.length
      expect(await server.standing()).toMatchObject({ state: 'not_found', asked: false, misses: 0 })
      server.clock.advance(24 * HOUR)
      await server.run()
      expect(driven.queries).toHaveLength(searches)
    })
  })
})

onEachDatabase('an arrival that someone reports again', (database) => {
  it('changes nothing', async () => {
    const server = fulfilmentOver(database())
    await server.settings.patch({ auto_download: true })
    const reader = await server.want()
    await server.run()
    const { id, username } = reader
    const person = { id, username, role: 'trusted', root: false } as const
    await server.adminActions.markArrived(person, ASIN)
    const before = [await server.standing(), await server.history()]
    server.clock.advance(MINUTE)
    await server.adminActions.markArrived(person, ASIN)
    expect([await server.standing(), await server.history()]).toEqual(before)
    expect(before).toMatchObject([{ state: 'available' }, { length: 5 }])
    await server.adminActions.markAvailable({ ...person, role: 'admin' }, ASIN)
    expect([await server.standing(), await server.history()]).toEqual(before)
  })

  it('counts if the library has lost the book since', async () => {
    const server = fulfilmentOver(database())
    await server.settings.patch({ auto_download: true })
    const { id, username } = await server.want()
    await server.run()
    const person = { id, username, role: 'trusted', root: false } as const
    await server.adminActions.markArrived(person, ASIN)
    const { fulfilments } = database().tables
    await database().write((within) => within.update(fulfilments).set({ leftLibrary: true }))
    await server.adminActions.markArrived(person, ASIN)
    expect(await server.standing()).toMatchObject({ state: 'available', leftLibrary: false })
    expect((await server.history()).filter((kind) => kind === 'available')).toHaveLength(2)
  })
})
