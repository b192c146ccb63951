import { describe, expect, it } from 'vitest'
import type { FollowDto } from '#contract/follows'
import type { InboxItemDto } from '#contract/inbox'
import App from '#client/layout/App.vue'
import { json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { anItem } from '#tests/client/support/samples'

const ADA: FollowDto = {
  id: 'follow-1',
  kind: 'author',
  region: 'us',
  asin: null,
  name: 'Ada Reed',
  requests: false,
  since: '2026-05-01T00:00:00Z',
}
const NEW: InboxItemDto = {
  ...anItem({ title: 'The Next Tide', release_date: '2100-03-02' }),
  id: 'item-1',
  code: 'book_announced',
  followed: 'Tides',
  at: '2026-05-01T00:00:00Z',
  read: false,
  outcome: null,
}

describe('following an author', () => {
  const open = (follows: FollowDto[], more: Record<string, Answer> = {}) =>
    openPage('/author/Ada%20Reed?region=us', {
      component: App,
      answers: {
        'GET /api/authors/{}': () => json([anItem()]),
        'GET /api/follows': () => json(follows),
        ...more,
      },
    })

  it('takes one press, and so does unfollowing', async () => {
    const follows: FollowDto[] = []
    const { server, press, text, find } = await open(follows, {
      'POST /api/follows': () => {
        follows.push(ADA)
        return json(ADA)
      },
      'DELETE /api/follows/{}': () => {
        follows.pop()
        return nothing()
      },
    })
    await press('Follow Ada Reed')
    expect(server.called('POST /api/follows').at(0)?.body).toEqual({
      kind: 'author',
      name: 'Ada Reed',
      region: 'us',
    })
    expect(text()).toContain('You follow Ada Reed.')
    await press('Unfollow Ada Reed')
    expect(server.called('DELETE /api/follows/{}').at(0)?.path).toMatch(/follow-1$/)
    expect(find('button', 'Follow Ada Reed')).not.toBeNull()
  })

  it('requests new books on demand', async () => {
    const { server, text } = await open([{ ...ADA, name: 'ADA REED' }], {
      'PATCH /api/follows/{}': () => json({ ...ADA, requests: true }),
    })
    const box = [...document.querySelectorAll('label')].find((label) =>
      label.textContent?.includes('Request new books for me'),
    )
    box?.querySelector('input')?.click()
    await expect.poll(() => text()).toContain('New books from Ada Reed will be requested for you.')
    expect(server.called('PATCH /api/follows/{}').at(0)?.body).toEqual({ requests: true })
  })

  it('says why it failed', async () => {
    const { press, text } = await open([], {
      'POST /api/follows': () =>
        problem({ status: 409, code: 'too_many_follows', detail: 'Too many', params: { limit: 500 } }),
    })
    await press('Follow Ada Reed')
    expect(text()).toContain('Ada Reed could not be followed. You already follow 500 series and people.')
  })
})

describe('the list of follows', () => {
  const TIDES: FollowDto = { ...ADA, id: 'follow-2', kind: 'series', asin: 'B0TIDES001', name: 'Tides' }
  const open = (follows: FollowDto[], at = '/follows', more: Record<string, Answer> = {}) =>
    openPage(at, { component: App, answers: { 'GET /api/follows': () => json(follows), ...more } })
  const rows = () => [...document.querySelectorAll('main li')].map(({ textContent }) => textContent ?? '')

  it('shows what each is and since when, and leads to it', async () => {
    await open([ADA, { ...TIDES, requests: true }])
    expect(document.title).toBe('Following · Earmark')
    expect(rows()[0]).toMatch(/Ada Reed.*Author · Since 1 May 2026/)
    expect(rows()[1]).toMatch(/Tides.*Series · Since 1 May 2026/)
    const links = [...document.querySelectorAll('main li a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/author/Ada%20Reed?region=us', '/series/B0TIDES001?region=us'])
    const boxes = [...document.querySelectorAll<HTMLInputElement>('main input[type="checkbox"]')]
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true])
  })

  it('names regions if there are several', async () => {
    await open([ADA, { ...TIDES, region: 'de' }])
    expect(rows()[1]).toContain('Series · Germany · Since')
  })

  it('confirms before it ends one, and requests new books for each separately', async () => {
    const follows = [ADA, TIDES]
    const { server, press, text, find } = await open(follows, '/follows', {
      'DELETE /api/follows/{}': () => {
        follows.shift()
        return nothing()
      },
      'PATCH /api/follows/{}': () => json({ ...TIDES, requests: true }),
    })
    await press('Unfollow Ada Reed')
    expect(server.called('DELETE /api/follows/{}')).toHaveLength(0)
    await press('Unfollow Ada Reed?')
    expect(server.called('DELETE /api/follows/{}').at(0)?.path).toMatch(/follow-1$/)
    expect(text()).toContain('You no longer follow Ada Reed.')
    expect(find('button', 'Unfollow Ada Reed')).toBeNull()
    document.querySelector<HTMLInputElement>('main input[type="checkbox"]')?.click()
    await expect.poll(() => text()).toContain('New books from Tides will be requested for you.')
    expect(server.called('PATCH /api/follows/{}').at(0)?.body).toEqual({ requests: true })
  })

  it('is paged if long, and leads back from a page that is gone', async () => {
    const many = Array.from({ length: 26 }, (_, at) => ({ ...ADA, id: `follow-${at}`, name: `Author ${at}` }))
    const { press } = await open(many)
    expect(rows()).toHaveLength(25)
    await press('Next page')
    expect(rows()).toEqual([expect.stringContaining('Author 25')])
    many.pop()
    document.body.innerHTML = ''
    await open(many, '/follows?page=2')
    await expect.poll(() => rows().length).toBe(25)
  })

  it('explains following while it is empty, and reports failures', async () => {
    const { text } = await open([])
    expect(text()).toContain('You are not following anything yet')
    expect(text()).toContain('Follow a series, an author or a narrator on their page.')
    document.body.innerHTML = ''
    const { text: then } = await open([], '/follows', {
      'GET /api/follows': () => problem({ status: 503, code: 'database_unavailable', detail: 'Down' }),
    })
    expect(then()).toContain('The database does not answer.')
  })
})

