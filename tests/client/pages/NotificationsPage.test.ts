import { describe, expect, it } from 'vitest'
import type { NotificationTargetDto } from '#contract/notifications'
import type { Answer } from '../support/fakeServer'
import { fakeServer, json, nothing } from '../support/fakeServer'
import { mountApp, settle } from '../support/mountApp'
import { aTarget, someKinds } from '../support/notificationSamples'
import { aSession, aUser } from '../support/samples'

async function start(
  targets: NotificationTargetDto[],
  answers: Record<string, Answer> = {},
  role: 'admin' | 'trusted' = 'admin',
) {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role }) })),
    'GET /api/settings/notifications': () => json(targets),
    'GET /api/settings/notifications/kinds': () => json(someKinds()),
    ...answers,
  })
  const { wrapper, router } = await mountApp({ server, at: '/settings/notifications' })
  await settle()
  const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)]
  async function press(name: string) {
    const found = all('button').find(
      (button) => (button.getAttribute('aria-label') ?? button.textContent?.trim()) === name,
    )
    if (!found) throw new Error(`No button ${name}`)
    found.click()
    await settle()
  }
  function field(name: string): HTMLInputElement | HTMLTextAreaElement {
    const label = all('label').find((candidate) => candidate.textContent === name)
    const id = label?.getAttribute('for') ?? ''
    const found = document.getElementById(id) ?? document.body.querySelector(`[aria-label="${name}"]`)
    if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found
    throw new Error(`No field ${name}`)
  }
  return { server, wrapper, router, press, field, text: () => document.body.textContent ?? '' }
}

describe('the notification settings', () => {
  it('are not there for those who may not open them', async () => {
    const { wrapper, router } = await start([], {}, 'trusted')
    expect(wrapper.text()).toContain('There is no such page')
    expect(router.currentRoute.value.path).toBe('/settings/notifications')
  })

  it('say what to begin with where there is no target', async () => {
    const { text, press, field } = await start([])
    expect(text()).toContain('Nobody is told yet')
    await press('Begin with ntfy')
    expect(field('Web address').placeholder).toContain('ntfy')
  })

  it('open the form of a target with what is stored', async () => {
    const { press, field } = await start([aTarget()])
    await press('Edit Family chat')
    expect(field('Name').value).toBe('Family chat')
  })

  it('switch a target off', async () => {
    const { server, press } = await start([aTarget()], {
      'PATCH /api/settings/notifications/{}/enable': () => json(aTarget({ enabled: false })),
    })
    await press('Family chat is on')
    expect(server.called('PATCH /api/settings/notifications/t1/enable')).toHaveLength(1)
  })

  it('remove a target after asking', async () => {
    const { server, press } = await start([aTarget()], { 'DELETE /api/settings/notifications/{}': nothing })
    await press('Remove Family chat')
    expect(server.called('DELETE /api/settings/notifications/t1')).toHaveLength(0)
    await press('Really remove?')
    expect(server.called('DELETE /api/settings/notifications/t1')).toHaveLength(1)
  })

  it('say how the last message went', async () => {
    const delivery = { at: new Date().toISOString(), attempts: 3, error: 'HTTP 500', next_attempt_at: null }
    const { text } = await start([aTarget({ last_delivery: { ...delivery, state: 'failed' } })])
    expect(text()).toContain('Gave up')
    expect(text()).toContain('HTTP 500')
  })
})
