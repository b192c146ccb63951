import { describe, expect, it } from 'vitest'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, nothing, problem } from '#tests/client/support/fakeServer'
import { arrive, openPage } from '#tests/client/support/openPage'
import { aSession } from '#tests/client/support/samples'

const open = (at: string, answers: Record<string, Answer> = {}) =>
  openPage(at, { user: null, session: { login_type: 'oidc' }, answers })

/** Responds to a sign-in, after which the session has a user. */
function lettingIn(answer: Answer) {
  let inside = false
  const session = () => json(aSession({ login_type: 'oidc', ...(inside ? {} : { user: null }) }))
  return {
    'GET /api/session': session,
    'GET /api/requests': () => json([]),
    'GET /api/requests/counts': () => json({ total: 0, by_status: {} }),
    'POST /api/auth/login': answered,
    'POST /api/auth/oidc/takeover': answered,
  }
  async function answered(call: Parameters<Answer>[0]) {
    const response = await answer(call)
    inside = response.ok
    return response
  }
}

const link = (wrapper: Awaited<ReturnType<typeof open>>['wrapper'], text: string) =>
  wrapper.findAll('a').find((candidate) => candidate.text() === text)

describe('signing in through a provider', () => {
  it('starts below the base path and names the requested page', async () => {
    const { wrapper } = await open('/requests?sort=title')
    const href = link(wrapper, 'Sign in with your provider')?.attributes('href') ?? ''
    const url = new URL(href, document.baseURI)
    expect(url.pathname).toBe('/auth/oidc/login')
    expect(url.searchParams.get('next')).toBe('/requests?sort=title')
    expect(wrapper.find('form').exists()).toBe(false)
  })

  it('never names a page of another host', async () => {
    const { wrapper } = await open('/login?next=//evil.example')
    const href = link(wrapper, 'Sign in with your provider')?.attributes('href') ?? ''
    expect(new URL(href, document.baseURI).searchParams.get('next')).toBe('/')
  })

  it('shows root’s alternative', async () => {
    const { wrapper, router } = await open('/login?next=/requests')
    await link(wrapper, 'Root administrator: sign in with a password')?.trigger('click')
    await arrive()
    expect(router.currentRoute.value.query).toEqual({ backup: '1', next: '/requests' })
  })

  it('lets the root administrator in with a password', async () => {
    const { fill, submitWith, server, path } = await open(
      '/login?backup=1&next=/requests',
      lettingIn(() => nothing()),
    )
    await fill('Username', 'marta')
    await fill('Password', 'secret words')
    await submitWith('Password')
    expect(server.called('POST /api/auth/login')).toHaveLength(1)
    expect(path()).toBe('/requests')
  })
})

describe('a sign-in through a provider that failed', () => {
  it('is explained, with a retry and root’s alternative', async () => {
    const { wrapper } = await open('/login?error=oidc_state')
    expect(wrapper.get('[role="alert"]').text()).toContain('This sign-in has expired')
    expect(link(wrapper, 'Try again')).toBeDefined()
    expect(link(wrapper, 'Root administrator: sign in with a password')).toBeDefined()
  })

  it('shows what the provider was asked for', async () => {
    const explained = async (at: string) => {
      const { wrapper } = await open(`/login?error=oidc_unreachable&at=${at}`)
      return wrapper.get('[role="alert"]').text()
    }
    expect(await explained('configuration')).toContain('when it was asked for its configuration')
    expect(await explained('user_info')).toContain('when it was asked about you')
    expect(await explained('call%200900')).not.toContain('when it was asked')
  })

  it('is explained without repeating what is in the address', async () => {
    const { wrapper, text } = await open('/login?error=<b>call%200900</b>')
    expect(wrapper.get('[role="alert"]').text()).toContain('Sign-in failed')
    expect(text()).not.toContain('0900')
  })
})

describe('an administrator of the same name', () => {
  const takeOver = async (answer: Answer) => {
    const page = await open('/login?takeover=marta', lettingIn(answer))
    await page.fill('Password', 'secret words')
    await page.submitWith('Password')
    return page
  }

  it('is taken over with the password, and the requested page opens', async () => {
    const { server, path } = await takeOver(() => json({ redirect_to: '/requests?sort=title' }))
    expect(server.called('POST /api/auth/oidc/takeover')[0]?.body).toEqual({ password: 'secret words' })
    expect(path()).toBe('/requests?sort=title')
  })

  it('never leads to another host', async () => {
    const { path } = await takeOver(() => json({ redirect_to: 'https://evil.example/requests' }))
    expect(path()).toBe('/')
  })

  it('stays if the password is wrong', async () => {
    const { wrapper, text } = await takeOver(() =>
      problem({ status: 401, code: 'wrong_credentials', detail: 'No.' }),
    )
    expect(text()).toContain('There is already an administrator with this name: marta.')
    expect(wrapper.get('[role="alert"]').text()).toBe('This is not the password of that account.')
  })

  it('without a password takes root’s', async () => {
    const page = await open(
      '/login?takeover=marta&by=root',
      lettingIn(() => problem({ status: 401, code: 'wrong_credentials', detail: 'No.' })),
    )
    expect(page.text()).toContain('the root administrator signs in here')
    await page.fill('Root administrator’s password', 'secret words')
    await page.submitWith('Root administrator’s password')
    expect(page.wrapper.get('[role="alert"]').text()).toBe('This is not the root administrator’s password.')
  })

  it('says that it took too long', async () => {
    const { wrapper, find } = await takeOver(() =>
      problem({ status: 409, code: 'oidc_no_takeover', detail: 'No.' }),
    )
    expect(wrapper.get('[role="alert"]').text()).toBe('This sign-in has expired. Start again.')
    expect(find('button', 'Yes, sign in')).toBeNull()
  })
})
