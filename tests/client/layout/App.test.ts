import { afterEach, expect, it } from 'vitest'
import App from '#client/layout/App.vue'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { mountApp } from '#tests/client/support/mountApp'
import { aSession } from '#tests/client/support/samples'

const { documentElement: root } = document
afterEach(() => {
  root.removeAttribute('dir')
  root.removeAttribute('lang')
})

it.each(['ltr', 'rtl'])('uses its language, for arrow keys too: %s', async (direction) => {
  const server = fakeServer({
    'GET /api/session': () => json(aSession()),
    'GET /api/system/notices': () => json([]),
  })
  await mountApp({ server, at: '/requests', component: App, texts: { 'app.direction': direction } })
  await expect.poll(() => document.querySelector('[role="tablist"]')).not.toBeNull()
  expect(root.dir).toBe(direction)
  expect(document.querySelector('[role="tablist"]')?.closest('[dir]')?.getAttribute('dir')).toBe(direction)
})

it('offers to load the page again when a proxy asks to sign in', async () => {
  const server = fakeServer({
    'GET /api/session': () => json(aSession()),
    'GET /api/system/notices': () => json([]),
    'GET /api/requests': () => new Response('Unauthorized', { status: 401 }),
  })
  const { wrapper } = await mountApp({ server, at: '/requests', component: App })
  await expect.poll(() => wrapper.text()).toContain('The proxy asks you to sign in again')
  expect(wrapper.findAll('main button').map((button) => button.text())).toContain('Reload')
})
