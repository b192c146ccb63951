import { useQueryCache } from '@pinia/colada'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { KEYS } from '#client/app/query-keys'
import { refetch } from '#client/app/refetch'
import type { AccountDto, AccountSessionDto } from '#contract/account'
import type { ApiKeyDto } from '#contract/api-keys'
import type { QuotaStandingDto } from '#contract/quotas'
import { deferred } from '#tests/client/support/deferred'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, nothing, problem } from '#tests/client/support/fakeServer'
import { settle } from '#tests/client/support/mountApp'
import { someKinds } from '#tests/client/support/notificationSamples'
import type { Visit } from '#tests/client/support/openPage'
import { openPage } from '#tests/client/support/openPage'

function aKey(key: Partial<ApiKeyDto> = {}): ApiKeyDto {
  return {
    id: 'k1',
    name: 'Script',
    enabled: true,
    created_at: '2026-01-02T10:00:00Z',
    last_used: null,
    expires_at: null,
    read_only: false,
    ...key,
  }
}

function aDevice(device: Partial<AccountSessionDto> = {}): AccountSessionDto {
  return {
    id: 's1',
    browser: 'Firefox',
    system: 'Linux',
    address: '192.0.2.7',
    created_at: '2026-01-02T10:00:00Z',
    last_seen: '2026-01-03T10:00:00Z',
    current: false,
    ...device,
  }
}

function anAccount(account: Partial<AccountDto> = {}): AccountDto {
  return { has_password: true, default_region: null, language: null, ...account }
}

interface Given extends Visit {
  hasPassword?: boolean
  keys?: ApiKeyDto[]
  devices?: AccountSessionDto[]
}

const open = ({ hasPassword = true, keys = [], devices = [], answers = {}, ...visit }: Given = {}) =>
  openPage('/settings/account', {
    ...visit,
    answers: {
      'GET /api/settings/account': () => json(anAccount({ has_password: hasPassword })),
      'GET /api/settings/account/api-keys': () => json(keys),
      'GET /api/settings/account/feed': () => json({ created_at: null }),
      'GET /api/settings/account/sessions': () => json(devices),
      'GET /api/settings/account/notifications': () => json([]),
      'GET /api/settings/account/notifications/kinds': () => json(someKinds()),
      ...answers,
    },
  })

describe('the page of one’s own account', () => {
  it.each([
    'GET /api/settings/account',
    'GET /api/settings/account/api-keys',
    'GET /api/settings/account/feed',
    'GET /api/settings/account/notifications',
    'GET /api/settings/account/notifications/kinds',
    'GET /api/settings/account/sessions',
    'GET /api/requests/quota',
  ])('shows no part before %s has answered, so that none moves', async (call) => {
    const { text } = await open({ answers: { [call]: () => deferred<Response>().promise } })
    expect(text()).toContain('Loading your account')
    expect(text()).not.toContain('API keys')
  })
})

describe('one’s own password', () => {
  const change = async (answer: Answer, again = 'long enough') => {
    const page = await open({ answers: { 'PUT /api/settings/account/password': answer } })
    await page.fill('Current password', 'old words')
    await page.fill('New password', 'long enough')
    await page.fill('Confirm new password', again)
    await page.submitWith('New password')
    return page
  }

  it('is changed with the current one, and the fields are cleared', async () => {
    const { server, field, text } = await change(nothing)
    expect(server.called('PUT /api/settings/account/password')[0]?.body).toEqual({
      old_password: 'old words',
      new_password: 'long enough',
      confirm_password: 'long enough',
    })
    expect(field('Current password').value).toBe('')
    expect(text()).toContain('You are signed out everywhere else')
  })

  it('is refused at its field if the current one is wrong', async () => {
    const { errorAt } = await change(() => problem({ status: 403, code: 'wrong_password', detail: 'x' }))
    expect(errorAt('Current password')).toBe('This is not your current password')
  })

  it('keeps what was typed while what is left of the quota is asked again', async () => {
    const none = { quota: null, left: null, next_at: null }
    const answers = [() => json(none), () => deferred<Response>().promise]
    const { field, fill } = await open({
      user: { role: 'trusted' },
      answers: { 'GET /api/requests/quota': () => answers.shift()?.() ?? json(none) },
    })
    await fill('Current password', 'old words')
    void refetch(useQueryCache(), { key: [KEYS.quota] })
    await settle()
    expect(answers).toEqual([])
    expect(field('Current password').value).toBe('old words')
  })

  it('is not sent if the two new ones differ', async () => {
    const { server, errorAt } = await change(nothing, 'something else')
    expect(server.called('PUT /api/settings/account/password')).toHaveLength(0)
    expect(errorAt('Confirm new password')).toBe('The passwords do not match')
  })

  it('is measured in characters, not in code units', async () => {
    const page = await open()
    await page.fill('Current password', 'old words')
    await page.fill('New password', '🦊🦊🦊🦊')
    await page.fill('Confirm new password', '🦊🦊🦊🦊')
    await page.submitWith('New password')
    expect(page.errorAt('New password')).toBe('At least 8 characters')
  })

  it('is not offered to people who have none', async () => {
    const { text } = await open({ hasPassword: false })
    expect(text()).toContain('API keys')
    expect(text()).not.toContain('Current password')
  })
})

