import { describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import SearchResults from '#client/features/search/SearchResults.vue'
import { useToastsStore } from '#client/ui/toasts'
import { toldTo } from '#tests/client/support/actions'
import type { Answer } from '#tests/client/support/fakeServer'
import { fakeServer, json, later, nothing, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { anItem, aSession, aUser } from '#tests/client/support/samples'

/** The only result of a search. */
const found =
  (item: ReturnType<typeof anItem>): Answer =>
  ({ query }) =>
    json(query.get('page') === '0' ? [item] : [])

async function start(
  item = anItem(),
  answers: Record<string, Answer> = {},
  role: 'untrusted' | 'trusted' | 'admin' = 'trusted',
) {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role }) })),
    'GET /api/search': found(toldTo(role, item)),
    ...answers,
  })
  const component = defineComponent({
    render: () => h(SearchResults, { search: { q: 'tide', region: 'us', exact: false, sort: 'relevance' } }),
  })
  const { wrapper } = await mountApp({ server, component })
  await settle()

  const button = (name: string | RegExp) =>
    wrapper.findAll('button').find((candidate) => {
      const label = candidate.attributes('aria-label') ?? candidate.text()
      return typeof name === 'string' ? label === name : name.test(label)
    })
  async function press(name: string | RegExp) {
    const found = button(name)
    if (!found) throw new Error(`No button ${String(name)}`)
    await found.trigger('click')
  }
  return { server, wrapper, button, press, toasts: useToastsStore() }
}

