import { describe, expect, it } from 'vitest'
import type { ListDto, ListEntryDto } from '#contract/lists'
import App from '#client/layout/App.vue'
import { isTooLong } from '#client/features/lists/list-text.rules'
import { json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { anItem } from '#tests/client/support/samples'

const NONE = { waiting: 0, sure: 0, check: 0, nothing: 0, in_library: 0, requested: 0 }

function aList(counts: Partial<ListDto['counts']> = {}, more: Partial<ListDto> = {}): ListDto {
  return {
    id: 'list-1',
    name: null,
    source: 'goodreads',
    region: 'us',
    created_at: '2026-01-01T10:00:00Z',
    removed_at: '2026-04-01T10:00:00Z',
    counts: { total: 3, by_state: NONE, selected: 0, requesting: 0, refused: 0, ...counts },
    paused: null,
    ...more,
  }
}

const tide = anItem({ asin: 'B000000001', title: 'Tide' })
const reef = anItem({ asin: 'B000000002', title: 'Reef' })

function anEntry(number: number, changes: Partial<ListEntryDto> = {}): ListEntryDto {
  return {
    number,
    title: `Written ${number}`,
    author: 'Ann Ash',
    state: 'sure',
    selected: true,
    requesting: false,
    refused: null,
    match: tide,
    alternatives: [],
    ...changes,
  }
}

const pageOf = (entries: ListEntryDto[]): Answer => {
  return () => json(entries, { headers: { 'x-total-count': String(entries.length) } })
}
const openList = (list: ListDto, entries: ListEntryDto[], more: Record<string, Answer> = {}) =>
  openPage('/lists/list-1', {
    answers: {
      'GET /api/lists/{}': () => json(list),
      'GET /api/lists/{}/entries': pageOf(entries),
      ...more,
    },
    component: App,
  })

describe('the page of lists', () => {
  const open = (more: Record<string, Answer> = {}) =>
    openPage('/lists', {
      answers: {
        'GET /api/lists': () =>
          json([aList({ selected: 2 }), aList({ by_state: { ...NONE, waiting: 5 } }, { name: 'notes.txt' })]),
        'GET /api/lists/{}': () => json(aList()),
        'GET /api/lists/{}/entries': pageOf([]),
        ...more,
      },
      component: App,
    })

  it('shows imported lists and their progress', async () => {
    const { text } = await open()
    expect(text()).toContain('Goodreads')
    expect(text()).toContain('2 selected')
    expect(text()).toContain('notes.txt')
    expect(text()).toContain('searching for 5 more')
  })

  it('imports pasted text, and opens it', async () => {
    const { server, fill, press } = await open({ 'POST /api/lists': () => json(aList(), { status: 201 }) })
    await fill('Paste your list', 'Dune - Frank Herbert')
    await press('Find audiobooks')
    expect(server.called('POST /api/lists')[0]?.body).toEqual({
      text: 'Dune - Frank Herbert',
      shelves: 'to_read',
    })
    expect(document.querySelector('h1')?.textContent?.trim()).toBe('Goodreads')
  })

  it('imports an account’s wish list by its token', async () => {
    const { server, fill, submitWith, path } = await open({
      'POST /api/lists/hardcover': () => json(aList(), { status: 201 }),
    })
    await fill('API token', 'hc_pat_1')
    await submitWith('API token')
    expect(server.called('POST /api/lists/hardcover')[0]?.body).toEqual({ token: 'hc_pat_1' })
    expect(path()).toBe('/lists/list-1')
  })

  it('shows the server’s complaint', async () => {
    const { fill, press, text } = await open({
      'POST /api/lists': () =>
        problem({ status: 422, code: 'list_too_long', detail: 'Too long', params: { most: 2000 } }),
    })
    await fill('Paste your list', 'Dune')
    await press('Find audiobooks')
    expect(text()).toContain('The list was not added')
    expect(text()).toContain('A list can have up to 2000 books')
  })

  it('refuses text that is too long to send', () => {
    expect(isTooLong('x'.repeat(1_000_000))).toBe(false)
    expect(isTooLong('"'.repeat(1_000_000))).toBe(true)
  })
})

describe('the page of a list', () => {
  it('shows each entry with its book, how certain that is, and the alternatives', async () => {
    const { text } = await openList(aList({ by_state: { ...NONE, sure: 1, check: 1, nothing: 1 } }), [
      anEntry(1),
      anEntry(2, { state: 'check', selected: false, match: reef }),
      anEntry(3, { state: 'nothing', selected: false, match: null }),
    ])
    for (const words of [
      'Written 1 – Ann Ash',
      'Tide',
      'Found',
      'Please check',
      'Not found',
      'Search for it',
    ]) {
      expect(text()).toContain(words)
    }
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(2)
  })

  it('requests the selection, as far as the quota allows', async () => {
    const { server, press, text } = await openList(aList({ selected: 3 }), [anEntry(1)], {
      'GET /api/requests/quota': () =>
        json({ quota: { requests: 5, days: 30 }, left: 2, next_at: '2100-01-01T00:00:00Z' }),
      'POST /api/lists/{}/request': () => json(aList({ selected: 3, requesting: 3 }), { status: 202 }),
    })
    await press('Request 3 books')
    expect(text()).toContain('Request 2 of 3? Your quota allows no more.')
    await press('Request 2 of 3? Your quota allows no more.')
    expect(server.called('POST /api/lists/{}/request')).toHaveLength(1)
    expect(text()).toContain('Requesting your books')
  })

  it('accepts another book, confirms one, and skips one', async () => {
    const { server, press } = await openList(
      aList(),
      [
        anEntry(1, { alternatives: [{ ...reef.book }] }),
        anEntry(2, { state: 'check', selected: false, match: reef }),
      ],
      { 'PATCH /api/lists/{}/entries/{}': () => nothing() },
    )
    document.querySelector('summary')?.click()
    await press('Use this: Reef')
    await press('This is it: Reef')
    document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    await expect
      .poll(() =>
        server.called('PATCH /api/lists/{}/entries/{}').map(({ path, body }) => [path.at(-1), body]),
      )
      .toEqual([
        ['1', { asin: 'B000000002' }],
        ['2', { asin: 'B000000002' }],
        ['1', { selected: false }],
      ])
  })

  it.each(['requested', 'in_library'] as const)('changes the book of an entry that is %s', async (state) => {
    const { server, press } = await openList(
      aList(),
      [anEntry(1, { state, selected: false, alternatives: [{ ...reef.book }] })],
      { 'PATCH /api/lists/{}/entries/{}': () => nothing() },
    )
    document.querySelector('summary')?.click()
    await press('Use this: Reef')
    await expect
      .poll(() => server.called('PATCH /api/lists/{}/entries/{}').map(({ body }) => body))
      .toEqual([{ asin: 'B000000002' }])
  })

  it('says what is in progress, why it waits, and what was refused', async () => {
    const paused = { code: 'catalogue_unreachable', params: {}, until: '2100-01-01T00:00:00Z' }
    const refused = { code: 'already_available', params: {} }
    const { text } = await openList(
      aList({ by_state: { ...NONE, waiting: 1, sure: 2 }, refused: 1 }, { paused }),
      [anEntry(1, { refused })],
    )
    expect(text()).toContain('Searched for 2 of 3 books.')
    expect(text()).toContain('Your list continues by itself')
    expect(text()).toContain('Not requested: This audiobook is already in the library.')
    expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('67')
  })

  it('is removed after a confirmation', async () => {
    const { server, press } = await openList(aList(), [anEntry(1)], {
      'DELETE /api/lists/{}': () => nothing(),
      'GET /api/lists': () => json([]),
    })
    await press('Delete list')
    await press('Delete this list? Its requests stay.')
    expect(server.called('DELETE /api/lists/{}')).toHaveLength(1)
    expect(document.querySelector('h1')?.textContent?.trim()).toBe('Lists')
  })

  it('says that it is gone', async () => {
    const { text } = await openList(aList(), [], {
      'GET /api/lists/{}': () => problem({ status: 404, code: 'no_such_list', detail: 'None' }),
    })
    expect(text()).toContain('List not found')
  })
})
