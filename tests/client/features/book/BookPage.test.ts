import { useQueryCache } from '@pinia/colada'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BookDetailsDto, BookStatus } from '#contract/books'
import type { Role } from '#contract/common'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'
import App from '#client/layout/App.vue'
import { toldTo } from '#tests/client/support/actions'
import { fakeServer, json, nothing, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { aBook, anItem, aRequest, aSession, aUser, someDetails } from '#tests/client/support/samples'
import { screenIsWide } from '#tests/client/support/screen'

afterEach(() => vi.restoreAllMocks())

async function start(details: BookDetailsDto, role: Role = 'trusted') {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role }) })),
    'GET /api/books/{}': () => json(toldTo(role, details)),
  })
  const { wrapper, router } = await mountApp({ server, at: '/book/B000000001' })
  await settle()
  const button = (name: string) =>
    wrapper.findAll('button').find((found) => (found.attributes('aria-label') ?? found.text()) === name)
  async function press(name: string) {
    const found = button(name)
    if (!found) throw new Error(`There is no button ${name}`)
    await found.trigger('click')
    await settle()
  }
  const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  async function manage(name: string) {
    if (items().length === 0) await press('Manage')
    const item = items().find(({ textContent }) => textContent.trim() === name)
    if (!item) throw new Error(`The menu has no ${name}`)
    item.click()
    await settle()
  }
  return { server, wrapper, router, button, press, items, manage }
}

const standing = (status: BookStatus, details: Partial<BookDetailsDto> = {}) =>
  someDetails({ ...anItem({ status }, ['marta']), ...details })

describe('the requesters of a book', () => {
  it.each([
    [[], 0, 'No one yet.'],
    [[], 1, 'One person'],
    [[], 3, '3 people'],
    [['marta'], 2, 'You and one other'],
    [['marta'], 3, 'You and 2 others'],
  ] as const)('are a number to members: %o visible, %i in all', async (names, requester_count, words) => {
    const { wrapper } = await start(
      someDetails({ book: aBook({ status: 'waiting' }), requests: names.map(aRequest), requester_count }),
    )
    expect(wrapper.text()).toContain(words)
    expect(wrapper.text().includes('No one yet.')).toBe(requester_count === 0)
  })

  it('are listed by name for administrators', async () => {
    const { wrapper } = await start(someDetails(anItem({}, ['jonas', 'lea'])), 'admin')
    expect(wrapper.text()).toContain('jonas')
    expect(wrapper.text()).not.toContain('people')
  })
})

describe('a book that is in the library', () => {
  const shelved = () => someDetails({ book: aBook({ status: 'available' }), requester_count: 1 })

  it.each(['untrusted', 'trusted', 'admin'] as const)(
    'has no request button with the role %s',
    async (role) => {
      const { button, wrapper } = await start(shelved(), role)
      expect(wrapper.text()).toContain('In the library')
      expect(button('Request The Quiet Tide')).toBeUndefined()
      expect(button('Request again: The Quiet Tide')).toBeUndefined()
      expect(button('Manage') !== undefined).toBe(role === 'admin')
    },
  )
})

describe('a book that cannot be searched for', () => {
  const issue = { code: 'prowlarr_incomplete', settings: ['prowlarr_base_url', 'prowlarr_api_key'] } as const
  const unsearchable = (settings: readonly string[]) =>
    standing('waiting', { search_issue: { code: issue.code, settings: [...settings] } })

  it('tells administrators what is missing and leads there, and offers no search', async () => {
    const { wrapper, button } = await start(unsearchable(issue.settings), 'admin')
    expect(wrapper.text()).toContain('The search service has no address and no API key.')
    expect(
      wrapper
        .findAll('a')
        .find((link) => link.text() === 'Set up indexers')
        ?.attributes('href'),
    ).toBe('/settings/indexers')
    expect(button('Search again')).toBeUndefined()
  })

  it('tells members that the set-up is not finished, without a link', async () => {
    const { wrapper, button } = await start(unsearchable([]))
    expect(wrapper.text()).toContain('as soon as an administrator has finished the setup')
    expect(wrapper.text()).not.toContain('Prowlarr')
    expect(button('Get the best release')).toBeUndefined()
  })
})