describe('one’s own API keys', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  async function create(answer: Answer) {
    const page = await open({ answers: { 'POST /api/settings/account/api-keys': answer } })
    await page.press('Create API key')
    await page.fill('Name', ' Script ')
    await page.fill('Expiration', 'week')
    await page.press('Read only')
    await page.submitWith('Name')
    return page
  }

  it('are created with a name, an expiry and permissions, and shown once', async () => {
    const { server, field, press, find } = await create(() =>
      json({ name: 'Script', key: 'em_secret' }, { status: 201 }),
    )
    const body = server.called('POST /api/settings/account/api-keys')[0]?.body
    expect(body).toMatchObject({ name: ' Script ', read_only: true, expires_at: expect.any(String) })
    expect(field('Your key').value).toBe('em_secret')
    await press('Done')
    await press('Create API key')
    expect(find('input', 'Your key')).toBeNull()
    expect(document.body.textContent).not.toContain('em_secret')
  })

  it('say at the name that it is taken', async () => {
    const { errorAt } = await create(() =>
      problem({ status: 409, code: 'api_key_name_taken', detail: 'Taken.' }),
    )
    expect(errorAt('Name')).toBe('You already have a key with this name')
  })

  it('are selected for copying by hand if there is no clipboard', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    const { field, press, text } = await create(() =>
      json({ name: 'Script', key: 'em_secret' }, { status: 201 }),
    )
    await press('Copy: Your key')
    const input = field('Your key')
    expect(document.activeElement).toBe(input)
    expect(input instanceof HTMLInputElement && [input.selectionStart, input.selectionEnd]).toEqual([0, 9])
    expect(text()).toContain('Selected: press Ctrl+C')
  })

  it('go to the clipboard if there is one', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { press, text } = await create(() => json({ name: 'Script', key: 'em_secret' }, { status: 201 }))
    await press('Copy: Your key')
    expect(writeText).toHaveBeenCalledWith('em_secret')
    expect(text()).toContain('Copied')
  })

  it('are switched off at once, and deleted after asking', async () => {
    const { server, press } = await open({
      keys: [aKey()],
      answers: {
        'PATCH /api/settings/account/api-keys/{}/toggle': nothing,
        'DELETE /api/settings/account/api-keys/{}': nothing,
      },
    })
    await press('Script is on')
    expect(server.called('PATCH /api/settings/account/api-keys/{}/toggle')).toHaveLength(1)
    await press('Delete the key Script')
    expect(server.called('DELETE /api/settings/account/api-keys/{}')).toHaveLength(0)
    await press('Delete this key?')
    expect(server.called('DELETE /api/settings/account/api-keys/{}')[0]?.path).toContain('/k1')
  })

  it('show their permissions and that they have expired', async () => {
    const { text } = await open({ keys: [aKey({ read_only: true, expires_at: '2020-01-01T00:00:00Z' })] })
    expect(text()).toContain('Read only')
    expect(text()).toContain('Expired')
    expect(text()).toContain('Never used')
  })
})

