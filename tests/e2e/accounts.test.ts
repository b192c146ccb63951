import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BOOKS } from '#fakes/catalogue/books'
import { useOwnDemo } from './support/demo'
import { looksRight } from './support/looks'
import { heading, signIn } from './support/pages'
import { ADMINISTRATOR, callAs, newcomer, sessionCookie } from './support/people'
import { appears, disappears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const waiting = await useSharedDemos('waiting')

/** A user in the list: a row on a desktop, a card on a phone. */
const listed = (page: Page, name: string) =>
  page.getByRole('main').locator('tbody tr, li').filter({ hasText: name })

async function isLetIn(url: string, username: string, password: string): Promise<boolean> {
  const body = JSON.stringify({ username, password })
  return (await fetch(`${url}api/auth/login`, { method: 'POST', body })).ok
}

describe.each(BOTH)('users at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('are added, changed, given a new password and deleted by an administrator', async () => {
    const name = `vera-${device}-${process.pid}`
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/users')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add user' }).click()
    await dialog.getByLabel('Username').fill(name)
    await dialog.getByLabel('Password', { exact: true }).fill('the first password')
    await dialog.getByLabel('Role').selectOption('Trusted member')
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await expectToast(page, `Added: ${name}`)
    await page.getByLabel('Search users').fill(name)
    await appears(listed(page, name).getByText('Trusted member'))
    const login = { username: name, password: 'the first password' }
    await callAs(url, login, 'POST', `api/requests/${BOOKS[0]?.asin ?? ''}`)

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await dialog.getByLabel('Role').selectOption('Administrator')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await appears(listed(page, name).getByText('Administrator'))

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await dialog.getByRole('button', { name: 'Set a new password' }).click()
    await dialog.getByLabel('New password', { exact: true }).fill('the second password')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await disappears(dialog)
    expect(await isLetIn(url, name, 'the first password')).toBe(false)
    expect(await isLetIn(url, name, 'the second password')).toBe(true)

    await page.reload()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await appears(page.getByRole('button', { name: `Delete ${name} along with one request?` }))
    await looksRight(page, 'the question before deleting')
    await page.getByRole('button', { name: `Delete ${name} along with one request?` }).click()
    await appears(page.getByText('No matching users'))
    expect(await isLetIn(url, name, 'the second password')).toBe(false)
  })

  it('cannot be added twice, and root stays', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR, refusals: [409] })
    await goTo('settings/users?q=admin')
    await appears(listed(page, 'Root'))
    expect(await page.getByRole('button', { name: 'Delete admin', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('dialog').getByLabel('Username').fill('MAYA')
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('a fairly long password')
    await page.getByRole('button', { name: 'Add user' }).click()
    await appears(page.getByText('This username is taken'))
    await looksRight(page, 'the form of a new user')
  })
})

describe.each(BOTH)('an invitation at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('lets someone choose a username and password once, and is revoked by an administrator', async () => {
    const name = `ines-${device}-${process.pid}`
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    const dialog = page.getByRole('dialog')
    await goTo('settings/users')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.getByLabel('Role').selectOption('Trusted member')
    await looksRight(page, 'the form of an invitation')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
    await looksRight(page, 'the link of an invitation')
    await dialog.getByRole('button', { name: 'Invite another' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const revoked = await dialog.getByLabel('Link', { exact: true }).inputValue()
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    const invited = await visit({ url, device, refusals: [404] })
    await invited.page.goto(link)
    await appears(heading(invited.page, 'You are invited'))
    await invited.page.getByLabel('Username').fill(name)
    await invited.page.getByLabel('Password', { exact: true }).fill('a password of my own')
    await invited.page.getByLabel('Confirm password').fill('a password of my own')
    await looksRight(invited.page, 'the page of an invitation')
    await invited.page.getByRole('button', { name: 'Create account' }).click()
    await expectToast(invited.page, `Your account is ready, ${name}`)
    expect(await isLetIn(url, name, 'a password of my own')).toBe(true)

    const open = page.getByRole('region', { name: 'Open invitations' })
    await open.getByRole('button', { name: 'Revoke: Trusted member' }).first().click()
    await open.getByRole('button', { name: 'Revoke this link?' }).click()
    await expectToast(page, 'Invitation revoked')
    for (const address of [link, revoked]) {
      await invited.page.goto('about:blank')
      await invited.page.goto(address)
      await appears(invited.page.getByText('This link does not work'))
    }
    await looksRight(invited.page, 'the page of an invitation that is over')
  })
})

