import { useQueryCache } from '@pinia/colada'
import { describe, expect, it } from 'vitest'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'
import { toldTo } from '#tests/client/support/actions'
import { deferred } from '#tests/client/support/deferred'
import { fakeServer, json, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { anItem, aSession, aUser } from '#tests/client/support/samples'

const ONE = [anItem({}, ['marta'])]
const PENDING = anItem({ status: 'waiting_for_approval' }, ['marta'])
const WAITING = [
  { ...PENDING, requests: PENDING.requests.map((one) => ({ ...one, status: 'pending' as const })) },
]

const BY_STATUS: Record<string, number> = { waiting: 30, failed: 10 }
interface Start {
  items: typeof ONE
  total: number
  admin: boolean
  by_status: Record<string, number>
}

async function start(
  at: string,
  { items = ONE, total = 1, admin = false, by_status = BY_STATUS }: Partial<Start> = {},
) {
  const role = admin ? 'admin' : 'trusted'
  const told = items.map((item) => toldTo(role, item))
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role }) })),
    'GET /api/requests': () => json(told, { headers: { 'x-total-count': String(total) } }),
    'GET /api/requests/counts': () => json({ total: 40, by_status }),
  })
  const { wrapper, router } = await mountApp({ server, at })
  await settle()
  const last = () => Object.fromEntries(server.called('GET /api/requests').at(-1)?.query ?? [])
  return { server, wrapper, router, last, query: () => router.currentRoute.value.query }
}

async function press(wrapper: Awaited<ReturnType<typeof start>>['wrapper'], text: string) {
  const bar = wrapper.get('[aria-label="Selected requests"]')
  await bar
    .findAll('button')
    .find((button) => button.text() === text)
    ?.trigger('click')
  await settle()
}

