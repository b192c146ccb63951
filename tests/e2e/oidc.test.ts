import { startForgingProvider, type Forgery } from '#fakes/forging-provider'
import { CLIENT } from '#fakes/oidc-provider'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { looksRight } from './support/looks'
import { heading, openSection, signIn, signOut } from './support/pages'
import { ADMINISTRATOR, callAs } from './support/people'
import {
  providerSettings,
  signInAtProvider,
  useDemoWithProvider,
  visitWithProvider,
} from './support/provider'
import { appears, disappears } from './support/seeing'
import { BOTH } from './support/environments'
import { expectToast } from './support/shown-toasts'

const ROOT_WORD = { root_username: ADMINISTRATOR.username, root_password: ADMINISTRATOR.password }

describe.each(BOTH)('signing in with a provider at $base on a $device', ({ base, device }) => {
  const server = useDemoWithProvider({ baseUrl: base })

  /** Changes how people sign in; under OpenID Connect too, root may use the password. */
  async function change(settings: Record<string, unknown>): Promise<void> {
    await callAs(server().url, ADMINISTRATOR, 'PATCH', 'api/settings/security', { ...settings, ...ROOT_WORD })
  }
  async function visit(refusals: readonly number[] = []) {
    const { url, provider } = server()
    return { url, page: await visitWithProvider({ url, issuer: provider.issuer, device, refusals }) }
  }
  beforeAll(async () => {
    const { provider } = server()
    provider.accounts.set('s-nora', { preferred_username: 'nora' })
    provider.accounts.set('s-omar', { preferred_username: 'omar', groups: ['Family', 'Admin'] })
    await change({ ...providerSettings(provider), login_type: 'oidc' })
  })

  it('creates a user at the first visit, leads to the requested page, and signs out at the provider', async () => {
    // The page being left may still send a request.
    const { url, page } = await visit([401])
    await page.goto(`${url}requests?sort=title&order=asc`)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await signInAtProvider(page, 's-nora')
    await appears(heading(page, 'Requests'))
    expect(page.url()).toBe(`${url}requests?sort=title&order=asc`)
    await page.getByRole('button', { name: 'Account: nora' }).click()
    await appears(page.getByText('Member', { exact: true }))
    await page.keyboard.press('Escape')

    await page.goto(`${url}settings/users`)
    await appears(heading(page, 'Page not found'))
    await page.goto(`${url}settings/account`)
    await appears(page.getByRole('heading', { name: 'API keys' }))
    expect(await page.getByLabel('Current password').count()).toBe(0)

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await appears(heading(page, 'Sign in'))
    expect(page.url()).toMatch(new RegExp(`^${url}login`))

    // The provider asks again after signing out there.
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await appears(page.getByLabel('Account'))
  })

  it('applies the role of the group at every visit, and recognises a renamed person', async () => {
    const { url, page } = await visit()
    const { provider } = server()
    await page.goto(`${url}settings/users`)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await signInAtProvider(page, 's-omar')
    await appears(heading(page, 'Users'))

    provider.accounts.set('s-omar', { preferred_username: 'omar-renamed', groups: 'trusted' })
    await page.context().clearCookies()
    await page.goto(`${url}settings/account`)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await signInAtProvider(page, 's-omar')
    await appears(heading(page, 'Account'))
    await page.getByRole('button', { name: 'Account: omar' }).click()
    await appears(page.getByText('Trusted member', { exact: true }))
  })

  it('cannot be completed twice, even in the same browser', async () => {
    const { url, page } = await visit()
    const { provider } = server()
    provider.accounts.set('s-piet', { preferred_username: 'piet' })
    const arrivals: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${url}auth/oidc?`)) arrivals.push(request.url())
    })
    await page.goto(`${url}settings/account`)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await signInAtProvider(page, 's-piet')
    await appears(heading(page, 'Account'))
    // The page may still be loading, and its calls would fail without the session.
    await page.goto('about:blank')
    await page.context().clearCookies({ name: /^earmark_session_/ })
    expect(arrivals).toHaveLength(1)
    expect((await page.context().cookies()).map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^earmark_oidc_/),
    )
    await page.goto(arrivals[0] ?? '')
    await appears(page.getByText('This sign-in has expired'))
    await page.goto(`${url}settings/account`)
    await appears(heading(page, 'Sign in'))
  })

  it('says so if the provider lets no one in', async () => {
    const { url, page } = await visit()
    await page.goto(`${url}login`)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await appears(page.getByText('The provider did not let you in'))
    await looksRight(page, 'a refused sign-in')
  })

  it('says that the secret is wrong, and lets root in with the password', async () => {
    const { url, page } = await visit([401])
    await change({ oidc_client_secret: 'not the secret' })
    await page.goto(`${url}requests`)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await signInAtProvider(page, 's-nora')
    await appears(page.getByText('The provider does not accept this server'))
    await appears(page.getByText('It failed when it was asked for a token.'))
    await page.getByRole('link', { name: 'Root administrator: sign in with a password' }).click()
    await appears(heading(page, 'Sign in as root administrator'))
    expect(new URL(page.url()).searchParams.get('backup')).toBe('1')

    await signIn(page, { username: 'maya', password: ADMINISTRATOR.password })
    await appears(page.getByRole('alert').getByText('Wrong username or password.'))
    await signIn(page, ADMINISTRATOR)
    await disappears(heading(page, 'Sign in as root administrator'))
    await openSection(page, 'Settings')
    await appears(heading(page, /^(Settings|Account)$/))
    await change({ oidc_client_secret: CLIENT.secret })
  })
})

describe('a provider whose answers are forged', () => {
  const server = useDemoWithProvider({ baseUrl: '/audiobooks/' })
  const past = Math.floor(Date.now() / 1000) - 3600

  it.each<[string, Forgery]>([
    ['of another sign-in', { claims: { nonce: 'forged' } }],
    ['unsigned', { header: { alg: 'none' }, signature: 'none' }],
    ['expired', { claims: { iat: past, exp: past + 60 } }],
  ])('lets nobody in with an ID token that is %s', async (_what, forgery) => {
    const { url, provider } = server()
    const forging = await startForgingProvider(CLIENT.id, CLIENT.secret)
    onTestFinished(() => forging.close())
    const endpoint = { oidc_endpoint: forging.endpoint, oidc_scope: 'openid', oidc_group_claim: '' }
    const settings = { ...providerSettings(provider), ...endpoint, login_type: 'oidc', ...ROOT_WORD }
    await callAs(url, ADMINISTRATOR, 'PATCH', 'api/settings/security', settings)
    forging.forge({ ...forgery, claims: { preferred_username: 'fay', ...forgery.claims } })
    const page = await visitWithProvider({ url, issuer: forging.url, device: 'desktop' })
    await page.goto(`${url}requests`)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await appears(page.getByText('The provider’s answer could not be trusted'))
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContainEqual(
      expect.stringContaining('earmark_session'),
    )

    forging.forge({ claims: { preferred_username: 'fay' } })
    await page.getByRole('link', { name: 'Try again' }).click()
    await appears(page.getByRole('button', { name: 'Account: fay' }))
  })
})

describe.each(['/', '/audiobooks/'])(
  'signing in with a provider behind a proxy with https at %s',
  (baseUrl) => {
    const server = useDemoWithProvider({ baseUrl, https: true })

    it('returns by https, with https-only cookies, and signs out the same way', async () => {
      const { url, provider, direct } = server()
      provider.accounts.set('s-nora', { preferred_username: 'nora' })
      const settings = { ...providerSettings(provider), login_type: 'oidc', ...ROOT_WORD }
      await callAs(direct, ADMINISTRATOR, 'PATCH', 'api/settings/security', settings)
      const page = await visitWithProvider({
        url,
        issuer: provider.issuer,
        device: 'desktop',
        refusals: [401],
      })
      await page.goto(`${url}requests`)
      await page.getByRole('link', { name: 'Sign in with your provider' }).click()
      await signInAtProvider(page, 's-nora')
      await appears(heading(page, 'Requests'))
      expect(page.url()).toBe(`${url}requests`)
      const cookies = (await page.context().cookies(url)).filter(({ name }) => name.includes('earmark_'))
      expect(cookies.map(({ name, secure, path }) => [name, secure, path]).toSorted()).toEqual([
        [expect.stringMatching(/^__Secure-earmark_device_/), true, baseUrl],
        [expect.stringMatching(/^__Secure-earmark_oidc_/), true, baseUrl],
        [expect.stringMatching(/^__Secure-earmark_session_/), true, baseUrl],
      ])
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await appears(heading(page, 'Sign in'))
      expect(page.url()).toMatch(new RegExp(`^${url}login`))
    })
  },
)

describe('a provider that the environment requires', () => {
  const ROOT = { username: 'Rosa', password: 'a fairly long password' }
  const server = useDemoWithProvider({
    baseUrl: '/',
    filled: false,
    env: {
      SVC_APP__FORCE_LOGIN_TYPE: 'oidc',
      SVC_APP__INIT_ROOT_USERNAME: ROOT.username,
      SVC_APP__INIT_ROOT_PASSWORD: ROOT.password,
    },
  })

  it('is set up by root, signed in with the password, and then lets people in', async () => {
    const { url, provider } = server()
    provider.accounts.set('s-nora', { preferred_username: 'nora' })
    // Requests that the page sends while it signs out are refused.
    const refusals = [401]
    const visit = () => visitWithProvider({ url, issuer: provider.issuer, device: 'desktop', refusals })
    const page = await visit()
    await page.goto(url)
    await page.getByRole('link', { name: 'Sign in with your provider' }).click()
    await appears(page.getByText('The provider is not set up'))
    await page.getByRole('link', { name: 'Root administrator: sign in with a password' }).click()
    await signIn(page, ROOT)
    await disappears(heading(page, 'Sign in as root administrator'))

    await page.goto(`${url}settings/security`)
    await appears(page.getByText('SVC_APP__FORCE_LOGIN_TYPE'))
    expect(await page.getByRole('radio', { name: /^Sign-in page/ }).isDisabled()).toBe(true)
    const secret = page.getByLabel('Client secret', { exact: true })
    expect(await page.getByLabel('Redirect URL', { exact: true }).inputValue()).toBe(`${url}auth/oidc`)
    await page.getByLabel('Configuration endpoint').fill(provider.endpoint)
    await page.getByLabel('Client ID').fill(CLIENT.id)
    await secret.fill(CLIENT.secret)
    await page.getByLabel('Scopes').fill('openid profile')
    await page.getByLabel('Root administrator’s username').fill(ROOT.username)
    await page.getByLabel('Root administrator’s password').fill(ROOT.password)
    await page.getByRole('button', { name: 'Save and check' }).click()
    await expectToast(page, 'Saved')
    await appears(page.getByText('The provider answers. Signing in should work.'))
    expect(await secret.inputValue()).toBe('')
    await signOut(page)

    const other = await visit()
    await other.goto(url)
    await other.getByRole('link', { name: 'Sign in with your provider' }).click()
    await signInAtProvider(other, 's-nora')
    await appears(other.getByRole('button', { name: 'Account: nora' }))
  })
})