describe('one’s signed-in browsers', () => {
  const devices = [
    aDevice({ current: true }),
    aDevice({ id: 's2', browser: 'Safari', system: 'iPhone' }),
    aDevice({ id: 's3', browser: null, system: null, address: null }),
  ]

  it('can be signed out one by one, except the current one', async () => {
    const { server, press, find, text } = await open({
      devices,
      answers: { 'DELETE /api/settings/account/sessions/{}': nothing },
    })
    expect(text()).toContain('This browser')
    expect(find('button', 'Sign out Firefox on Linux')).toBeNull()
    await press('Sign out Safari on iPhone')
    await press('Sign out Safari on iPhone?')
    expect(server.called('DELETE /api/settings/account/sessions/{}')[0]?.path).toMatch(/\/s2$/)
  })

  it('can be signed out all but the current one, after saying how many', async () => {
    const { server, press } = await open({
      devices,
      answers: { 'DELETE /api/settings/account/sessions': nothing },
    })
    await press('Sign out everywhere else')
    await press('Sign out all 2 other devices?')
    expect(server.called('DELETE /api/settings/account/sessions')).toHaveLength(1)
  })

  it('are explained if the login type has none', async () => {
    const { text } = await open({ session: { login_type: 'basic' } })
    expect(text()).toContain('Your browser sends username and password with every page')
  })
})

describe('one’s own preferences', () => {
  it('pin the theme in this browser', async () => {
    const { press } = await open()
    await press('Dark')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await press('System')
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })

  it('store a language, and return to the browser’s own', async () => {
    const { server, fill } = await open({
      answers: { 'PATCH /api/settings/account': () => json(anAccount()) },
    })
    await fill('Language', 'de')
    await fill('Language', 'none')
    expect(server.called('PATCH /api/settings/account').map(({ body }) => body)).toEqual([
      { language: 'de' },
      { language: null },
    ])
    expect(server.called('GET /api/session')).toHaveLength(3)
  })

  it('say why a language was not saved', async () => {
    const { fill, text } = await open({
      answers: {
        'PATCH /api/settings/account': () => problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    })
    await fill('Language', 'de')
    expect(text()).toContain('The language was not changed.')
  })

  it('store a region, and return to the server’s choice', async () => {
    let region: AccountDto['default_region'] = null
    const { server, fill } = await open({
      answers: {
        'GET /api/settings/account': () => json(anAccount({ default_region: region })),
        'PATCH /api/settings/account': () => {
          region = 'de'
          return json(anAccount({ default_region: 'de' }))
        },
      },
    })
    await fill('Catalogue region', 'de')
    await fill('Catalogue region', 'server')
    expect(server.called('PATCH /api/settings/account').map(({ body }) => body)).toEqual([
      { default_region: 'de' },
      { default_region: null },
    ])
  })
})

describe('the account page', () => {
  it('can be retried if it does not load', async () => {
    let down = true
    const { press, text } = await open({
      answers: {
        'GET /api/settings/account': () =>
          down
            ? problem({ status: 503, code: 'down', detail: 'The database does not answer.' })
            : json(anAccount()),
      },
    })
    expect(text()).toContain('The database does not answer.')
    down = false
    await press('Try again')
    expect(text()).toContain('Current password')
  })
})

describe('one’s own quota', () => {
  const withQuota = (standing: QuotaStandingDto, visit: Given = {}) =>
    open({ ...visit, answers: { 'GET /api/requests/quota': () => json(standing) } })

  it('shows what is left', async () => {
    const { text } = await withQuota({ quota: { requests: 5, days: 7 }, left: 5, next_at: null })
    expect(text()).toContain('Your quota: 5 in 7 days.')
    expect(text()).toContain('Requests left: 5 of 5')
  })

  it('says that there is none', async () => {
    const { text } = await withQuota({ quota: null, left: null, next_at: null })
    expect(text()).toContain('You can request as many books as you like.')
  })

  it('is hidden from administrators, who have none', async () => {
    const { text, server } = await withQuota(
      { quota: null, left: null, next_at: null },
      { user: { role: 'admin' } },
    )
    expect(text()).not.toContain('as many books as you like')
    expect(server.called('GET /api/requests/quota')).toEqual([])
  })
})