describe('the inbox', () => {
  const open = (items: InboxItemDto[], more: Record<string, Answer> = {}) =>
    openPage('/inbox', {
      component: App,
      answers: {
        'GET /api/inbox': () => json({ items, total: items.length }),
        'GET /api/inbox/count': () => json({ unread: items.filter(({ read }) => !read).length }),
        ...more,
      },
    })

  it('lists news with the reason, and counts it in the navigation', async () => {
    const { text } = await open([NEW, { ...NEW, id: 'item-2', read: true, outcome: 'quota_exceeded' }])
    expect(document.title).toBe('Inbox · Earmark')
    for (const words of ['The Next Tide', 'Announced for 2 Mar 2100', 'You follow Tides', 'One new book']) {
      expect(text()).toContain(words)
    }
    expect(text()).toContain('Not requested: your quota is used up')
  })

  it('is marked as read one by one, or as a whole', async () => {
    let items = [NEW, { ...NEW, id: 'item-2' }]
    const { server, press, find } = await open(items, {
      'GET /api/inbox': () => json({ items, total: items.length }),
      'GET /api/inbox/count': () => json({ unread: items.filter(({ read }) => !read).length }),
      'POST /api/inbox/read': () => {
        items = items.with(server.called('POST /api/inbox/read').length - 1, { ...NEW, read: true })
        return json({ unread: 0 })
      },
    })
    await press('Mark as read: The Next Tide')
    expect(server.called('POST /api/inbox/read').at(0)?.body).toEqual({ ids: ['item-1'] })
    await press('Mark all as read')
    expect(server.called('POST /api/inbox/read').at(1)?.body).toEqual({})
    await expect.poll(() => find('button', 'Mark all as read')).toBeNull()
  })

  it('requests a book with one tap, which marks it as read', async () => {
    const { server, press, find } = await open([NEW], {
      'POST /api/requests/{}': () => json(anItem({ title: 'The Next Tide' }, ['marta'])),
      'POST /api/inbox/read': () => json({ unread: 0 }),
    })
    // Until the inbox is up to date, the request shows, and cannot be sent again.
    const updates: ((answer: Response) => void)[] = []
    server.answers['GET /api/inbox'] = () => new Promise<Response>((resolve) => void updates.push(resolve))
    await press('Request The Next Tide')
    expect(server.called('POST /api/requests/{}')).toHaveLength(1)
    expect(server.called('POST /api/inbox/read').at(0)?.body).toEqual({ ids: ['item-1'] })
    expect(find('button', 'Request The Next Tide')).toBeNull()
    server.answers['GET /api/inbox'] = () => json([])
    for (const update of updates) update(json([]))
    await expect.poll(() => find('button', 'Withdraw the request for The Next Tide')).toBeNull()
  })

  it('explains itself while it is empty', async () => {
    const { text } = await open([])
    expect(text()).toContain('No new books yet')
    expect(text()).toContain('To follow one, open its page')
  })

  it('reports failures', async () => {
    const { text } = await open([], {
      'GET /api/inbox': () => problem({ status: 503, code: 'database_unavailable', detail: 'Down' }),
    })
    expect(text()).toContain('The database does not answer.')
  })
})