describe.each(BOTH)('one’s own account at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('makes API keys that are shown once, work, and can be switched off and deleted', async () => {
    const login = await newcomer(url, 'key-holder')
    const { page, goTo } = await visit({ url, device, as: login })
    await goTo('settings/account')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Name').fill('Script')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const key = await page.getByLabel('Your key', { exact: true }).inputValue()
    const call = async () =>
      (await fetch(`${url}api/users/me`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await call()).toBe(200)
    await looksRight(page, 'a new key')
    await page.getByRole('button', { name: 'Done' }).click()
    await appears(page.getByRole('switch', { name: 'Script is on' }))
    await page.reload()
    await page.getByRole('switch', { name: 'Script is on' }).click()
    await expectToast(page, 'Script is off')
    expect(await page.content()).not.toContain(key)
    expect(await call()).toBe(401)

    await page.getByRole('button', { name: 'Delete the key Script' }).click()
    await page.getByRole('button', { name: 'Delete this key?' }).click()
    await appears(page.getByText('No keys yet'))
  })

  it('changes the password, which signs out everywhere else', async () => {
    const login = await newcomer(url, 'changing')
    const { page, goTo } = await visit({ url, device, as: login, refusals: [403, 422] })
    const elsewhere = await visit({ url, device, as: login, refusals: [401] })
    await elsewhere.goTo('requests')
    await appears(heading(elsewhere.page, 'Requests'))
    await goTo('settings/account')
    const change = async (old: string) => {
      await page.getByLabel('Current password').fill(old)
      await page.getByLabel('New password', { exact: true }).fill('another long password')
      await page.getByLabel('Confirm new password').fill('another long password')
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    await change('not the password')
    await appears(page.getByText('This is not your current password'))
    await change(login.password)
    await expectToast(page, 'Password changed.')
    await appears(heading(elsewhere.page, 'Sign in'))
    await signIn(elsewhere.page, { ...login, password: 'another long password' })
    await appears(heading(elsewhere.page, 'Requests'))
  })

  it('lists one’s sessions, and signs out everywhere else', async () => {
    const login = await newcomer(url, 'travelling')
    const here = await visit({ url, device, as: login })
    const elsewhere = await visit({ url, device, as: login, refusals: [401] })
    await elsewhere.goTo('search')
    await appears(heading(elsewhere.page, 'What would you like to hear?'))
    await here.goTo('settings/account')
    await appears(here.page.getByText('This browser', { exact: true }))
    await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await here.page.getByRole('button', { name: 'Sign out the other device?' }).click()
    await expectToast(here.page, 'You are signed out everywhere else')
    await appears(heading(elsewhere.page, 'Sign in'))
    await appears(here.page.getByText('This browser', { exact: true }))
  })
})

describe.each(BOTH)('the settings at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]
  const until: [path: string, text: string | RegExp][] = [
    // A phone shows the list; on a desktop the list is next to every page, and the first page opens.
    ['settings', /^(Who signed in, and what changed|This browser)$/],
    ['settings/account', 'This browser'],
    ['settings/users', 'Root'],
    ['settings/api-keys', /^Scripts and apps use these keys/],
    ['settings/security', 'Provider settings'],
    ['settings/audit', 'admin signed in'],
  ]

  it('can be read and used by everyone, and fit the screen', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    for (const [path, text] of until) {
      await goTo(path)
      await appears(page.getByRole('main').getByText(text).first())
      await looksRight(page, path)
    }
  })

  it('are hidden from people who are not administrators', async () => {
    const { page, load } = await visit({ url, device, as: await newcomer(url, 'curious') })
    for (const path of ['users', 'security', 'audit']) {
      await load(`settings/${path}`)
      await appears(heading(page, 'Page not found'))
    }
  })
})

describe.each(BOTH)('another way to sign in at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base })

  it('says what will happen, requires root’s password, and ends all other sessions', async () => {
    const { url } = demo()
    const { page, goTo } = await visit({
      url,
      device,
      as: ADMINISTRATOR,
      refusals: [401, 403],
    })
    const { value } = await sessionCookie(url, { username: 'maya', password: ADMINISTRATOR.password })
    await goTo('settings/security')

    const choose = async (way: RegExp, password: string) => {
      await page.getByRole('radio', { name: way }).click()
      await page.getByLabel('Root administrator’s username').fill(ADMINISTRATOR.username)
      await page.getByLabel('Root administrator’s password').fill(password)
      await page.getByRole('button', { name: /^Switch to/ }).click()
    }
    await page.getByRole('radio', { name: /^OpenID Connect/ }).click()
    await appears(page.getByText('The provider is not ready yet'))
    await choose(/^No sign-in/, 'not the password')
    await appears(page.getByText('This is not the root administrator’s username and password.'))
    await appears(page.getByText(/No one has to sign in any more/))
    await appears(page.getByText('Everyone else is signed out.'))
    await looksRight(page, 'the question')
    await choose(/^No sign-in/, ADMINISTRATOR.password)
    await appears(page.getByText('anyone who can open this address is the administrator'))

    await choose(/^Sign-in page/, ADMINISTRATOR.password)
    await disappears(page.getByText('anyone who can open this address is the administrator'))
    const { name } = await sessionCookie(url, ADMINISTRATOR)
    const other = await fetch(`${url}api/users/me`, { headers: { cookie: `${name}=${value}` } })
    expect(other.status).toBe(401)
  })
})
