import { beforeEach, describe, expect, it } from 'vitest'
import type { UserDto } from '#contract/auth'
import App from '#client/layout/App.vue'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { arrive } from '#tests/client/support/openPage'
import { anItem, aSession, aUser } from '#tests/client/support/samples'

const MARTA = aUser({ username: 'marta', role: 'admin' })
const JONAS = aUser({ username: 'jonas', role: 'untrusted' })

describe('answers to one person', () => {
  let user: UserDto | null
  beforeEach(() => {
    user = MARTA
  })

  async function start() {
    const server = fakeServer({
      'GET /api/session': () => json(aSession({ user })),
      'GET /api/system/notices': () => json([]),
      'GET /api/requests': () =>
        json(user === MARTA ? [anItem({ title: 'What only Marta may see' }, ['marta'])] : [], {
          headers: { 'x-total-count': user === MARTA ? '1' : '0' },
        }),
      'GET /api/requests/counts': () => json({ total: user === MARTA ? 1 : 0, by_status: {} }),
    })
    const page = await mountApp({ server, at: '/requests', component: App })
    await arrive()
    return { ...page, server, text: () => document.body.textContent ?? '' }
  }

  it('are not shown to the next one who signs in on the same page', async () => {
    const { session, router, text } = await start()
    expect(text()).toContain('What only Marta may see')
    user = null
    await session.load()
    await settle()
    expect(router.currentRoute.value.name).toBe('login')
    user = JONAS
    await session.load()
    await router.push('/requests')
    expect(text()).not.toContain('What only Marta may see')
    await arrive()
    expect(text()).not.toContain('What only Marta may see')
  })

  it('are fetched again if someone else takes over the open page', async () => {
    const { session, text } = await start()
    user = JONAS
    await session.load()
    await arrive()
    expect(text()).not.toContain('What only Marta may see')
  })

  it('stay for the same person who signs in again', async () => {
    const { session, router, server } = await start()
    user = null
    await session.load()
    await settle()
    user = MARTA
    await session.load()
    const before = server.called('GET /api/requests').length
    await router.push('/requests')
    await arrive()
    expect(server.called('GET /api/requests').length).toBe(before)
  })
})
