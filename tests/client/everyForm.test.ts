import { describe, expect, it } from 'vitest'
import { aTarget, someKinds } from './support/notificationSamples'
import { json } from './support/fakeServer'
import { settle } from './support/mountApp'
import { openConnections } from './support/openConnections'
import { openDownload } from './support/openDownload'
import { openIndexers } from './support/openIndexers'
import { aRequestSettings } from '#tests/client/support/requestSettings'
import { openPage } from './support/openPage'

const SECURITY = {
  login_type: 'forms',
  force_login_type: null,
  access_token_expiry: 43_200,
  min_password_length: 8,
  oidc_endpoint: '',
  oidc_client_id: '',
  oidc_client_secret: { set: false },
  oidc_scope: 'openid profile',
  oidc_username_claim: 'preferred_username',
  oidc_group_claim: '',
  oidc_group_untrusted: '',
  oidc_group_trusted: '',
  oidc_group_admin: '',
  last_group_claim: null,
  oidc_redirect_scheme: 'auto',
  oidc_logout_url: '',
  oidc_token_endpoint_auth_method: 'client_secret_post',
  oidc_allow_takeover: false,
}
const USER = {
  username: 'jonas',
  role: 'untrusted',
  group: 'untrusted',
  root: false,
  extra_data: null,
  has_password: true,
  created_at: '2026-01-02T10:00:00Z',
  request_count: 0,
  quota: null,
  api_key_count: 0,
}

const openSecurity = () =>
  openPage('/settings/security', {
    user: { role: 'admin', root: true },
    answers: { 'GET /api/settings/security': () => json(SECURITY) },
  })
const openAccount = () =>
  openPage('/settings/account', {
    answers: {
      'GET /api/settings/account': () => json({ has_password: true, default_region: null, language: null }),
      'GET /api/settings/account/api-keys': () => json([]),
      'GET /api/settings/account/sessions': () => json([]),
      'GET /api/settings/account/notifications': () => json([]),
      'GET /api/settings/account/notifications/kinds': () => json(someKinds()),
    },
  })
const openTargets = () =>
  openPage('/settings/notifications', {
    user: { role: 'admin' },
    answers: {
      'GET /api/settings/notifications': () =>
        json([aTarget({ headers: { 'X-One': { value: '1', set: true } } })]),
      'GET /api/settings/notifications/kinds': () => json(someKinds()),
    },
  })
const openUsers = () =>
  openPage('/settings/users', {
    user: { role: 'admin' },
    answers: { 'GET /api/users': () => json({ users: [USER], total: 1 }) },
  })

type Page = Awaited<ReturnType<typeof openPage>>

/** Every form of a page, and how a person changes something in it. */
const ON_PAGES: Record<string, () => Promise<{ page: Page; change: () => Promise<void> }>> = {
  'an indexer': async () => {
    const page = await openIndexers()
    return { page, change: () => page.fill('Categories', '3030,3040') }
  },
  'the configuration file': async () => {
    const page = await openIndexers()
    return { page, change: () => page.fill('Path', '/config/indexers.json') }
  },
  'the download settings': async () => {
    const page = await openDownload()
    return { page, change: () => page.fill('Minimum seeders', '9') }
  },
  'the provider': async () => {
    const page = await openSecurity()
    return { page, change: () => page.fill('Client ID', 'earmark') }
  },
  'the rules of sessions': async () => {
    const page = await openSecurity()
    return { page, change: () => page.fill('Minimum password length', '12') }
  },
  'the login type': async () => {
    const page = await openSecurity()
    return { page, change: () => page.press('Browser dialog') }
  },
  'the quotas': async () => {
    const page = await openPage('/settings/requests', {
      user: { role: 'admin' },
      answers: {
        'GET /api/settings/requests': () => json(aRequestSettings()),
      },
    })
    return { page, change: () => page.fill('Trusted members', 'limited') }
  },
  'the rules of approval': async () => {
    const page = await openPage('/settings/requests', {
      user: { role: 'admin' },
      answers: { 'GET /api/settings/requests': () => json(aRequestSettings()) },
    })
    return { page, change: () => page.press('Add rule') }
  },
  'the rows of Discover': async () => {
    const rows = [
      { row: 'user', category: null },
      { row: 'popular', category: null },
    ]
    const page = await openPage('/settings/discover', {
      user: { role: 'admin' },
      answers: {
        'GET /api/settings/discover': () => json({ rows, default_rows: rows }),
        'GET /api/settings/discover/categories': () => json([]),
      },
    })
    return { page, change: () => page.press('Move Popular here up') }
  },
  'the own password': async () => {
    const page = await openAccount()
    return { page, change: () => page.fill('New password', 'long enough') }
  },
}

