import { beforeEach, expect, it } from 'vitest'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOver } from './requests.fixture'

const SHORT = { name: 'Short books', max_hours: 20, language: null, unabridged: false, released: false }

onEachDatabase('approval by rules', (database) => {
  let admin: CurrentUser
  let uma: CurrentUser
  let ulf: CurrentUser
  let fixture: ReturnType<typeof requestsOver>

  beforeEach(async () => {
    admin = await addUser(database(), 'Root', 'admin')
    uma = await addUser(database(), 'Uma', 'untrusted')
    ulf = await addUser(database(), 'Ulf', 'untrusted')
    fixture = requestsOver(database())
    await fixture.settings.set('approval', { roles: { untrusted: false, trusted: false }, rules: [SHORT] })
  })

  const history = async (asin: string) =>
    (await fixture.timeline.list(asin)).map(({ kind, actor, detail }) => [kind, actor, detail])

  it('starts the fulfilment, and the activity names the rule', async () => {
    const { asin } = fixture.publish({ runtimeMin: 600 })
    const { requests, book } = await fixture.requests.create(uma, asin)
    expect(requests.map(({ status }) => status)).toEqual(['approved'])
    expect(book.status).toBe('waiting')
    expect(await history(asin)).toEqual([
      ['requested', 'Uma', null],
      ['approved', null, { user: 'Uma', rule: 'Short books' }],
    ])
  })

  it('does not apply to someone who joins', async () => {
    const { asin } = fixture.publish({ runtimeMin: 600 })
    await fixture.requests.create(uma, asin)
    await fixture.requests.create(ulf, asin)
    expect((await history(asin)).map(([kind]) => kind)).toEqual(['requested', 'requested', 'approved'])
  })

  it('leaves requests waiting that no rule matches, and those declined before', async () => {
    const { asin: long } = fixture.publish({ asin: 'B00000000L', runtimeMin: 2000 })
    expect((await fixture.requests.create(uma, long)).book.status).toBe('waiting_for_approval')
    const { asin: short } = fixture.publish({ asin: 'B00000000S', runtimeMin: 600 })
    await fixture.requests.create(uma, short)
    await fixture.decisions.decline(admin, short, { username: 'Uma' })
    expect((await fixture.requests.create(uma, short)).book.status).toBe('waiting_for_approval')
  })

  it('is required of trusted people too if so configured', async () => {
    const tess = await addUser(database(), 'Tess', 'trusted')
    const { asin } = fixture.publish({ runtimeMin: null })
    expect((await fixture.requests.create(tess, asin)).book.status).toBe('waiting_for_approval')
  })

  it('is announced before the book is requested', async () => {
    const [short, long] = [
      fixture.publish({ asin: 'B00000000S', runtimeMin: 600 }),
      fixture.publish({ asin: 'B00000000L', runtimeMin: 2000 }),
    ]
    const told = await fixture.books.present(uma, [short, long])
    expect(told.map(({ actions }) => actions)).toEqual([['request', 'request_without_approval'], ['request']])
  })
})
