import { expect, it } from 'vitest'
import type { BookDto } from '#contract/books'
import type { LibraryItemDto } from '#contract/library-matches'
import { toldTo } from '#tests/client/support/actions'
import { fakeServer, json, nothing } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { anItem, aSession, aUser, someDetails } from '#tests/client/support/samples'

const there = {
  link: 'http://shelf.invalid/item/a',
  same_edition: false,
  why: 'title_and_author',
  item: 'c1/a',
} as const

function anItemThere(changes: Partial<LibraryItemDto> = {}): LibraryItemDto {
  return {
    item: 'c1/a',
    title: 'The Quiet Tide',
    subtitle: null,
    authors: ['Ada Reed'],
    narrators: [],
    runtime_length_min: 552,
    link: there.link,
    why: 'title_and_author',
    said: null,
    said_by: null,
    ...changes,
  }
}

async function start(
  may_correct_match: boolean,
  items: LibraryItemDto[] = [],
  in_library: BookDto['in_library'] = there,
) {
  const details = someDetails({ ...anItem({ in_library }), may_correct_match })
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role: 'admin' }) })),
    'GET /api/books/{}': () => json(toldTo('admin', details)),
    'GET /api/books/{}/library': () => json(items),
    'POST /api/requests/{}': () =>
      json(toldTo('admin', anItem({ status: 'waiting' }, ['marta'])), { status: 201 }),
    'PUT /api/books/{}/library': nothing,
    'DELETE /api/books/{}/library': nothing,
  })
  await mountApp({ server, at: '/book/B000000001' })
  await settle()
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      (found) => (found.getAttribute('aria-label') ?? found.textContent.trim()) === name,
    )
  async function press(name: string) {
    const found = button(name)
    if (!found) throw new Error(`There is no button ${name}`)
    found.click()
    await settle()
  }
  async function manage(name: string) {
    await press('Manage')
    const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent.trim() === name,
    )
    if (!item) throw new Error(`The menu has no ${name}`)
    item.click()
    await settle()
  }
  return { server, button, press, manage }
}

it('gives the reason, and can reject the match', async () => {
  const { server, manage } = await start(true)
  expect(document.body.textContent).toContain('Matched by title and author.')
  await manage('Not the one in the library')
  expect(server.called('PUT /api/books/{}/library').map(({ body }) => body)).toEqual([
    { item: 'c1/a', is: false },
  ])
})

it('offers other candidates, and can undo a correction', async () => {
  const { server, press, manage } = await start(true, [
    anItemThere({ why: null, said: 'is_not', said_by: 'jonas' }),
    anItemThere({ item: 'c1/b', title: 'Another Tide', why: null }),
  ])
  await manage('Find another one in the library')
  expect(document.body.textContent).toContain('jonas said: this is not it')
  await press('It is this one: Another Tide')
  expect(server.called('PUT /api/books/{}/library').map(({ body }) => body)).toEqual([
    { item: 'c1/b', is: true },
  ])
  await press('Undo the correction of The Quiet Tide')
  expect(server.called('DELETE /api/books/{}/library').map(({ body }) => body)).toEqual([{ item: 'c1/a' }])
})

it('keeps the candidates while the book is requested', async () => {
  const { press, manage } = await start(true, [anItemThere({ title: 'Another Tide', why: null })], null)
  await manage('Find it in the library')
  await press('Request The Quiet Tide')
  expect(document.body.textContent).toContain('Requested')
  expect(document.body.textContent).toContain('Another Tide')
})

it('is hidden if the server does not allow corrections', async () => {
  const { button } = await start(false)
  expect(button('Manage')).toBeUndefined()
  expect(document.body.textContent).not.toContain('Matched by')
})
