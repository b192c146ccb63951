import { describe, expect, it } from 'vitest'
import App from '#client/layout/App.vue'
import { json, type Answer } from '#tests/client/support/fakeServer'
import { arrive, openPage } from '#tests/client/support/openPage'
import { anItem } from '#tests/client/support/samples'

const BOOKS = [
  anItem({ asin: 'B000000001', title: 'The Quiet Tide' }),
  anItem({ asin: 'B000000002', title: 'The Loud Tide' }, ['marta']),
]
const titles = () => [...document.querySelectorAll('article h2')].map((found) => found.textContent?.trim())

/** A single page with books, and no further ones. */
const onePage: Answer = ({ query }) => json(query.get('page') === '0' ? BOOKS : [])

describe.each([
  ['author', 'GET /api/authors/{}', 'Author'],
  ['narrator', 'GET /api/narrators/{}', 'Narrator'],
] as const)('the page of one %s', (role, operation, words) => {
  const open = (at: string, answer: Answer = onePage) =>
    openPage(`/${role}/${at}`, { answers: { [operation]: answer } })

  it('shows the books of the name, newest first', async () => {
    const { server } = await open('AC%2FDC%20J%C3%B3hann')
    const [call] = server.called(operation)
    expect(call?.path).toMatch(/\/AC%2FDC%20J%C3%B3hann$/)
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      region: 'us',
      sort: 'newest',
      show: 'all',
      page: '0',
      num_results: '50',
    })
    expect(document.querySelector('h1')?.textContent?.trim()).toBe('AC/DC Jóhann')
    expect(titles()).toEqual(['The Quiet Tide', 'The Loud Tide'])
  })

  it('keeps the order, the filter and the region in the address', async () => {
    const { server, fill, path } = await open('Ada%20Reed')
    await fill('Sort by', 'title')
    await fill('Catalogue region', 'de')
    document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    await arrive()
    expect(path()).toBe(`/${role}/Ada%20Reed?region=de&sort=title&show=unrequested`)
    const last = server.called(operation).at(-1)?.query
    expect([last?.get('region'), last?.get('sort'), last?.get('show')]).toEqual([
      'de',
      'title',
      'not_requested',
    ])
  })

  it('names the person in the title of the tab', async () => {
    await openPage(`/${role}/Ada%20Reed`, { answers: { [operation]: onePage }, component: App })
    expect(document.title).toBe(`Ada Reed · ${words} · Earmark`)
  })

  it('leads to a request by hand after the last book', async () => {
    const { press, path } = await open('Ada%20Reed')
    await press('Show more')
    await press('Can’t find it? Request it by hand')
    expect(path()).toBe(role === 'author' ? '/requests/new?author=Ada+Reed' : '/requests/new')
  })

  it('says that the region has nothing under the name', async () => {
    const { text } = await open('Nobody?region=de', () => json([]))
    expect(text()).toContain('The catalogue for Germany has nothing under this name.')
  })

  it('says that everything is requested, and shows all', async () => {
    const { press, text } = await open('Ada%20Reed?show=unrequested', (call) =>
      call.query.get('show') === 'all' ? onePage(call) : json([]),
    )
    expect(text()).toContain('Everything here is in the library or requested already.')
    await press('Show all books')
    expect(titles()).toHaveLength(2)
  })
})
