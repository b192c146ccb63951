import { describe, expect, it } from 'vitest'
import { fakeServer, json, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { aSession } from '#tests/client/support/samples'

const requests = { 'GET /api/requests': () => json([]) }

describe('the pages', () => {
  it('start with Discover', async () => {
    const { router } = await mountApp({ server: fakeServer(requests), at: '/' })
    expect(router.currentRoute.value.name).toBe('discover')
  })

  it('show signed-in people that a page does not exist, inside the frame', async () => {
    const { wrapper, router } = await mountApp({ server: fakeServer(), at: '/no/such/page' })
    expect(wrapper.get('main').text()).toContain('Page not found')
    expect(wrapper.find('header input').exists()).toBe(true)
    expect(router.currentRoute.value.path).toBe('/no/such/page')
  })

  it.each(['/users', '/users/7'])('lead from where dashboards link to, to the people: %s', async (at) => {
    const { router } = await mountApp({ server: fakeServer(), at })
    expect(router.currentRoute.value.path).toBe('/settings/users')
  })

  it('warn on every page while sign-in is switched off', async () => {
    const server = fakeServer({
      ...requests,
      'GET /api/session': () => json(aSession({ login_type: 'none' })),
    })
    const { wrapper } = await mountApp({ server })
    expect(wrapper.get('[role="note"]').text()).toContain('Sign-in is off')
  })

  it('fetch the session again when a call is refused', async () => {
    let user = aSession().user
    const server = fakeServer({
      'GET /api/session': () => json(aSession({ user })),
      'GET /api/requests': () => {
        user = null
        return problem({ status: 401, code: 'not_signed_in', detail: 'Sign in.' })
      },
    })
    const { session } = await mountApp({ server })
    await settle()
    expect(session.user).toBeNull()
  })
})