describe('the request button', () => {
  it('requests the book in the region it was found in', async () => {
    const item = anItem({ region: 'de' })
    const { server, press } = await start(item, {
      'POST /api/requests/{}': () => json(anItem({ region: 'de' }, ['marta']), { status: 201 }),
    })
    await press('Request The Quiet Tide')
    await settle()
    const [call] = server.called('POST /api/requests/B000000001')
    expect(call?.query.get('region')).toBe('de')
  })

  describe('of someone with a quota', () => {
    const quota = { requests: 5, days: 7 }
    const withQuota = (left: number, next_at: string | null) =>
      start(anItem(), {
        'GET /api/requests/quota': () => json({ quota, left, next_at }),
        'GET /api/search': ({ query }) =>
          json(query.get('page') === '0' ? [anItem(), anItem({ asin: 'B000000002', title: 'Ebb' })] : []),
      })

    it('says once for all books what is left before any request', async () => {
      const { wrapper, button } = await withQuota(2, '2099-05-01T12:00:00Z')
      expect(wrapper.text()).toContain('Requests left until 1 May 2099: 2 of 5')
      expect(button('Request The Quiet Tide')?.attributes('disabled')).toBeUndefined()
      const notes = wrapper.findAll('p').filter((found) => found.text().startsWith('Requests left'))
      expect(notes).toHaveLength(1)
      expect(
        ['The Quiet Tide', 'Ebb'].map((title) => button(`Request ${title}`)?.attributes('aria-describedby')),
      ).toEqual([notes[0]?.attributes('id'), notes[0]?.attributes('id')])
    })

    it('waits while nothing is left', async () => {
      const { wrapper, button } = await withQuota(0, '2099-05-01T12:00:00Z')
      expect(wrapper.text()).toContain('No requests left until 1 May 2099')
      expect(button('Request The Quiet Tide')?.attributes('disabled')).toBeDefined()
    })
  })

  describe('for a book in the library', () => {
    const there = { link: 'https://shelf.example/item/1', same_edition: false, why: null, item: null }
    const pressInQuestion = async (name: string) => {
      const question = document.querySelector('[role="alertdialog"]')
      const found = [...(question?.querySelectorAll<HTMLElement>('button, a') ?? [])].find(
        (candidate) => candidate.textContent.trim() === name,
      )
      if (!found) throw new Error(`No ${name} in the question`)
      const { href = null } = found instanceof HTMLAnchorElement ? found : {}
      // Following the link would leave the test.
      document.addEventListener('click', (event) => event.preventDefault(), { once: true })
      found.click()
      await settle()
      return href
    }
    const requested = {
      'POST /api/requests/{}': () => json(anItem({ in_library: there }, ['marta']), { status: 201 }),
    }

    it('confirms first, and requests nothing if the person listens or goes back', async () => {
      const { server, press } = await start(anItem({ in_library: there }), requested)
      for (const [name, href] of [
        ['Listen', there.link],
        ['Cancel', null],
      ] as const) {
        await press('Request The Quiet Tide')
        await settle()
        expect(document.querySelector('[role="alertdialog"]')?.textContent).toContain(
          'This book is already in the library',
        )
        expect(await pressInQuestion(name)).toBe(href)
        expect(document.querySelector('[role="alertdialog"]')).toBeNull()
      }
      expect(server.called('POST /api/requests/{}')).toEqual([])
    })

    it('requests another edition anyway', async () => {
      const { server, wrapper, press } = await start(anItem({ in_library: there }), requested)
      await press('Request The Quiet Tide')
      await settle()
      await pressInQuestion('Request it anyway')
      expect(server.called('POST /api/requests/{}').map(({ query }) => query.get('again'))).toEqual(['true'])
      expect(wrapper.text()).toContain('Requested')
    })
  })

  it('says "Requested" before the server has answered', async () => {
    const slow = later()
    const { wrapper, button, press } = await start(anItem(), { 'POST /api/requests/{}': slow.answer })
    await press('Request The Quiet Tide')
    await settle()
    expect(wrapper.text()).toContain('Requested')
    expect(button('Request The Quiet Tide')).toBeUndefined()
    slow.give(json(anItem({}, ['marta']), { status: 201 }))
    await settle()
    expect(wrapper.text()).toContain('Requested')
  })

  it('passes the focus to the button that replaces it', async () => {
    const { server, wrapper, button, press } = await start(anItem(), {
      'POST /api/requests/{}': () => json(anItem({}, ['marta']), { status: 201 }),
      'DELETE /api/requests/{}': nothing,
    })
    const focus = (name: string) => {
      const element = button(name)?.element
      if (element instanceof HTMLElement) element.focus()
    }
    const focused = () => document.activeElement?.getAttribute('aria-label')
    focus('Request The Quiet Tide')
    await press('Request The Quiet Tide')
    await settle()
    expect(focused()).toBe('Withdraw the request for The Quiet Tide')
    await press('Withdraw the request for The Quiet Tide')
    await settle()
    expect(document.activeElement?.textContent).toContain('Withdraw this request?')
    server.answers['GET /api/search'] = found(anItem())
    await press('Withdraw this request?')
    await settle()
    expect(wrapper.text()).not.toContain('Requested')
    expect(focused()).toBe('Request The Quiet Tide')
  })

  it('can withdraw only once the server has answered', async () => {
    const slow = later()
    const { server, button, press } = await start(anItem(), { 'POST /api/requests/{}': slow.answer })
    await press('Request The Quiet Tide')
    const withdraw = () => button('Withdraw the request for The Quiet Tide')
    expect(withdraw()?.attributes('aria-busy')).toBe('true')
    await withdraw()?.trigger('click')
    expect(button('Withdraw this request?')).toBeUndefined()
    slow.give(json(anItem({}, ['marta']), { status: 201 }))
    await settle()
    expect(withdraw()?.attributes('aria-busy')).toBeUndefined()
    expect(server.called('DELETE /api/requests/{}')).toEqual([])
  })

  it.each([
    ['waiting_for_approval', 'Waiting for approval'],
    ['searching', 'Searching'],
  ] as const)('shows people who need approval what the server made of it: %s', async (status, words) => {
    const slow = later()
    const { wrapper, press } = await start(anItem(), { 'POST /api/requests/{}': slow.answer }, 'untrusted')
    await press('Request The Quiet Tide')
    await settle()
    expect(wrapper.text()).toContain('Requested')
    expect(wrapper.text()).not.toContain(words)
    slow.give(json(anItem({ status }, ['marta']), { status: 201 }))
    await settle()
    expect(wrapper.text()).toContain(words)
  })

  it('is hidden for what is in the library', async () => {
    const { button, wrapper } = await start(anItem({ status: 'available' }))
    expect(wrapper.text()).toContain('In the library')
    expect(button(/^Request/)).toBeUndefined()
  })

  it('reverts if the server refuses, and says why', async () => {
    const { button, press, toasts } = await start(anItem(), {
      'POST /api/requests/{}': () =>
        problem({ status: 404, code: 'not_in_region', detail: 'Not sold in this region.' }),
    })
    await press('Request The Quiet Tide')
    await settle()
    expect(button('Request The Quiet Tide')).toBeDefined()
    expect(toasts.toasts.map(({ kind, text }) => [kind, text])).toEqual([
      ['failed', '“The Quiet Tide” could not be requested. Not sold in this region.'],
    ])
  })

  it('treats "already requested" from another tab as a success', async () => {
    const { server, wrapper, press, toasts } = await start(anItem(), {
      'POST /api/requests/{}': () =>
        problem({ status: 409, code: 'already_requested', detail: 'Already requested.' }),
    })
    server.answers['GET /api/search'] = found(anItem({}, ['marta']))
    await press('Request The Quiet Tide')
    await settle()
    expect(wrapper.text()).toContain('Requested')
    expect(toasts.toasts.map(({ kind }) => kind)).toEqual(['done'])
  })

  it('says why a book that was declined for good cannot be requested', async () => {
    const { button, press, toasts } = await start(anItem(), {
      'POST /api/requests/{}': () =>
        problem({
          status: 409,
          code: 'declined_for_good',
          params: { why: 'explained', reason: 'We have the series.' },
          detail: 'What the server says.',
        }),
    })
    await press('Request The Quiet Tide')
    await settle()
    expect(button('Request The Quiet Tide')).toBeDefined()
    expect(toasts.toasts.map(({ kind, text }) => [kind, text])).toEqual([
      [
        'failed',
        '“The Quiet Tide” could not be requested. Your request for this audiobook was declined twice, so you cannot request it again: We have the series.',
      ],
    ])
  })

  it('withdraws only after a confirmation', async () => {
    const { server, wrapper, button, press } = await start(anItem({}, ['marta']), {
      'DELETE /api/requests/{}': nothing,
    })
    await press('Withdraw the request for The Quiet Tide')
    expect(server.called('DELETE /api/requests/{}')).toHaveLength(0)
    server.answers['GET /api/search'] = found(anItem())
    await press('Withdraw this request?')
    await settle()
    expect(server.called('DELETE /api/requests/{}')).toHaveLength(1)
    expect(button('Request The Quiet Tide')).toBeDefined()
    expect(wrapper.text()).not.toContain('Requested')
  })

  it('is not shown as requested any more if the page cannot be fetched again', async () => {
    const { server, wrapper, press } = await start(anItem({}, ['marta']), {
      'DELETE /api/requests/{}': nothing,
    })
    server.answers['GET /api/search'] = () => problem({ status: 503, code: 'down', detail: 'No.' })
    await press('Withdraw the request for The Quiet Tide')
    await press('Withdraw this request?')
    await settle()
    expect(wrapper.text()).toContain('The Quiet Tide')
    expect(wrapper.text()).not.toContain('Requested')
    expect(wrapper.text()).not.toContain('Withdraw')
  })

  it('keeps the request when the answer is no', async () => {
    const { server, button, press } = await start(anItem({}, ['marta']))
    await press('Withdraw the request for The Quiet Tide')
    await press('Keep')
    expect(button('Withdraw the request for The Quiet Tide')).toBeDefined()
    expect(server.called('DELETE /api/requests/{}')).toHaveLength(0)
  })

  it('can request a book that someone else requested', async () => {
    const item = {
      ...anItem({}, []),
      requester_count: 2,
      book: { ...anItem().book, status: 'waiting' as const },
    }
    const { wrapper, button } = await start(item)
    expect(wrapper.text()).toContain('2 requests')
    expect(button('I want this too: The Quiet Tide')).toBeDefined()
  })

  it('lets someone who was declined request once more, because there is nothing to withdraw', async () => {
    const declined = anItem({ status: 'declined' }, ['marta'])
    const item = {
      ...declined,
      requests: declined.requests.map((one) => ({ ...one, status: 'declined' as const })),
    }
    const again = later()
    const { wrapper, button, press } = await start(item, { 'POST /api/requests/{}': again.answer })
    expect(button(/^Withdraw/)).toBeUndefined()
    await press('Request again: The Quiet Tide')
    await settle()
    expect(wrapper.text()).toContain('Requested')
    expect(button(/^Withdraw/)).toBeDefined()
    again.give(json(anItem({ status: 'waiting_for_approval' }, ['marta']), { status: 201 }))
    await settle()
    expect(wrapper.text()).toContain('Waiting for approval')
    expect(button(/^Withdraw/)).toBeDefined()
  })

  describe('for a book that the library has lost', () => {
    const lost = { status: 'available', left_library: true } as const

    it('requests it again for a person who had it', async () => {
      const answer = later()
      const { wrapper, button, press } = await start(anItem(lost, ['marta']), {
        'POST /api/requests/{}': answer.answer,
      })
      expect(wrapper.text()).toContain('No longer in the library')
      expect(wrapper.text()).not.toContain('Requested')
      await press('Request again: The Quiet Tide')
      await settle()
      expect(wrapper.text()).toContain('Requested')
      expect(button(/^Request again/)).toBeUndefined()
      answer.give(json(anItem({ status: 'waiting' }, ['marta']), { status: 201 }))
      await settle()
      expect(wrapper.text()).toContain('Requested')
      expect(wrapper.text()).not.toContain('No longer in the library')
    })

    it('requests it for a person who did not have it', async () => {
      const item = { ...anItem(lost), requester_count: 1 }
      const { wrapper, button } = await start(item)
      expect(wrapper.text()).toContain('No longer in the library')
      expect(button('Request The Quiet Tide')).toBeDefined()
    })

    it('says that it is requested while that waits for approval', async () => {
      const answer = later()
      const { wrapper, button, press } = await start(
        anItem(lost, ['marta']),
        { 'POST /api/requests/{}': answer.answer },
        'untrusted',
      )
      await press('Request again: The Quiet Tide')
      await settle()
      expect(wrapper.text()).toContain('Requested')
      expect(button('Withdraw the request for The Quiet Tide')).toBeDefined()
      const item = anItem(lost, ['marta'])
      const requests = item.requests.map((one) => ({ ...one, status: 'pending' as const }))
      answer.give(json(toldTo('untrusted', { ...item, requests }), { status: 201 }))
      await settle()
      expect(wrapper.text()).toContain('No longer in the library')
      expect(wrapper.text()).toContain('Requested')
      expect(button(/^Request again/)).toBeUndefined()
    })
  })

  it('warns an administrator that everyone’s requests are withdrawn too', async () => {
    const { button, press } = await start(anItem({}, ['marta', 'jonas', 'lea']), {}, 'admin')
    await press('Withdraw the request for The Quiet Tide')
    expect(button('Withdraw all 3 requests?')).toBeDefined()
  })
})

describe('a book that others have requested', () => {
  it('can be requested too', async () => {
    const { server, press } = await start(anItem({}, ['jonas']), {
      'POST /api/requests/{}': () => json(anItem({}, ['jonas', 'marta']), { status: 201 }),
    })
    await press('I want this too: The Quiet Tide')
    await settle()
    expect(server.called('POST /api/requests/B000000001')).toHaveLength(1)
  })

  it.each([{ status: 'declined' }, { status: 'available', left_library: true }] as const)(
    'is requested like any other if they do not wait for it: %o',
    async (book) => {
      const { button } = await start(anItem(book, ['jonas']))
      expect(button('Request The Quiet Tide')).toBeDefined()
    },
  )
})