it('shows one status, and in words that a request waits as well', async () => {
  const item = anItem({ status: 'searching' }, ['marta'])
  const waiting = { ...item, requests: item.requests.map((one) => ({ ...one, status: 'pending' as const })) }
  const { wrapper } = await start(someDetails(waiting), 'untrusted')
  expect(wrapper.text()).toContain('Searching')
  expect(wrapper.text()).toContain('Your request is waiting for approval')
})

describe('the page of a book', () => {
  it.each([
    ['1999-01-01', '1999'],
    ['1999-05-02', '2 May 1999'],
  ])('shows a release date only as precisely as it is known: %s', async (release_date, words) => {
    const { wrapper } = await start(someDetails(anItem({ release_date })))
    const values = wrapper.findAll('dd').map((value) => value.text())
    expect(values).toContain(words)
  })

  it('counts down to a book that is not out yet, and does not call it released', async () => {
    const day = new Date(Date.now() + 12.5 * 86_400_000).toISOString().slice(0, 10)
    const { wrapper } = await start(someDetails(anItem({ release_date: day })))
    expect(wrapper.text()).toMatch(/Out in 1[12] days\. Earmark starts searching for it then\./)
    const names = wrapper.findAll('dt').map((name) => name.text())
    expect(names).toContain('Coming out')
    expect(names).not.toContain('Released')
  })

  it('promises no search if there will be none', async () => {
    const day = new Date(Date.now() + 12.5 * 86_400_000).toISOString().slice(0, 10)
    const details = { ...someDetails(anItem({ release_date: day })), searched_once_out: false }
    const { wrapper } = await start(details)
    expect(wrapper.text()).toMatch(/Out in 1[12] days\./)
    expect(wrapper.text()).not.toContain('searched for')
  })

  it('is named in the title of the tab, until it is left', async () => {
    const server = fakeServer({ 'GET /api/books/{}': () => json(someDetails()) })
    const { router } = await mountApp({ server, at: '/book/B000000001', component: App })
    await settle()
    expect(document.title).toBe('The Quiet Tide · Audiobook · Earmark')
    await router.push('/requests?q=tide')
    await settle()
    expect(document.title).toBe('“tide” · Requests · Earmark')
  })

  it('shows everything that is known', async () => {
    const { wrapper } = await start(
      someDetails({
        book: aBook({ subtitle: 'A Novel', series: [{ title: 'Shores', position: '2', asin: null }] }),
        summary: 'A lighthouse keeper listens.',
      }),
    )
    const text = wrapper.text()
    for (const part of [
      'The Quiet Tide',
      'A Novel',
      'Ada Reed',
      'Bo Lind',
      'Shores',
      'book 2',
      '9 h 12 min',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain('A lighthouse keeper listens.')
    expect(wrapper.get('h1').text()).toBe('The Quiet Tide')
  })

  it('leads from people to what they wrote and read', async () => {
    const { wrapper } = await start(someDetails())
    const addressOf = (name: string) =>
      wrapper
        .findAll('a')
        .find((link) => link.text() === name)
        ?.attributes('href')
    expect(addressOf('Ada Reed')).toBe('/author/Ada%20Reed?region=us')
    expect(addressOf('Bo Lind')).toBe('/narrator/Bo%20Lind?region=us')
  })

  it('requests the book in the region of the link', async () => {
    const server = fakeServer({ 'GET /api/books/{}': () => json(someDetails()) })
    await mountApp({ server, at: '/book/B000000001?region=de' })
    await settle()
    expect(server.called('GET /api/books/{}').at(0)?.query.get('region')).toBe('de')
  })

  it('shows a request at once, before the server has answered for the whole page', async () => {
    const { server, wrapper, press } = await start(someDetails())
    server.answers['POST /api/requests/{}'] = () => json(anItem({}, ['marta']), { status: 201 })
    server.answers['GET /api/books/{}'] = () => json(standing('waiting'))
    await press('Request The Quiet Tide')
    expect(wrapper.text()).toContain('Requested')
    expect(wrapper.text()).toContain('Waiting')
  })

  it('shows the activity, newest first, with reasons', async () => {
    const { wrapper } = await start(
      someDetails({
        timeline: [
          { kind: 'requested', actor: 'marta', at: '2026-01-01T10:00:00Z', detail: null },
          {
            kind: 'declined',
            actor: 'root',
            at: '2026-01-01T11:00:00Z',
            detail: { user: 'marta', reason: 'Too long' },
          },
          { kind: 'searched', actor: null, at: '2026-01-01T12:00:00Z', detail: { found: 4, accepted: 1 } },
        ],
      }),
      'admin',
    )
    const entries = wrapper.findAll('ol > li').map((entry) => entry.text())
    expect(entries[0]).toContain('Found 4 releases, 1 acceptable')
    expect(entries[1]).toContain('Request by marta declined by root')
    expect(entries[1]).toContain('Too long')
    expect(entries[2]).toContain('Requested by marta')
  })

  it('shows members a search without its releases', async () => {
    const timeline = (['searched', 'not_found'] as const).map((kind) => ({
      kind,
      actor: null,
      at: '2026-01-01T10:00:00Z',
      detail: {},
    }))
    const { wrapper } = await start(someDetails({ timeline }))
    const entries = wrapper.findAll('ol > li').map((entry) => entry.get('p').text())
    expect(entries).toEqual(['Not found yet', 'Searched'])
  })

  it('does not mistake an unnamed person for the server', async () => {
    const timeline = (['approved', 'grabbed', 'available'] as const).map((kind) => ({
      kind,
      actor: null,
      at: '2026-01-01T10:00:00Z',
      detail: null,
    }))
    const member = await start(someDetails({ timeline }))
    expect(member.wrapper.get('ol').text()).toContain('Your request was approved')
    expect(member.wrapper.get('ol').text()).not.toContain('Earmark')
    const admin = await start(someDetails({ timeline }), 'admin')
    expect(admin.wrapper.get('ol').text()).toContain('Sent to the download client by Earmark')
  })

  it('shows administrators pending approvals before the summary', async () => {
    const waiting = standing('waiting_for_approval', { summary: 'A lighthouse keeper listens.' })
    const requests = waiting.requests.map((request) => ({ ...request, status: 'pending' as const }))
    const { wrapper } = await start({ ...waiting, requests }, 'admin')
    const headings = wrapper.findAll('h2').map((heading) => heading.text())
    expect(headings.slice(0, 2)).toEqual(['Requested by', 'Summary'])
  })

  it('shows the summary before the requesters and the activity', async () => {
    const { wrapper } = await start(standing('waiting', { summary: 'A lighthouse keeper listens.' }))
    const headings = wrapper.findAll('h2').map((heading) => heading.text())
    expect(headings.slice(0, 3)).toEqual(['Summary', 'Requested by', 'Activity'])
  })

  it('collapses the facts after the length if there is little room', async () => {
    screenIsWide(false)
    const { wrapper } = await start(someDetails())
    expect(wrapper.get('summary').text()).toBe('Details: 9 h 12 min')
    expect(wrapper.get('details').attributes('open')).toBeUndefined()
    expect(wrapper.get('details').text()).toContain('Unabridged')
  })

  it('says that neither a request nor the catalogue has the book', async () => {
    const server = fakeServer({
      'GET /api/books/{}': () => problem({ status: 404, code: 'not_in_region', detail: 'Not there.' }),
    })
    const { wrapper } = await mountApp({ server, at: '/book/B000000009' })
    await settle()
    expect(wrapper.text()).toContain('Book not found')
  })

  it('can be retried if it does not load', async () => {
    const server = fakeServer({
      'GET /api/books/{}': () =>
        problem({ status: 503, code: 'database_away', detail: 'The database is away.' }),
    })
    const { wrapper } = await mountApp({ server, at: '/book/B000000001' })
    await settle()
    expect(wrapper.get('[role="alert"]').text()).toContain('The database is away.')
    server.answers['GET /api/books/{}'] = () => json(someDetails())
    await wrapper.get('[role="alert"] button').trigger('click')
    await settle()
    expect(wrapper.get('h1').text()).toBe('The Quiet Tide')
  })
})

describe('deciding about a book', () => {
  const waiting = someDetails({
    ...anItem({ status: 'waiting_for_approval' }, ['lea']),
    requests: [{ ...aRequest('lea'), status: 'pending' }],
  })

  it('approves the request of one person', async () => {
    const { server, press, wrapper } = await start(waiting, 'admin')
    server.answers['POST /api/requests/{}/approve'] = nothing
    await press('Approve lea’s request')
    expect(server.called('POST /api/requests/{}/approve').at(0)?.body).toEqual({
      username: 'lea',
      version: 'v1',
    })
    expect(wrapper.text()).toContain('Approved: The Quiet Tide')
  })

  it('declines with an optional reason', async () => {
    const { server, press, wrapper } = await start(waiting, 'admin')
    server.answers['POST /api/requests/{}/decline'] = nothing
    await press('Decline lea’s request')
    await wrapper.get('main form input').setValue('  We have it ')
    await wrapper.get('main form').trigger('submit')
    await settle()
    expect(server.called('POST /api/requests/{}/decline').at(0)?.body).toEqual({
      username: 'lea',
      reason: 'We have it',
      version: 'v1',
    })
  })

  it('names joining them in the menu as on the button', async () => {
    const { press, items } = await start(waiting, 'admin')
    await press('Manage')
    expect(items().map(({ textContent }) => textContent.trim())).toContain('I want this too')
  })

  it('approves everyone who waits, or one of them', async () => {
    const both = someDetails({
      ...anItem({ status: 'waiting_for_approval' }, ['lea', 'jonas']),
      requests: ['lea', 'jonas'].map((name) => ({ ...aRequest(name), status: 'pending' })),
    })
    const { server, press } = await start(both, 'admin')
    server.answers['POST /api/requests/{}/approve'] = nothing
    await press('Approve the requests for The Quiet Tide')
    await press('Approve jonas’s request')
    expect(server.called('POST /api/requests/{}/approve').map(({ body }) => body)).toEqual([
      { version: 'v1' },
      { username: 'jonas', version: 'v1' },
    ])
  })

  describe('that has changed since it was shown', () => {
    const changed = problem({
      status: 409,
      code: 'changed_since_seen',
      detail: 'x',
      params: { title: 'The Quiet Tide' },
      errors: [
        { path: 'title', code: 'title_changed', params: {}, message: 'x' },
        { path: 'wishes', code: 'wishes_changed_since', params: { user: 'lea' }, message: 'x' },
      ],
    })
    const refused = ({ body }: { body: unknown }) =>
      body && typeof body === 'object' && 'version' in body && body.version === 'v2'
        ? nothing()
        : changed.clone()
    const corrected = someDetails({
      ...waiting,
      book: aBook({ title: 'The Loud Tide', status: 'waiting_for_approval', version: 'v2' }),
    })

    it('says what changed, shows it, and is made again on what is shown then', async () => {
      const { server, press, wrapper } = await start(waiting, 'admin')
      server.answers['POST /api/requests/{}/approve'] = refused
      server.answers['GET /api/books/{}'] = () => json(toldTo('admin', corrected))
      await press('Approve lea’s request')
      expect(wrapper.text()).toContain('The title has changed. lea has changed their wishes.')
      expect(wrapper.get('h1').text()).toBe('The Loud Tide')
      await press('Approve lea’s request')
      expect(wrapper.text()).toContain('Approved: The Loud Tide')
    })

    it('is refused even if the page has refreshed while the reason was typed', async () => {
      const { server, press, wrapper } = await start(waiting, 'admin')
      server.answers['POST /api/requests/{}/decline'] = refused
      server.answers['GET /api/books/{}'] = () => json(toldTo('admin', corrected))
      await press('Decline lea’s request')
      await wrapper.get('main form input').setValue('We have it')
      await refetch(useQueryCache(), { key: [KEYS.books] })
      await settle()
      const send = async () => {
        await wrapper.get('main form').trigger('submit')
        await settle()
      }
      await send()
      expect(wrapper.text()).toContain('The title has changed.')
      await send()
      expect(server.called('POST /api/requests/{}/decline').map(({ body }) => body)).toMatchObject([
        { version: 'v1' },
        { version: 'v2', reason: 'We have it' },
      ])
      expect(wrapper.find('main form').exists()).toBe(false)
    })
  })

  it('says why it was refused', async () => {
    const { server, press, wrapper } = await start(waiting, 'admin')
    server.answers['POST /api/requests/{}/approve'] = () =>
      problem({ status: 409, code: 'nothing_pending', detail: 'Nobody waits for approval.' })
    await press('Approve lea’s request')
    expect(wrapper.text()).toContain('Nobody waits for approval.')
  })

  it('is hidden from non-administrators', async () => {
    const { button } = await start(waiting, 'trusted')
    expect(button('Approve lea’s request')).toBeUndefined()
    expect(button('View releases')).toBeUndefined()
  })

  it('lets a requester say that it has arrived once it was grabbed', async () => {
    const { server, press } = await start(standing('grabbed'))
    server.answers['POST /api/requests/{}/arrived'] = nothing
    await press('It has arrived')
    expect(server.called('POST /api/requests/{}/arrived')).toHaveLength(1)
  })

  it('asks an administrator about a grab without an answer', async () => {
    const { server, press, wrapper } = await start(standing('grab_unconfirmed'), 'admin')
    server.answers['POST /api/requests/{}/confirm-grab'] = nothing
    expect(wrapper.text()).toContain('Did the download client get it?')
    await press('No, it is not')
    expect(server.called('POST /api/requests/{}/confirm-grab').at(0)?.body).toEqual({ grabbed: false })
  })

  it('confirms before it starts over', async () => {
    const { server, manage } = await start(standing('failed'), 'admin')
    server.answers['POST /api/requests/{}/revert'] = nothing
    await manage('Start over')
    expect(server.called('POST /api/requests/{}/revert')).toHaveLength(0)
    await manage('Start over with this book?')
    expect(server.called('POST /api/requests/{}/revert')).toHaveLength(1)
  })
})

describe('the actions for a book', () => {
  const there = {
    link: 'http://shelf.invalid/item/a',
    same_edition: true,
    why: 'same_asin',
    item: 'c1/a',
  } as const

  it('include listening to it if the library has it', async () => {
    const { wrapper } = await start(
      someDetails(anItem({ status: 'available', in_library: there }, ['marta'])),
    )
    const link = wrapper.get('[aria-label="Listen to The Quiet Tide"]')
    expect(link.attributes('href')).toBe(there.link)
  })

  it('are in a menu beside the next step', async () => {
    const { button, press, items } = await start(standing('not_found'), 'admin')
    expect(button('View releases')).toBeDefined()
    await press('Manage')
    expect(items().map(({ textContent }) => textContent.trim())).toEqual([
      'Search again',
      'Mark as available',
      'Stop searching',
      'Withdraw',
    ])
  })

  it('have no menu if there is nothing else to do', async () => {
    const { button } = await start(standing('waiting_for_approval'), 'untrusted')
    expect(button('Withdraw the request for The Quiet Tide')).toBeDefined()
    expect(button('Manage')).toBeUndefined()
  })

  it('lead to the details of one’s own request by hand', async () => {
    const { manage, router } = await start(standing('not_found', { hand_made_by: 'marta' }))
    await manage('Edit details')
    expect(router.currentRoute.value.fullPath).toBe('/book/B000000001/edit')
  })
})
