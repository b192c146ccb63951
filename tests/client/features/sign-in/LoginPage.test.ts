import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '#tests/client/support/fakeServer'
import { fakeServer, json, nothing, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { aSession } from '#tests/client/support/samples'

async function start(
  at: string,
  login: Answer = nothing,
  loginType: 'forms' | 'basic' | 'oidc' = 'forms',
  secureAddress: string | null = null,
) {
  let signedIn = false
  const server = fakeServer({
    'GET /api/session': () =>
      json(
        aSession({
          login_type: loginType,
          secure_address: secureAddress,
          ...(signedIn ? {} : { user: null }),
        }),
      ),
    'POST /api/auth/login': async (call) => {
      const response = await login(call)
      signedIn = response.ok
      return response
    },
    'GET /api/requests': () => json([]),
    'GET /api/requests/counts': () => json({ total: 0, by_status: {} }),
  })
  const { wrapper, router } = await mountApp({ server, at })
  async function signIn() {
    const [username, password] = wrapper.findAll('input')
    await username?.setValue('marta')
    await password?.setValue('secret words')
    await wrapper.get('form').trigger('submit')
    await settle()
  }
  return { server, wrapper, router, signIn, path: () => router.currentRoute.value.fullPath }
}

it('takes the username at once', async () => {
  const { wrapper } = await start('/login')
  expect(document.activeElement).toBe(wrapper.get('input[autocomplete="username"]').element)
})

it.each([
  ['Robin’s audiobooks', 'to Robin’s audiobooks'],
  [null, `to ${window.location.host}`],
])('says whose server it is: %s', async (serverName, words) => {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ server_name: serverName, user: null })),
  })
  const { wrapper } = await mountApp({ server, at: '/login' })
  expect(wrapper.get('header').text()).toContain(words)
})

it('says so if the browser did not keep the cookie', async () => {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: null })),
    'POST /api/auth/login': nothing,
  })
  const { wrapper, router } = await mountApp({ server, at: '/login' })
  const [username, password] = wrapper.findAll('input')
  await username?.setValue('marta')
  await password?.setValue('secret words')
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(wrapper.text()).toContain('your browser dropped the cookie')
  expect(router.currentRoute.value.name).toBe('login')
})

describe('by http, when the cookie requires https', () => {
  it.each(['forms', 'oidc'] as const)(
    'says why no one stays signed in and leads to https: %s',
    async (type) => {
      const at = '/login?next=/requests'
      const { wrapper } = await start(at, nothing, type, 'https://books.example.org/audiobooks/')
      const link = wrapper.get('a[href^="https://books.example.org/"]')
      expect(link.attributes('href')).toBe('https://books.example.org/audiobooks/login?next=/requests')
      expect(link.text()).toBe('Open https://books.example.org/audiobooks/')
      expect(wrapper.text()).toContain('You are on http.')
    },
  )

  it('is not mentioned if it makes no difference', async () => {
    const { wrapper } = await start('/login')
    expect(wrapper.text()).not.toContain('http')
  })
})

describe('signing in', () => {
  it('comes before any page, and leads back to it', async () => {
    const { server, signIn, path } = await start('/requests?sort=title')
    expect(path()).toBe('/login?next=/requests?sort=title')
    await signIn()
    expect(server.called('POST /api/auth/login')[0]?.body).toEqual({
      username: 'marta',
      password: 'secret words',
    })
    expect(path()).toBe('/requests?sort=title')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/login', 'search'])(
    'never leads to %s',
    async (next) => {
      const { signIn, path } = await start(`/login?next=${encodeURIComponent(next)}`)
      await signIn()
      expect(path()).toBe('/')
    },
  )

  it('says when username or password is wrong', async () => {
    const { wrapper, signIn, path } = await start('/login', () =>
      problem({ status: 401, code: 'wrong_credentials', detail: 'No.' }),
    )
    await signIn()
    expect(wrapper.get('[role="alert"]').text()).toBe('Wrong username or password.')
    expect(path()).toBe('/login')
  })

  it('says how long to wait after too many wrong attempts', async () => {
    const { wrapper, signIn } = await start('/login', () =>
      problem({ status: 429, code: 'too_many_tries', detail: 'Wait.' }, { 'retry-after': '120' }),
    )
    await signIn()
    expect(wrapper.get('[role="alert"]').text()).toBe('Too many failed attempts. Try again in 2 minutes.')
  })

  it('is left to the browser under basic', async () => {
    const { wrapper } = await start('/search', nothing, 'basic')
    expect(wrapper.find('form').exists()).toBe(false)
    expect(wrapper.text()).toContain('Your browser asks')
  })

  it.each([
    ['/requests?sort=title', '/requests?sort=title'],
    ['/https://evil.example/', '/https://evil.example/'],
    ['/javascript:alert(1)', '/javascript:alert(1)'],
    ['//evil.example', '/'],
  ])('makes the browser ask on this server, whatever page is requested: %s', async (next, opened) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const { wrapper } = await start(`/login?next=${encodeURIComponent(next)}`, nothing, 'basic')
    await wrapper.get('main button, button').trigger('click')
    expect(assign.mock.calls.map(([to]) => String(to))).toEqual([window.location.origin + opened])
    assign.mockRestore()
  })
})
