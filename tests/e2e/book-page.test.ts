import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asinOf, PASSWORD } from '#scripts/lib/demo-data'
import { unreadableTexts } from './support/contrast'
import { areApart, changeColourScheme, looksRight } from './support/looks'
import { heading } from './support/pages'
import { ADMINISTRATOR } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const working = await useSharedDemos('working')
/** A book whose request waits for an administrator. */
const WAITING = 'Hollow Pines'
const address = (title: string) => `book/${asinOf(title)}`

/** Gives every book a cover of one colour. */
const coverAll = (page: Page, colour: string) =>
  page.route('**/api/covers/**', (call) =>
    call.fulfill({
      contentType: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="${colour}"/></svg>`,
    }),
  )
const isTinted = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.cover-tint img.opacity-100') !== null)

describe.each(BOTH)('the page of a book at $base on a $device', ({ base, device }) => {
  const { url } = working[base]

  it.each(['white', 'black', '#ffe600', '#e00010', '#0018ff'])(
    'can be read before a cover that is %s',
    async (colour) => {
      const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
      await coverAll(page, colour)
      await goTo(address(WAITING))
      await appears(heading(page, WAITING))
      await isTinted(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await changeColourScheme(page, colorScheme)
        expect(await unreadableTexts(page, page.locator('article').first()), colorScheme).toEqual([])
      }
    },
  )

  it('fits the screens of small phones, and of readers at twice the size', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo(address(WAITING))
    await appears(page.getByRole('button', { name: /^Approve .+ request$/ }))
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(viewport)
      await looksRight(page, `${viewport.width} px`)
    }
  })

  it('has room for the long words of a decision, like the list of requests', async () => {
    const { page, goTo } = await visit({
      url,
      device,
      as: ADMINISTRATOR,
      context: { locale: 'de-DE' },
    })
    await goTo(address(WAITING))
    await appears(page.getByRole('button', { name: 'Verwalten' }))
    await areApart(page.locator('.action-bar').getByRole('button'))
    await page.setViewportSize({ width: 320, height: 640 })
    await areApart(page.locator('.action-bar').getByRole('button'))

    await page.setViewportSize({ width: device === 'phone' ? 320 : 1280, height: 800 })
    await goTo('requests?q=Hollow%20Pines')
    const decline = page.getByRole('button', { name: 'Anfragen für Hollow Pines ablehnen' })
    await appears(decline)
    await areApart(page.locator('tr, article, li').filter({ has: decline }).last().getByRole('button'))
  })

  it('leads to the other editions of the work, each distinguishable', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo(address('The Ash Ferry'))
    await appears(heading(page, 'The Ash Ferry'))
    await page.keyboard.press('End')
    const editions = page.getByRole('region', { name: '3 editions' })
    await appears(editions)
    await looksRight(page, 'editions')
    await editions.getByRole('link', { name: /Dramatised/ }).click()
    await appears(heading(page, 'The Ash Ferry (Dramatized Adaptation)'))
    await page.keyboard.press('End')
    await appears(editions.getByRole('link', { name: /This edition/ }).filter({ hasText: 'Dramatised' }))
  })

  it('plays a sample, requesting it only from the server', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo(address('Winterglass'))
    const play = page.getByRole('button', { name: 'Play a sample of Winterglass' })
    await play.press('Enter')
    const heard = () =>
      page.locator('audio').evaluate((audio) => audio instanceof HTMLAudioElement && audio.currentTime)
    await expect.poll(heard).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Stop the sample of Winterglass' }).press('Enter')
    await appears(play)
    await looksRight(page, 'sample')
  })

  it('offers members what they may do, and nothing to manage', async () => {
    const maya = { username: 'maya', password: PASSWORD }
    const { page, goTo } = await visit({ url, device, as: maya })
    await goTo(address('Winterglass'))
    await appears(page.getByRole('button', { name: 'Request Winterglass' }))
    expect(await page.getByRole('button', { name: 'Manage' }).count()).toBe(0)
    await looksRight(page, 'for a member')
  })
})
