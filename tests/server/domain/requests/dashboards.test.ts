import { expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

onEachDatabase('dashboards', (database) => {
  it('show books counted: administrators all, others their own', async () => {
    const fixture = requestsOver(database())
    const admin = await addUser(database(), 'Root', 'admin')
    const tess = await addUser(database(), 'Tess', 'trusted')
    const uma = await addUser(database(), 'Uma', 'untrusted')
    const [first, second] = ['B000000001', 'B000000002'].map((asin) => fixture.publish({ asin }).asin)
    await fixture.requests.create(tess, first ?? '')
    await fixture.requests.create(uma, second ?? '')
    const all = { total: 2, pending: 1, approved: 1, processing: 1, declined: 0, available: 0 }
    expect(await fixture.dashboards.counts(admin)).toMatchObject(all)
    expect(await fixture.dashboards.counts(uma)).toMatchObject({ total: 1, pending: 1, approved: 0 })
  })

  it('count as the page does when one request for a book waits and another is approved', async () => {
    const fixture = requestsOver(database())
    const admin = await addUser(database(), 'Root', 'admin')
    const uma = await addUser(database(), 'Uma', 'untrusted')
    const otto = await addUser(database(), 'Otto', 'untrusted')
    const { asin } = fixture.publish()
    await fixture.requests.create(uma, asin)
    await fixture.requests.create(otto, asin)
    await fixture.decisions.approve(admin, asin, { username: 'Uma' })
    const { total, by_status } = await fixture.requests.counts(admin)
    expect([total, by_status]).toEqual([1, { waiting: 1, waiting_for_approval: 1 }])
    expect(await fixture.dashboards.counts(admin)).toMatchObject({ total: 1, pending: 1, approved: 1 })
  })

  it('show users with the number of their requests, most first', async () => {
    const fixture = requestsOver(database())
    await addUser(database(), 'Ann', 'trusted')
    await addUser(database(), 'Bea', 'trusted')
    const zoe = await addUser(database(), 'Zoe', 'trusted')
    await fixture.requests.create(zoe, fixture.publish().asin)
    const page = await fixture.dashboards.users({ take: 2, skip: 0 })
    expect(page.pageInfo).toEqual({ pages: 2, pageSize: 2, results: 3, page: 1 })
    expect(page.results.map(({ displayName, requestCount }) => [displayName, requestCount])).toEqual([
      ['Zoe', 1],
      ['Ann', 0],
    ])
    const rest = await fixture.dashboards.users({ take: 2, skip: 2 })
    expect(rest.results.map(({ displayName }) => displayName)).toEqual(['Bea'])
    expect(page.results[0]?.id).toBe(fixture.dashboards.me(zoe).id)
  })
})