describe('the calendar', () => {
  const dated = (
    asin: string,
    title: string,
    release_date: string,
    followed: string[],
    people: string[] = [],
  ) => ({
    ...anItem({ asin, title, release_date }, people),
    followed,
  })

  it('lists books by month and day, with their status and what they belong to', async () => {
    await openPage('/calendar', {
      component: App,
      answers: {
        'GET /api/calendar': () =>
          json([
            dated('B000000001', 'The Next Tide', '2100-03-02', ['Tides', 'Ada Reed']),
            dated('B000000002', 'Ebb', '2100-03-02', [], ['marta']),
            dated('B000000003', 'Flood', '2100-04-01', ['Tides']),
          ]),
      },
    })
    expect(document.title).toBe('Calendar · Earmark')
    const months = [...document.querySelectorAll('section')].map((month) => ({
      name: month.querySelector('h2')?.textContent,
      days: [...month.querySelectorAll('time')].map((time) => time.dateTime),
      text: month.textContent ?? '',
    }))
    expect(months.map(({ name, days }) => [name, days])).toEqual([
      ['March 2100', ['2100-03-02']],
      ['April 2100', ['2100-04-01']],
    ])
    expect(months[0]?.text).toContain('You follow Tides, Ada Reed')
    expect(months[0]?.text).toMatch(/Ebb.*Waiting/s)
    expect(months[1]?.text).toContain('Flood')
  })

  it('offers its private address to other apps', async () => {
    const { press, field } = await openPage('/calendar', {
      component: App,
      answers: {
        'GET /api/calendar': () => json([]),
        'GET /api/settings/account/feed': () => json({ created_at: null }),
        'POST /api/settings/account/feed': () =>
          json(
            { created_at: '2026-05-01T00:00:00Z', calendar_url: 'https://a.example/c.ics', rss_url: 'x' },
            { status: 201 },
          ),
      },
    })
    const folded = [...document.querySelectorAll('details')].find(({ textContent }) =>
      textContent?.includes('Calendar in other apps'),
    )
    folded?.setAttribute('open', '')
    folded?.dispatchEvent(new Event('toggle'))
    await expect.poll(() => folded?.textContent).toContain('No address yet')
    await press('Create address')
    await expect.poll(() => field('For calendar apps (ICS)').value).toBe('https://a.example/c.ics')
  })

  it('explains itself while it is empty, and reports failures', async () => {
    const { server, text, wrapper } = await openPage('/calendar', {
      answers: { 'GET /api/calendar': () => json([]) },
    })
    expect(text()).toContain('Nothing coming up')
    wrapper.unmount()
    server.answers['GET /api/calendar'] = () =>
      problem({ status: 503, code: 'database_unavailable', detail: 'Down' })
    const { text: then } = await openPage('/calendar', { answers: server.answers })
    expect(then()).toContain('The database does not answer.')
  })
})
