import { describe, expect, it } from 'vitest'
import { useOwnDemo } from './support/demo'
import { looksRight } from './support/looks'
import { ADMINISTRATOR, newcomer } from './support/people'
import { request, result, searchFor } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

describe.each(BOTH)('the request settings at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base })

  async function openSettings() {
    const { page, goTo } = await visit({ url: demo().url, device, as: ADMINISTRATOR })
    await goTo('settings/requests')
    return page
  }

  it('apply to members: one book in a week, approved by a rule', async () => {
    const settings = await openSettings()
    const quotas = settings.getByRole('region', { name: 'Quotas' })
    await quotas.getByLabel('Members', { exact: true }).selectOption('limited')
    await quotas.getByLabel('Requests', { exact: true }).fill('1')
    await quotas.getByLabel('Days').fill('7')
    await quotas.getByRole('button', { name: 'Save' }).click()
    await expectToast(settings, 'Saved')

    const approval = settings.getByRole('region', { name: 'Approval' })
    await approval.getByRole('button', { name: 'Add rule' }).click()
    await approval.getByLabel('Name').fill('Short books in English')
    await approval.getByLabel('Maximum length in hours').fill('20')
    await approval.getByLabel('Language').selectOption('en')
    await looksRight(settings, 'a new rule of approval')
    await approval.getByRole('button', { name: 'Save' }).click()
    await disappears(settings.getByText('Unsaved changes'))

    const { url } = demo()
    const { page, goTo } = await visit({ url, device, as: await newcomer(url, 'member', 'untrusted') })
    await goTo()
    await searchFor(page, 'thorn')
    await appears(page.getByText('Requests left: 1 of 1'))
    await request(page, 'Thornborn')
    const other = result(page, 'The Letters of a Lamplighter')
    await appears(page.getByText(/^No requests left until/))
    expect(await other.requestButton.isDisabled()).toBe(true)

    await result(page, 'Thornborn').card.getByRole('link', { name: 'Thornborn' }).first().click()
    await appears(page.getByText('Approved by the rule “Short books in English”'))
  })

  it('give one user another quota', async () => {
    const { url } = demo()
    const login = await newcomer(url, 'reader', 'untrusted')
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/users')
    await page.getByRole('button', { name: `Edit ${login.username}` }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Request quota').selectOption('limited')
    await form.getByLabel('Requests', { exact: true }).fill('3')
    await form.getByLabel('Days').fill('30')
    await form.getByRole('button', { name: 'Save' }).click()
    await disappears(form)

    const reader = await visit({ url, device, as: login })
    await reader.goTo('settings/account')
    await appears(reader.page.getByText('Requests left: 3 of 3'))
  })
})
