import { describe, expect, it } from 'vitest'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { OidcCheckDto } from '#contract/oidc'
import type { SecurityDto } from '#contract/security'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, nothing, problem } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'

const SECURITY: SecurityDto = {
  login_type: 'forms',
  force_login_type: null,
  access_token_expiry: 43_200,
  min_password_length: 8,
  oidc_endpoint: 'https://id.example.org/.well-known/openid-configuration',
  oidc_client_id: 'earmark',
  oidc_client_secret: { set: true },
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
const FITS: OidcCheckDto = {
  redirect_url: 'https://books.example.org/auth/oidc',
  logout_redirect_url: 'https://books.example.org/login',
  reachable: true,
  seen: {
    issuer: 'https://id.example.org',
    scopes: ['openid', 'profile'],
    claims: null,
    token_endpoint_auth_methods: ['client_secret_post'],
  },
  problems: [],
  warnings: [],
}

const AS_ROOT = { root_username: 'marta', root_password: 'secret words' }

async function open({
  security = {},
  check = {},
  patch = nothing,
}: {
  security?: Partial<SecurityDto>
  check?: Partial<OidcCheckDto>
  patch?: Answer
} = {}) {
  const page = await openPage('/settings/security', {
    user: { role: 'admin', root: true },
    answers: {
      'GET /api/settings/security': () => json({ ...SECURITY, ...security }),
      'GET /api/settings/security/oidc': () => json({ ...FITS, ...check }),
      'PATCH /api/settings/security': patch,
    },
  })
  return {
    ...page,
    /** Says who the root administrator is. */
    async vouch() {
      await page.fill('Root administrator’s username', AS_ROOT.root_username)
      await page.fill('Root administrator’s password', AS_ROOT.root_password)
    },
    sent: () => page.server.called('PATCH /api/settings/security').map(({ body }) => body),
  }
}

describe('the login type', () => {
  async function switchTo(name: string, patch: Answer = nothing) {
    const page = await open({ patch })
    await page.press(name)
    await page.fill('Root administrator’s username', 'marta')
    await page.fill('Root administrator’s password', 'secret words')
    return page
  }

  it('says what would happen before anything does', async () => {
    const { press, text, sent } = await open()
    await press('No sign-in')
    expect(text()).toContain('anyone who can open this address is the root administrator')
    expect(text()).toContain('Everyone else is signed out.')
    expect(sent()).toEqual([])
  })

  it('says who has to sign in again, and who could no longer', async () => {
    const { press, text } = await open()
    await press('OpenID Connect')
    expect(text()).toContain('Everyone else is signed out.')
    await press('Browser dialog')
    expect(text()).toContain('Everyone has to sign in again, including you.')
    expect(text()).toContain('People who have only used a provider need a password first')
    expect(text()).toContain('People whose username contains a colon cannot sign in this way.')
  })

  it('is switched with the root administrator’s name and password', async () => {
    const { submitWith, sent } = await switchTo('Browser dialog')
    await submitWith('Root administrator’s password')
    expect(sent()).toEqual([{ login_type: 'basic', root_username: 'marta', root_password: 'secret words' }])
  })

  it('is not switched without them', async () => {
    const { press, submitWith, errorAt, sent } = await open()
    await press('No sign-in')
    await submitWith('Root administrator’s username')
    expect(errorAt('Root administrator’s username')).toBe('Required')
    expect(sent()).toEqual([])
  })

  it('stays unchanged if they are wrong, and says so', async () => {
    const { submitWith, text } = await switchTo('No sign-in', () =>
      problem({ status: 403, code: 'wrong_root_credentials', detail: 'No.' }),
    )
    await submitWith('Root administrator’s password')
    expect(text()).toContain('not the root administrator’s username and password')
  })

  it('can be left unchanged after all', async () => {
    const { press, text } = await open()
    await press('No sign-in')
    await press('Cancel')
    expect(text()).not.toContain('What will happen')
  })

  it('names the variable that fixes it, and cannot be changed then', async () => {
    const { button, press, text } = await open({ security: { force_login_type: 'forms' } })
    expect(text()).toContain('SVC_APP__FORCE_LOGIN_TYPE')
    expect(button('No sign-in').hasAttribute('disabled')).toBe(true)
    await press('No sign-in')
    expect(text()).not.toContain('What will happen')
  })

  it('is not switched to a provider that is not ready, and says what is missing', async () => {
    const { press, text, find } = await open({
      check: { problems: [issueAt('oidc_client_id', fault('not_set'))] },
    })
    await press('OpenID Connect')
    expect(text()).toContain('The provider is not ready yet')
    expect(text()).toContain('Client ID: This is not set.')
    expect(find('button', 'Switch to: OpenID Connect')).toBeNull()
  })

  it('is not switched to a provider that does not answer', async () => {
    const { press, text, find } = await open({ check: { reachable: false } })
    await press('OpenID Connect')
    expect(text()).toContain('You can save, but not switch to it.')
    expect(find('button', 'Switch to: OpenID Connect')).toBeNull()
  })
})

describe('the provider', () => {
  it('shows the redirect URL to copy', async () => {
    const { field } = await open()
    expect(field('Redirect URL').value).toBe('https://books.example.org/auth/oidc')
  })

  it('says which variable sets this server’s address if that is unknown', async () => {
    const { text } = await open({ check: { redirect_url: null, logout_redirect_url: null } })
    expect(text()).toContain('SVC_APP__PUBLIC_URL')
  })

  it('sends only what was changed, and keeps the stored secret', async () => {
    const { field, fill, find, vouch, submitWith, sent } = await open()
    expect(field('Client secret')).toMatchObject({ value: '', placeholder: 'Set; leave empty to keep it' })
    expect(find('label', 'Root administrator’s password')).toBeNull()
    await fill('Scopes', 'openid groups')
    await vouch()
    await submitWith('Scopes')
    expect(sent()).toEqual([{ oidc_scope: 'openid groups', ...AS_ROOT }])
  })

  it('sends a new secret and forgets it', async () => {
    const { field, fill, vouch, submitWith, sent } = await open()
    await fill('Client secret', 'new secret')
    await vouch()
    await submitWith('Client secret')
    expect(sent()).toEqual([{ oidc_client_secret: 'new secret', ...AS_ROOT }])
    expect(field('Client secret').value).toBe('')
  })

  it.each([
    ['Configuration endpoint', 'https://other.example.org'],
    ['Client ID', 'another'],
    ['Client secret', 'another'],
    ['Username claim', 'email'],
    ['Group claim', 'groups'],
  ])('asks for the root administrator’s password for another %s', async (label, value) => {
    const { fill, submitWith, errorAt, text, sent } = await open()
    await fill(label, value)
    await submitWith(label)
    expect(sent()).toEqual([])
    expect(text()).toContain('could sign in as anyone')
    expect(errorAt('Root administrator’s password')).not.toBe('')
  })

  it('asks what the provider calls the groups of the roles, once there is a claim', async () => {
    const { fill, vouch, submitWith, text, sent } = await open()
    expect(text()).not.toContain('Group of administrators')
    await fill('Group claim', 'groups')
    await fill('Group of administrators', '/admin')
    await vouch()
    await submitWith('Group of administrators')
    expect(sent()).toEqual([{ oidc_group_claim: 'groups', oidc_group_admin: '/admin', ...AS_ROOT }])
  })

  it.each([
    [{ groups: ['/admin', 'staff'], role: 'admin' }, 'claim “groups”: /admin · staff. Role: Administrator.'],
    [{ groups: ['staff'] }, 'claim “groups”: staff. None of them stands for a role'],
    [{ groups: [] }, 'There was no group in the claim “groups”'],
    [{ groups: [], sent: false }, 'The provider sent no claim “groups”'],
  ] as const)('shows the groups that were sent last: %j', async ({ groups, ...rest }, words) => {
    const at = new Date().toISOString()
    const seen = {
      at,
      username: 'carla',
      claim: 'groups',
      sent: true,
      role: null,
      ...rest,
      groups: [...groups],
    }
    const { text } = await open({ security: { last_group_claim: seen } })
    expect(text()).toContain('Last sign-in: carla')
    expect(text()).toContain(words)
  })

  it('says that the root administrator’s password is wrong', async () => {
    const { fill, vouch, submitWith, text } = await open({
      patch: () => problem({ status: 403, code: 'wrong_root_credentials', detail: 'No.' }),
    })
    await fill('Client ID', 'another')
    await vouch()
    await submitWith('Client ID')
    expect(text()).toContain('This is not the root administrator’s username and password.')
  })

  it('must include openid', async () => {
    const { fill, submitWith, errorAt, sent } = await open()
    await fill('Scopes', 'profile')
    await submitWith('Scopes')
    expect(errorAt('Scopes')).toBe('Must include openid')
    expect(sent()).toEqual([])
  })

  it('shows the provider’s complaint at its field', async () => {
    const errors = [
      issueAt('oidc_scope', fault('not_listed', { name: 'books', listed: 'openid', extent: 'whole' })),
    ]
    const { fill, vouch, submitWith, errorAt } = await open({
      patch: () => problem({ status: 422, code: 'validation_failed', detail: 'No.', errors }),
    })
    await fill('Scopes', 'openid books')
    await vouch()
    await submitWith('Scopes')
    expect(errorAt('Scopes')).toContain('The provider lists openid, but not books.')
  })

  it('says that nothing may be cleared while people sign in with it', async () => {
    const { fill, vouch, submitWith, errorAt, sent } = await open({
      security: { login_type: 'oidc' },
      patch: () =>
        problem({
          status: 409,
          code: 'oidc_not_ready',
          detail: 'No.',
          errors: [issueAt('oidc_client_id', fault('provider_in_use'))],
        }),
    })
    await fill('Client ID', '')
    await vouch()
    await submitWith('Client ID')
    expect(sent()).toEqual([{ oidc_client_id: '', ...AS_ROOT }])
    expect(errorAt('Client ID')).toBe('People sign in with this provider. Change the login type first.')
  })

  it('keeps unsaved input when the settings are refetched', async () => {
    const { fill, field, press, text } = await open()
    await fill('Client ID', 'half-typed')
    await fill('Minimum password length', '10')
    await press('Save rules')
    expect(text()).toContain('Check again')
    expect(field('Client ID').value).toBe('half-typed')
  })

  it('distinguishes warnings from errors that lock people out', async () => {
    const { text } = await open({
      check: { warnings: [issueAt('oidc_group_claim', fault('claims_not_listed'))] },
    })
    expect(text()).toContain('Signing in should work.')
    expect(text()).toContain('Group claim: The provider does not list its claims, so')
  })

  it('shows the provider’s own data', async () => {
    const { text } = await open()
    for (const words of ['Issuer', 'https://id.example.org', 'openid, profile', 'Not listed']) {
      expect(text()).toContain(words)
    }
  })

  it('warns while local users may be taken over', async () => {
    const { press, text } = await open()
    expect(text()).not.toContain('could become someone else here')
    await press('Take over local users of the same name')
    expect(text()).toContain('could become someone else here')
  })
})

describe('the rules', () => {
  it('are shown in the largest unit and sent in minutes', async () => {
    const { field, fill, submitWith, sent } = await open()
    expect([field('Stay signed in for').value, field('Unit').value]).toEqual(['30', 'day'])
    await fill('Stay signed in for', '12')
    await fill('Unit', 'hour')
    await submitWith('Minimum password length')
    expect(sent()).toEqual([{ access_token_expiry: 720, min_password_length: 8 }])
  })

  it('warn of short passwords', async () => {
    const { fill, text } = await open()
    await fill('Minimum password length', '4')
    expect(text()).toContain('Short passwords are easy to guess.')
  })

  it.each([
    ['eight', 'Enter a whole number'],
    ['0', 'At least 1'],
    ['2000', 'At most 1000'],
  ])('refuse a length of %s at the field', async (typed, said) => {
    const { fill, submitWith, errorAt, sent } = await open()
    await fill('Minimum password length', typed)
    await submitWith('Minimum password length')
    expect(errorAt('Minimum password length')).toBe(said)
    expect(sent()).toEqual([])
  })
})

describe('signing everyone out', () => {
  const DELETE = 'DELETE /api/settings/security/sessions'
  const openWith = (answer: Answer, login_type: SecurityDto['login_type'] = 'forms') =>
    openPage('/settings/security', {
      user: { role: 'admin' },
      answers: {
        'GET /api/settings/security': () => json({ ...SECURITY, login_type }),
        'GET /api/settings/security/oidc': () => json(FITS),
        [DELETE]: answer,
      },
    })

  it('is confirmed first', async () => {
    const { press, server } = await openWith(nothing)
    await press('Sign everyone else out')
    expect(server.called(DELETE)).toEqual([])
    await press('Sign everyone else out?')
    expect(server.called(DELETE)).toHaveLength(1)
  })

  it('revokes all API keys as well on request', async () => {
    const { press, server, text } = await openWith(nothing)
    await press('Revoke all API keys too')
    await press('Sign everyone else out')
    await press('Sign everyone else out?')
    expect(server.called(DELETE)[0]?.query.get('api_keys')).toBe('true')
    expect(text()).toContain('all API keys are revoked')
  })

  it.each(['basic', 'none'] as const)('is not offered if nobody has a session: %s', async (loginType) => {
    const { find } = await openWith(nothing, loginType)
    expect(find('button', 'Sign everyone else out')).toBeNull()
  })
})
