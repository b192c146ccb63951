import { describe, expect, it } from 'vitest'
import { useOwnDemo } from './support/demo'
import { looksRight } from './support/looks'
import { heading, openSection } from './support/pages'
import { ADMINISTRATOR } from './support/people'
import { requested } from './support/requests-page'
import { result, searchField, searchFor, suggestions } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

/** Longer than the server waits for the catalogue. */
const TOO_SLOW_MS = 11_000

const FAILURES = [
  {
    how: { kind: 'status', status: 500 },
    words: 'The catalogue reported an error',
    looked: 'thornborn',
    book: 'Thornborn',
  },
  {
    how: { kind: 'html' },
    words: 'Something else answered for the catalogue',
    looked: 'bramble',
    book: 'Bramble King',
  },
  {
    how: { kind: 'reset' },
    words: 'The catalogue cannot be reached',
    looked: 'nettle',
    book: 'The Nettle Throne',
  },
] as const

describe.each(BOTH)('a catalogue in trouble at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base })
  const arrive = () => visit({ url: demo().url, device, as: ADMINISTRATOR, refusals: [502, 503, 504] })

  it('is reported in its own words, and is over at the next attempt', async () => {
    const { catalogue } = demo()
    const { page, goTo } = await arrive()
    for (const { how, words, looked, book } of FAILURES) {
      catalogue.misbehave(how)
      await goTo(`search?q=${looked}`)
      await appears(page.getByRole('heading', { name: words }))
      catalogue.misbehave(null)
      await page.getByRole('button', { name: 'Try again' }).click()
      await appears(result(page, book).card)
    }
  })

  it('does not hide the requests', async () => {
    const { catalogue } = demo()
    const { page, goTo } = await arrive()
    catalogue.misbehave({ kind: 'reset' })
    await goTo('search?q=orchard')
    await appears(page.getByRole('heading', { name: 'The catalogue cannot be reached' }))
    await openSection(page, 'Requests')
    await appears(requested(page, 'Meridian Station'))
    catalogue.misbehave(null)
  })

  it('keeps earlier results, marked as such, until the next attempt brings new ones', async () => {
    const { page, goTo } = await arrive()
    const searches = (address: URL) => address.pathname === `${base}api/search`
    // The server's response when the catalogue has failed half an hour after the same search.
    await page.route(searches, async (route) => {
      const answer = await route.fetch()
      const headers = { ...answer.headers(), 'x-catalogue-stale': 'catalogue_unreachable' }
      await route.fulfill({ response: answer, headers })
    })
    await goTo('search?q=lantern')
    const note = page.getByRole('status').filter({ hasText: 'These are earlier results' })
    await appears(note)
    await appears(note.getByText('The catalogue cannot be reached.'))
    await appears(page.getByRole('article').first())
    await looksRight(page, 'earlier results')
    await page.unroute(searches)
    await note.getByRole('button', { name: 'Try again' }).click()
    await disappears(note)
    await appears(page.getByRole('article').first())
  })

  it('says what to try if nothing is found', async () => {
    const { catalogue } = demo()
    const { page, goTo } = await arrive()
    catalogue.beEmpty(true)
    await goTo('search')
    await searchFor(page, 'clockmaker')
    await appears(page.getByRole('heading', { name: 'Nothing found for “clockmaker”' }))
    await appears(page.getByText('try another region'))
    catalogue.beEmpty(false)
  })

  it('never shows suggestions for an earlier input', async () => {
    const { catalogue } = demo()
    const { page, goTo } = await arrive()
    await goTo('search')
    await appears(heading(page, 'What would you like to hear?'))
    const requestFor = (words: string) =>
      page.waitForRequest((call) => new URL(call.url()).searchParams.get('q') === words)

    catalogue.misbehave({ kind: 'slow', ms: 1500 })
    const early = requestFor('thorn')
    await searchField(page).pressSequentially('thorn')
    const earlyCall = await early
    // The page aborts the request, or gets its response late.
    const over = Promise.race([
      page.waitForEvent('requestfailed', (call) => call === earlyCall),
      page.waitForEvent('requestfinished', (call) => call === earlyCall),
    ])
    await expect
      .poll(() => catalogue.received.some(({ query }) => query.get('key_strokes') === 'thorn'))
      .toBe(true)
    catalogue.misbehave(null)
    await searchField(page).fill('tidewright')
    await appears(suggestions(page).filter({ hasText: 'The Tidewright' }).first())
    await over
    const shown = (await suggestions(page).allInnerTexts()).join('\n')
    expect(shown).toContain('The Tidewright')
    expect(shown).not.toContain('Thornborn')
  })
})

describe('a catalogue that takes too long', () => {
  const demo = useOwnDemo({})

  it('times out, and the page says so', async () => {
    const { catalogue, url } = demo()
    const { page, goTo } = await visit({ url, device: 'desktop', as: ADMINISTRATOR, refusals: [504] })
    catalogue.misbehave({ kind: 'slow', ms: TOO_SLOW_MS })
    await goTo('search?q=vigil')
    await appears(page.locator('[aria-busy="true"]').first())
    await appears(page.getByRole('heading', { name: 'The catalogue is taking too long' }))
    catalogue.misbehave(null)
    await page.getByRole('button', { name: 'Try again' }).click()
    await appears(result(page, 'The Iron Vigil').card)
  })
})
