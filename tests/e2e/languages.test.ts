import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LANGUAGES } from '#contract/words/messages'
import { looksRightInBothSchemes } from './support/looks'
import { heading, signIn } from './support/pages'
import { ADMINISTRATOR, callAs, newcomer } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { messagesAt } from './support/sink'
import { BASES, BOTH } from './support/environments'
import { addTarget, fillTarget, saveTarget } from './support/targets-page'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

const BOOK = 'The Tinderbox Stone'
/** The event that targets are notified of. */
const TOLD = { asin: 'EMODD00032', region: 'uk', title: 'The Cinder Heirloom', author: 'Perpetua Lyle' }
/** A message as the targets below receive it. */
const saidSchema = z.object({ said: z.string() })

describe.each(BASES)('someone whose browser is in German at %s', (base) => {
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
    await looksRightInBothSchemes(page, 'a book in German')
    await page.getByRole('button', { name: `${BOOK} anfragen` }).click()
    await appears(page.getByRole('button', { name: `Anfrage für ${BOOK} zurückziehen` }))

    await goTo('settings/account')
    const choice = page.getByLabel('Sprache', { exact: true })
    await appears(choice)
    expect(await choice.inputValue()).toBe('none')
    await looksRightInBothSchemes(page, 'the account in German')
    await choice.selectOption({ label: '日本語' })
    await appears(heading(page, 'アカウント'))
    expect(await languageOfPage()).toBe('ja')
    await looksRightInBothSchemes(page, 'the account in Japanese')
  })

  it('has the chosen language in every browser after signing in', async () => {
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

    // Open pages switch too.
    await callAs(url, reader, 'PATCH', 'api/settings/account', { language: null })
    await appears(heading(at.page, 'Konto'))
    await appears(heading(elsewhere.page, 'Account'))
  })
})

describe.each(BASES)('a browser without JavaScript at %s', (base) => {
  it('reads in every language that it is required', async () => {
    const page = await (await fetch(waiting[base].url)).text()
    const [, said = ''] = /<noscript>([^]*)<\/noscript>/.exec(page) ?? []
    expect(said).toContain('<p lang="de">Earmark braucht JavaScript.</p>')
    expect(said.match(/<p lang=/g)).toHaveLength(LANGUAGES.length)
  })
})

describe.each(BOTH)('a target of notifications with a language at $base on a $device', ({ base, device }) => {
  const { url, sink } = waiting[base]

  it('gets messages in it, while the server writes English to the others', async () => {
    const [german, english] = [`Deutsch ${device}`, `English ${device}`]
    const pathOf = (name: string) => `/${name.toLowerCase().replace(' ', '-')}`
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    for (const name of [german, english]) {
      const form = await addTarget(page, 'Other')
      await fillTarget(form, { name, url: `${sink}${pathOf(name)}` })
      const language = form.getByLabel('Language', { exact: true })
      expect(await language.inputValue()).toBe('none')
      if (name === german) await language.selectOption({ label: 'Deutsch' })
      await form.getByLabel('Message', { exact: true }).fill('{"said": "{eventTitle}: {eventText}"}')
      await saveTarget(page, form, name)
    }

    const reader = await newcomer(url, 'leserin')
    await callAs(url, reader, 'POST', `api/requests/${TOLD.asin}?region=${TOLD.region}`)
    const { username } = reader
    const saidAt = async (name: string) =>
      (await messagesAt(sink, pathOf(name)))
        .map(({ body }) => saidSchema.parse(JSON.parse(body)).said)
        .filter((said) => said.includes(username))
    await expect
      .poll(() => saidAt(german))
      .toEqual([`Neue Anfrage: ${username} hat ${TOLD.title} von ${TOLD.author} angefragt.`])
    await expect
      .poll(() => saidAt(english))
      .toEqual([`New request: ${username} requested ${TOLD.title} by ${TOLD.author}.`])
  })
})
