import { describe, expect, it } from 'vitest'
import { heading, signIn, signOut } from './support/pages'
import { ADMINISTRATOR, callAs, newcomer } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

describe.each(BOTH)('signing in at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('says what is wrong, then continues to the requested page, until signing out', async () => {
    const login = await newcomer(url, 'signing-in')
    const { page, goTo, load, where } = await visit({ url, device, refusals: [401] })
    await goTo('requests?sort=title&order=asc')
    await appears(heading(page, 'Sign in'))
    await signIn(page, { ...login, password: 'not the password' })
    await appears(page.getByRole('alert').getByText('Wrong username or password.'))
    await signIn(page, login)
    await appears(heading(page, 'Requests'))
    expect(where()).toBe('/requests?sort=title&order=asc')

    await signOut(page)
    await load('requests')
    await appears(heading(page, 'Sign in'))
  })

  it('never leads to another host', async () => {
    const login = await newcomer(url, 'phished')
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const { page, goTo, where } = await visit({ url, device })
      await goTo(`login?next=${encodeURIComponent(next)}`)
      await signIn(page, login)
      await appears(heading(page, 'Discover'))
      expect(where()).toBe('/')
      await page.close()
    }
  })

  it('reappears when the session ends on the server, and leads back', async () => {
    const login = await newcomer(url, 'signed-out')
    const { context, page, goTo, where } = await visit({ url, device, as: login, refusals: [401] })
    await goTo('requests?sort=title')
    await appears(heading(page, 'Requests'))
    const [cookie] = await context.cookies(url)
    await fetch(`${url}api/auth/logout`, {
      method: 'POST',
      headers: { cookie: `${cookie?.name}=${cookie?.value}` },
    })
    await appears(heading(page, 'Sign in'))
    await signIn(page, login)
    await appears(heading(page, 'Requests'))
    expect(where()).toBe('/requests?sort=title')
  })

  it('appears for someone whose account was deleted', async () => {
    const login = await newcomer(url, 'deleted')
    const { page, goTo } = await visit({ url, device, as: login, refusals: [401] })
    await goTo()
    await appears(heading(page, 'Discover'))
    await callAs(url, ADMINISTRATOR, 'DELETE', `api/users/${login.username}`)
    await appears(heading(page, 'Sign in'))
  })

  it('is skipped for people who are signed in, and so is the set-up', async () => {
    const { page, load, where } = await visit({ url, device, as: await newcomer(url, 'known') })
    for (const closed of ['init', 'login']) {
      await load(closed)
      await appears(heading(page, 'Discover'))
      expect(where()).toBe('/')
    }
  })

  it('replaces the set-up once that is done', async () => {
    const { page, goTo, where } = await visit({ url, device })
    await goTo('init')
    await appears(heading(page, 'Sign in'))
    expect(where()).toMatch(/^\/login/)
  })
})
