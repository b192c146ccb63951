import { describe, expect, it } from 'vitest'
import { looksRight } from './support/looks'
import { heading, signIn } from './support/pages'
import { callAs, newcomer } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BASES } from './support/surroundings'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

const BOOK = 'The Tinderbox Stone'

describe.each(BASES)('somebody whose browser is in German at %s', (base) => {
  const { url } = waiting[base]
  const german = { locale: 'de-DE' }

  it('searches, requests, and chooses another language on a phone', async () => {
    const reader = await newcomer(url, 'leserin')
    const { page, goTo } = await visit({ url, device: 'phone', as: reader, context: german })
    const languageOfPage = () => page.locator('html').getAttribute('lang')
    await goTo()
    await appears(heading(page, 'Entdecken'))
    expect(await languageOfPage()).toBe('de')

    await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Suche' }).click()
    await page.getByRole('combobox', { name: 'Hörbücher suchen' }).fill(BOOK)
    await page.getByRole('combobox', { name: 'Hörbücher suchen' }).press('Enter')
    await page.getByRole('article', { name: BOOK, exact: true }).getByRole('link').first().click()
    await appears(heading(page, BOOK))
    await looksRight(page, 'a book in German')
    await page.getByRole('button', { name: `${BOOK} anfragen` }).click()
    await appears(page.getByRole('button', { name: `Anfrage für ${BOOK} zurückziehen` }))

    await goTo('settings/account')
    const choice = page.getByLabel('Sprache', { exact: true })
    await appears(choice)
    expect(await choice.inputValue()).toBe('browser')
    await looksRight(page, 'the account in German')
    await choice.selectOption({ label: '日本語' })
    await appears(heading(page, 'アカウント'))
    expect(await languageOfPage()).toBe('ja')
    await looksRight(page, 'the account in Japanese')
  })

  it('has the chosen language in every browser, from signing in on', async () => {
    const reader = await newcomer(url, 'leserin')
    const at = await visit({ url, device: 'desktop', as: reader, context: german })
    await at.goTo('settings/account')
    await at.page.getByLabel('Sprache', { exact: true }).selectOption({ label: 'Français' })
    await appears(heading(at.page, 'Compte'))

    const elsewhere = await visit({ url, device: 'phone', context: { locale: 'en-GB' } })
    await elsewhere.goTo('settings/account')
    await appears(heading(elsewhere.page, 'Sign in'))
    await signIn(elsewhere.page, reader)
    await appears(heading(elsewhere.page, 'Compte'))
    await elsewhere.page.reload()
    await appears(heading(elsewhere.page, 'Compte'))
    expect(await elsewhere.page.locator('html').getAttribute('lang')).toBe('fr')

    // Open pages hear of it.
    await callAs(url, reader, 'PATCH', 'api/settings/account', { language: null })
    await appears(heading(at.page, 'Konto'))
    await appears(heading(elsewhere.page, 'Account'))
  })
})
