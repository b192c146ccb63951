import { describe, expect, it } from 'vitest'
import { useOwnDemo } from './support/demo'
import { row } from './support/discover-page'
import { heading, openSection, toast } from './support/pages'
import { requested, withdrawByMenu } from './support/requests-page'
import { request, result, searchField, searchFor, suggestions } from './support/search-page'
import { appears } from './support/seeing'
import { messagesAt } from './support/sink'
import { EVERYWHERE } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const ROOT = { username: 'Rosa', password: 'a lantern by the sea' }
const BOOK = 'The Salt Lantern'

describe.each(EVERYWHERE)('a first visit at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base, filled: false })

  it('leads from the set-up to a request that is announced, listed and withdrawn', async () => {
    const { url, sink } = demo()
    const { page, goTo, where } = await visit({
      url,
      device,
      refusals: [400],
      // Other tests run without motion.
      context: { reducedMotion: base === '/' ? 'no-preference' : 'reduce' },
    })

    await goTo('requests?status=waiting')
    await appears(heading(page, 'Welcome to Earmark'))
    expect(where()).toBe('/init')
    await page.getByRole('radio', { name: 'Sign-in page' }).click()
    await page.getByLabel('Username').fill(ROOT.username)
    await page.getByLabel('Password', { exact: true }).fill(ROOT.password)
    await page.getByLabel('Confirm password').fill(ROOT.password)
    await page.getByRole('button', { name: 'Set up Earmark' }).click()
    await appears(heading(page, 'Region and languages'))
    expect(where()).toBe('/setup?step=region')
    await page.getByLabel('Catalogue region').selectOption('Germany')
    await expectToast(page, 'Your searches now start here: Germany')
    await page.getByLabel('Catalogue region').selectOption('United States')
    await appears(toast(page, 'Your searches now start here: United States'))
    // The message is still shown, and does not cover the button.
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await appears(heading(page, 'Search for releases'))
    await page.getByRole('button', { name: 'Finish later' }).click()
    await appears(heading(page, 'Discover'))
    expect(where()).toBe('/')
    await appears(row(page, 'Bestsellers').getByRole('link', { name: /^Sleepers/ }))
    await appears(page.getByRole('heading', { level: 2, name: 'Bestsellers in History' }))

    await goTo('setup')
    await appears(heading(page, 'Search for releases'))
    expect(where()).toBe('/setup?step=indexer')
    for (const step of ['Download clients', 'Library', 'Notifications']) {
      await page.getByRole('button', { name: 'Skip', exact: true }).click()
      await appears(heading(page, step))
    }
    await page.getByRole('button', { name: 'Other', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Add notification' })
    await form.getByLabel('Name', { exact: true }).fill('Sink')
    await form.getByLabel('Web address').fill(`${sink.url}/first-visit`)
    await form.getByRole('button', { name: 'Save' }).click()
    await appears(page.getByRole('heading', { name: 'Sink' }))
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await appears(heading(page, 'Invite people'))
    await page.getByRole('button', { name: 'Finish', exact: true }).click()

    await searchField(page).click()
    await searchField(page).pressSequentially('salt lan')
    await appears(suggestions(page).filter({ hasText: BOOK }).first())
    await searchField(page).press('ArrowDown')
    await expect.poll(() => searchField(page).inputValue()).toBe(BOOK)
    await searchField(page).press('Enter')
    await appears(heading(page, BOOK))
    expect(where()).toMatch(/^\/book\//)
    await searchFor(page, BOOK)
    await appears(heading(page, `Results for “${BOOK}”`))
    expect(where()).toMatch(/^\/search\?q=The(\+|%20)Salt(\+|%20)Lantern/)

    const { card, coverIsDrawn } = result(page, BOOK)
    await appears(card)
    await coverIsDrawn()
    await request(page, BOOK)
    await expectToast(page, `Requested: ${BOOK}`)
    await expect.poll(() => messagesAt(sink.url, '/first-visit')).toHaveLength(1)
    const [message] = await messagesAt(sink.url, '/first-visit')
    expect(JSON.parse(message?.body ?? '')).toEqual({
      title: 'New request',
      message: 'Rosa requested The Salt Lantern by Maren Oakhollow.',
    })

    await openSection(page, 'Requests')
    await appears(requested(page, BOOK))
    await withdrawByMenu(page, BOOK)
    await appears(page.getByRole('heading', { name: 'No requests yet' }))
    await page.reload()
    await appears(page.getByRole('heading', { name: 'No requests yet' }))
    expect(where()).toBe('/requests')

    await goTo('init')
    await appears(heading(page, 'Discover'))
    expect(where()).toBe('/')

    const files = new Set<string>()
    page.on('request', (call) => {
      if (['script', 'stylesheet', 'font'].includes(call.resourceType())) files.add(call.url())
    })
    await goTo()
    await appears(row(page, 'Bestsellers').getByRole('link').first())
    expect(files.size).toBeGreaterThan(2)
    expect([...files].slice(19)).toEqual([])
  })
})