describe('the list of requests', () => {
  it('is the view in a link', async () => {
    const { last } = await start('/requests?status=failed&q=tide&sort=title&page=2', { total: 60 })
    expect(last()).toEqual({
      status: 'failed',
      q: 'tide',
      sort: 'title',
      order: 'asc',
      limit: '24',
      offset: '24',
    })
  })

  it('starts with the newest if a link says nothing or nonsense', async () => {
    const { last } = await start('/requests?status=lost&sort=colour&page=-3')
    expect(last()).toEqual({ sort: 'date', order: 'desc', limit: '24', offset: '0' })
  })

  it('has no filters if nothing was requested, but keeps a filter without matches', async () => {
    const hasSearch = async (at: string) =>
      (await start(at, { items: [], total: 0 })).wrapper.find('[aria-label="Search requests"]').exists()
    expect(await hasSearch('/requests')).toBe(false)
    expect(await hasSearch('/requests?q=tide')).toBe(true)
  })

  it('has a tab for each status in use, with its count', async () => {
    const { wrapper, query } = await start('/requests?page=2', { total: 60 })
    const tabs = wrapper.findAll('[role="tab"]')
    expect(tabs.map((tab) => tab.text())).toEqual(['All 40', 'Waiting 30', 'Failed 10'])
    await tabs[2]?.trigger('mousedown', { button: 0 })
    await settle()
    expect(query()).toEqual({ status: 'failed' })
  })

  it('writes the sort order into the address and starts it in its natural direction', async () => {
    const { wrapper, query, last } = await start('/requests')
    await wrapper.get('select').setValue('author')
    await settle()
    expect(query()).toEqual({ sort: 'author' })
    expect(last()).toMatchObject({ sort: 'author', order: 'asc' })
  })

  it('shows a waiting request of an approved book under pending approvals, to be approved there', async () => {
    const item = anItem({ status: 'grabbed' }, ['marta', 'lea'])
    const requests = item.requests.map((request) =>
      request.user_username === 'lea' ? { ...request, status: 'pending' as const } : request,
    )
    const { wrapper } = await start('/requests?status=waiting_for_approval', {
      items: [{ ...item, requests }],
      admin: true,
    })
    const row = wrapper.findAll('li, tr').find((entry) => entry.text().includes(item.book.title))
    expect(row?.text()).toContain('Sent to the download client')
    expect(row?.text()).toContain('One request is waiting for approval')
    expect(row?.findAll('button').map((button) => button.text())).toContain('Approve')
  })

  it('shows the release date of a book that waits for it', async () => {
    const upcoming = anItem({ release_date: '2997-03-03' }, ['marta'])
    const { wrapper } = await start('/requests', { items: [upcoming] })
    expect(wrapper.text()).toContain('Releases 3 Mar 2997')
  })

  it('says that the words of a declined book are the reason', async () => {
    const item = anItem({ status: 'declined' }, ['marta'])
    const requests = item.requests.map((request) => ({
      ...request,
      status: 'declined' as const,
      reason: 'We have the series',
    }))
    const { wrapper } = await start('/requests', { items: [{ ...item, requests }] })
    expect(wrapper.text()).toContain('Reason: We have the series')
  })

  it('is paged', async () => {
    const { wrapper, query } = await start('/requests', { total: 50 })
    expect(wrapper.text()).toContain('1–24 of 50')
    await wrapper.get('[aria-label="Next page"]').trigger('click')
    await settle()
    expect(query()).toEqual({ page: '2' })
  })

  it('goes to the last page if the requested one is gone', async () => {
    const { query } = await start('/requests?page=9', { items: [], total: 30 })
    expect(query()).toEqual({ page: '2' })
  })

  it('shows an administrator the requesters', async () => {
    const items = [anItem({}, ['jonas', 'marta', 'lea'])]
    expect((await start('/requests', { items, admin: true })).wrapper.text()).toContain('jonas and 2 more')
    expect((await start('/requests', { items })).wrapper.text()).not.toContain('jonas')
  })

  it('shows one person’s requests, and counts accordingly', async () => {
    const { server, last } = await start('/requests?user=lea', { admin: true })
    expect(last()).toMatchObject({ user: 'lea' })
    expect(server.called('GET /api/requests/counts').at(-1)?.query.get('user')).toBe('lea')
  })

  it('offers for a selection only what the server allows', async () => {
    const offered = async (items: typeof ONE) => {
      const { wrapper } = await start('/requests', { items, admin: true })
      await wrapper.get('input[type="checkbox"]').setValue(true)
      await settle()
      const bar = wrapper.get('[aria-label="Selected requests"]')
      return bar.findAll('button').map((button) => button.text())
    }
    expect(await offered(ONE)).toEqual(['Mark as available', 'Withdraw', 'Cancel'])
    expect(await offered(WAITING)).toEqual(['Approve', 'Decline', 'Mark as available', 'Withdraw', 'Cancel'])
    expect(await offered([anItem({ status: 'available' }, ['marta'])])).toEqual(['Withdraw', 'Cancel'])
  })

  it('lets an administrator decide about many at once', async () => {
    const { server, wrapper } = await start('/requests', { items: WAITING, admin: true })
    server.answers['POST /api/requests/bulk'] = () => json({ done: ['B000000001'], failed: [] })
    await wrapper.get('input[type="checkbox"]').setValue(true)
    await settle()
    expect(wrapper.text()).toContain('One selected')
    const bar = wrapper.get('[aria-label="Selected requests"]')
    const decline = bar.findAll('button').find((button) => button.text() === 'Decline')
    await decline?.trigger('click')
    await settle()
    await wrapper.get('[aria-label="Reason, shown to the requester"]').setValue('Not now')
    await wrapper.get('[aria-label="Selected requests"] form').trigger('submit')
    await settle()
    expect(server.called('POST /api/requests/bulk').at(0)?.body).toEqual({
      asins: ['B000000001'],
      action: 'decline',
      seen: [{ asin: 'B000000001', version: 'v1' }],
      reason: 'Not now',
    })
    expect(wrapper.text()).toContain('One declined')
    expect(wrapper.text()).not.toContain('One selected')
  })

  it('decides about each selected book as it was when it was selected, and says what has changed', async () => {
    const { server, wrapper } = await start('/requests', { items: WAITING, admin: true })
    await wrapper.get('input[type="checkbox"]').setValue(true)
    server.answers['GET /api/requests'] = () =>
      json(WAITING.map((item) => toldTo('admin', { ...item, book: { ...item.book, version: 'v2' } })))
    await refetch(useQueryCache(), { key: [KEYS.requests] })
    await settle()
    server.answers['POST /api/requests/bulk'] = () =>
      json({
        done: [],
        failed: [
          {
            asin: 'B000000001',
            code: 'changed_since_seen',
            params: { title: 'The Quiet Tide' },
            detail: 'x',
            errors: [{ path: 'requests', code: 'requested_since', params: { user: 'lea' }, message: 'x' }],
          },
        ],
      })
    await press(wrapper, 'Approve')
    expect(server.called('POST /api/requests/bulk').at(0)?.body).toMatchObject({
      seen: [{ asin: 'B000000001', version: 'v1' }],
    })
    expect(wrapper.text()).toContain(
      'One failed: “The Quiet Tide”: It has changed since it was shown to you.',
    )
    expect(wrapper.text()).toContain('lea has requested it.')
  })

  it('selects all across pages, says to how many an action applies, and changes them in steps', async () => {
    const from = { requested_at: '2026-01-02T00:00:00.000Z' }
    const { server, wrapper } = await start('/requests?q=tide', { items: WAITING, total: 153, admin: true })
    server.answers['GET /api/requests/bulk/matching'] = () =>
      json({ total: 153, applies_to: { approve: 12, decline: 12, remove: 153, downloaded: 0 }, from })
    const next = { requested_at: from.requested_at, asin: 'B000000009' }
    let steps = 0
    server.answers['POST /api/requests/bulk/matching'] = () => {
      steps += 1
      return json({
        done: steps === 1 ? ['B000000001', 'B000000009'] : ['B000000010'],
        failed: [],
        next: steps === 1 ? next : null,
      })
    }
    await wrapper.get('input[type="checkbox"]').setValue(true)
    await settle()
    await press(wrapper, 'Select all 153')
    expect(wrapper.text()).toContain('All 153 selected')
    await press(wrapper, 'Approve 12 of 153')
    await press(wrapper, 'Approve 12 of 153? The others are not waiting for approval.')
    const sent = server.called('POST /api/requests/bulk/matching').map(({ body }) => body)
    const seen = [{ asin: 'B000000001', version: 'v1' }]
    expect(sent).toEqual([
      { matching: { q: 'tide' }, from, action: 'approve', seen },
      { matching: { q: 'tide' }, from: next, action: 'approve', seen },
    ])
    expect(wrapper.text()).toContain('3 approved')
    expect(wrapper.text()).toContain('9 had changed in the meantime.')
  })

  it('keeps the selection when the filter changes meanwhile, and says what failed halfway', async () => {
    const from = { requested_at: '2026-01-02T00:00:00.000Z' }
    const { server, wrapper, router } = await start('/requests?q=tide', {
      items: WAITING,
      total: 153,
      admin: true,
    })
    server.answers['GET /api/requests/bulk/matching'] = () =>
      json({ total: 153, applies_to: { approve: 153, decline: 153, remove: 153, downloaded: 0 }, from })
    const steps = [deferred<Response>(), deferred<Response>()]
    const [first, second] = steps
    server.answers['POST /api/requests/bulk/matching'] = () => steps.shift()?.promise ?? json(null)
    await wrapper.get('input[type="checkbox"]').setValue(true)
    await settle()
    await press(wrapper, 'Select all 153')
    await press(wrapper, 'Withdraw')
    await press(wrapper, 'Withdraw 153 for everyone?')
    await router.push('/requests?q=harbour')
    await settle()
    expect(wrapper.text()).toContain('0 of 153 done')
    first?.resolve(json({ done: ['B000000001'], failed: [], next: { ...from, asin: 'B000000001' } }))
    await settle()
    second?.resolve(problem({ status: 503, code: 'database_busy', detail: 'Busy' }))
    await settle()
    const sent = server.called('POST /api/requests/bulk/matching').map(({ body }) => body)
    expect(sent).toMatchObject([{ matching: { q: 'tide' } }, { matching: { q: 'tide' } }])
    expect(wrapper.text()).toContain('One withdrawn')
    expect(wrapper.text()).toContain('Something went wrong. Busy')
    expect(wrapper.text()).not.toContain('153 selected')
  })

  it('declines one with a reason from its row', async () => {
    const { server, wrapper } = await start('/requests', { items: WAITING, admin: true })
    server.answers['POST /api/requests/B000000001/decline'] = () => new Response(null, { status: 204 })
    await wrapper.get('[aria-label="Decline the requests for The Quiet Tide"]').trigger('click')
    await settle()
    await wrapper.get('main form input').setValue('We have it')
    await wrapper.get('main form').trigger('submit')
    await settle()
    expect(server.called('POST /api/requests/B000000001/decline').at(0)?.body).toEqual({
      reason: 'We have it',
      version: 'v1',
    })
  })

  it('tells administrators in the navigation how many wait, and no one else', async () => {
    const by_status = { waiting_for_approval: 120 }
    const told = async (admin: boolean) => {
      const { wrapper } = await start('/requests', { admin, by_status })
      return wrapper.text().includes('120 waiting for approval')
    }
    expect([await told(true), await told(false)]).toEqual([true, false])
  })

  it('says which of many could not be decided, and why', async () => {
    const { server, wrapper } = await start('/requests', { items: WAITING, admin: true })
    const params = { title: 'The Quiet Tide' }
    const failed = [{ asin: 'B000000001', code: 'nothing_to_decide', params, detail: 'Server’s words' }]
    server.answers['POST /api/requests/bulk'] = () => json({ done: [], failed })
    await wrapper.get('input[type="checkbox"]').setValue(true)
    await settle()
    const bar = wrapper.get('[aria-label="Selected requests"]')
    const approve = bar.findAll('button').find((button) => button.text() === 'Approve')
    await approve?.trigger('click')
    await settle()
    expect(wrapper.text()).toContain('There is no request for The Quiet Tide that this would change.')
  })

  it('says what to do if nothing was requested yet, and if nothing matches', async () => {
    expect((await start('/requests', { items: [], total: 0 })).wrapper.text()).toContain(
      'Search the catalogue',
    )
    expect((await start('/requests?q=zzz', { items: [], total: 0 })).wrapper.text()).toContain(
      'Show all requests',
    )
  })

  it('can be retried if it does not load', async () => {
    const { server, wrapper } = await start('/nowhere')
    server.answers['GET /api/requests'] = () =>
      problem({ status: 503, code: 'database_away', detail: 'The database is away.' })
    await wrapper.get('a[href="/requests"]').trigger('click')
    await settle()
    await settle()
    expect(wrapper.get('[role="alert"]').text()).toContain('The database is away.')
    server.answers['GET /api/requests'] = () => json([anItem({}, ['marta'])])
    await wrapper.get('[role="alert"] button').trigger('click')
    await settle()
    expect(wrapper.text()).toContain('The Quiet Tide')
  })
})