/** Every form in a dialog; `open` is the button that leads to it. */
const IN_DIALOGS: Record<string, () => Promise<{ page: Page; change: () => Promise<void> }>> = {
  'a new key': async () => {
    const page = await openAccount()
    await page.press('Create API key')
    return { page, change: () => page.fill('Name', 'Script') }
  },
  'a new user': async () => {
    const page = await openUsers()
    await page.press('Add user')
    return { page, change: () => page.fill('Username', 'lea') }
  },
  'a user': async () => {
    const page = await openUsers()
    await page.press('Edit jonas')
    return { page, change: () => page.fill('Role', 'trusted') }
  },
  'a new download client': async () => {
    const page = await openConnections()
    await page.press('Add download client')
    return { page, change: () => page.fill('Name', 'Seedbox at home') }
  },
  'a download client': async () => {
    const page = await openConnections()
    await page.press('Edit Seedbox')
    return { page, change: () => page.fill('Category', 'spoken') }
  },
  'a new target': async () => {
    const page = await openTargets()
    await page.press('Add notification')
    return { page, change: () => page.fill('Name', 'Family') }
  },
  'a target, by a row of headers that is added': async () => {
    const page = await openTargets()
    await page.press('Edit Family chat')
    return { page, change: () => page.press('Add header') }
  },
  'a target, by a row of headers that is removed': async () => {
    const page = await openTargets()
    await page.press('Edit Family chat')
    return { page, change: () => page.press('Remove header X-One') }
  },
}

const isOpen = () => document.querySelector('[role="dialog"][data-state="open"]') !== null

describe('every form of a page', () => {
  it.each(Object.entries(ON_PAGES))('asks before it is left: %s', async (_name, arrange) => {
    const { page, change } = await arrange()
    expect(page.unsaved.anyChanged).toBe(false)
    await change()
    expect(page.unsaved.anyChanged).toBe(true)
    const leaving = page.router.push('/search')
    await settle()
    expect(page.unsaved.asking).toBe(true)
    page.unsaved.answer(true)
    await leaving
    expect(page.path()).toBe('/search')
  })
})

describe('every form in a dialog', () => {
  async function escape() {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    await settle()
  }
  const ways: Record<string, (page: Page) => Promise<void>> = {
    Escape: escape,
    'its button to close': (page) => page.press('Close'),
    'its button to cancel': (page) => page.press('Cancel'),
  }

  it.each(Object.entries(IN_DIALOGS))('asks before it is closed: %s', async (_name, arrange) => {
    const { page, change } = await arrange()
    expect(page.unsaved.anyChanged).toBe(false)
    await change()
    for (const leave of Object.values(ways)) {
      await leave(page)
      expect(page.unsaved.asking).toBe(true)
      page.unsaved.answer(false)
      await settle()
      expect(isOpen()).toBe(true)
      expect(page.unsaved.anyChanged).toBe(true)
    }
    await escape()
    page.unsaved.answer(true)
    await settle()
    expect(isOpen()).toBe(false)
    expect(page.unsaved.anyChanged).toBe(false)
  })

  it.each(Object.entries(IN_DIALOGS))('closes at once if nothing was changed: %s', async (_name, arrange) => {
    const { page } = await arrange()
    await escape()
    expect(page.unsaved.asking).toBe(false)
    expect(isOpen()).toBe(false)
  })
})
