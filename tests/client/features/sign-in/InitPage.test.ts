import { describe, expect, it } from 'vitest'
import type { Answer } from '#tests/client/support/fakeServer'
import { fakeServer, json, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { aSession, aUser } from '#tests/client/support/samples'

const fresh = aSession({ initialized: false, login_type: null, user: null })

async function start(init: Answer, session = fresh) {
  let current = session
  const server = fakeServer({
    'GET /api/session': () => json(current),
    'GET /api/requests': () => json([]),
    'POST /api/init': async (call) => {
      const response = await init(call)
      if (response.ok) current = aSession({ user: aUser({ username: 'root', role: 'admin' }) })
      return response
    },
  })
  const { wrapper, router } = await mountApp({ server, at: '/requests' })
  const [username, password, confirm] = wrapper.findAll('input')

  async function fill(values: { username?: string; password?: string; confirm?: string }) {
    await username?.setValue(values.username ?? 'root')
    await password?.setValue(values.password ?? 'correct horse battery')
    await confirm?.setValue(values.confirm ?? values.password ?? 'correct horse battery')
    await wrapper.get('form').trigger('submit')
    await settle()
  }
  const complaints = () =>
    wrapper
      .findAll('input[aria-invalid="true"]')
      .map((input) =>
        document.getElementById(input.attributes('aria-describedby') ?? '')?.textContent?.trim(),
      )
  return { server, wrapper, router, fill, complaints }
}

const done: Answer = () => json(aUser({ username: 'root', role: 'admin' }), { status: 201 })

describe('the first set-up', () => {
  it('receives every address until it is done', async () => {
    const { router } = await start(done)
    expect(router.currentRoute.value.name).toBe('init')
  })

  it('sends the choices and continues to the steps of the set-up', async () => {
    const { server, wrapper, router, fill } = await start(done)
    await wrapper.findAll('[role="radio"]')[2]?.trigger('click')
    await fill({})
    expect(server.called('POST /api/init')[0]?.body).toEqual({
      login_type: 'none',
      username: 'root',
      password: 'correct horse battery',
      confirm_password: 'correct horse battery',
    })
    expect(router.currentRoute.value.name).toBe('setup')
  })

  it('warns if sign-in would be switched off', async () => {
    const { wrapper } = await start(done)
    expect(wrapper.text()).not.toContain('anyone who can open it can change everything')
    await wrapper.findAll('[role="radio"]')[2]?.trigger('click')
    expect(wrapper.text()).toContain('anyone who can open it can change everything')
  })

  it('reports what is missing at its field, before anything is sent', async () => {
    const { server, complaints, fill } = await start(done)
    await fill({ username: ' ' })
    expect(complaints()).toEqual(['Required'])
    await fill({ confirm: 'correct horse' })
    expect(complaints()).toEqual(['The passwords do not match'])
    await fill({ password: 'short' })
    expect(complaints()).toEqual(['At least 8 characters'])
    expect(server.called('POST /api/init')).toHaveLength(0)
  })

  it('shows the server’s complaint at its field, in the server’s words if the page has none, and goes there', async () => {
    const errors = [
      { path: 'password', code: 'common', params: {}, message: 'is one of the most common passwords' },
    ]
    const { complaints, fill, router } = await start(() =>
      problem({ status: 422, code: 'invalid', detail: 'No.', errors }),
    )
    await fill({})
    expect(complaints()).toEqual(['Is one of the most common passwords'])
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
    expect(router.currentRoute.value.name).toBe('init')
  })

  it('leads to sign-in if someone else was faster', async () => {
    const { wrapper, fill } = await start(() =>
      problem({ status: 409, code: 'already_set_up', detail: 'Done.' }),
    )
    await fill({})
    expect(wrapper.get('[role="alert"]').text()).toContain('Continue to sign-in')
  })

  it('offers only the login type forced by the environment', async () => {
    const { wrapper } = await start(done, { ...fresh, force_login_type: 'basic' })
    expect(wrapper.findAll('[role="radio"]').map((radio) => radio.text())).toHaveLength(1)
    expect(wrapper.get('[role="radio"]').attributes('aria-checked')).toBe('true')
  })

  it('is closed once it is done', async () => {
    const { wrapper, router } = await mountApp({
      server: fakeServer({ 'GET /api/requests': () => json([]) }),
      at: '/init',
    })
    expect(router.currentRoute.value.name).toBe('discover')
    expect(wrapper.text()).not.toContain('Welcome')
  })
})
