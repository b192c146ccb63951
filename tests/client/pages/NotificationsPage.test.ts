import { describe, expect, it } from 'vitest'
import type { NotificationTargetDto } from '#contract/notifications'
import type { Answer } from '../support/fakeServer'
import { fakeServer, json, nothing, problem } from '../support/fakeServer'
import { mountApp, settle } from '../support/mountApp'
import { aSession, aUser } from '../support/samples'

function aTarget(target: Partial<NotificationTargetDto> = {}): NotificationTargetDto {
  return {
    id: 't1',
    name: 'Family chat',
    kind: 'custom',
    failed_count: 0,
    url: 'https://chat.example.org/hook',
    events: ['onNewRequest'],
    event_type: 'onNewRequest',
    body_type: 'json',
    body: '{"text":"{bookTitle}"}',
    token: null,
    failing: null,
    pending_count: 0,
    headers: { Authorization: { value: null, set: true } },
    enabled: true,
    last_delivery: null,
    ...target,
  }
}

async function start(
  targets: NotificationTargetDto[],
  answers: Record<string, Answer> = {},
  role: 'admin' | 'trusted' = 'admin',
) {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role }) })),
    'GET /api/settings/notifications': () => json(targets),
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
  async function fill(name: string, value: string) {
    const input = field(name)
    input.value = value
    input.dispatchEvent(new Event('input'))
    await settle()
  }
  async function save() {
    document.body
      .querySelector('[role="dialog"] form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }))
    await settle()
  }
  return { server, wrapper, router, press, field, fill, save, text: () => document.body.textContent ?? '' }
}

describe('the notification settings', () => {
  it('are not there for those who may not open them', async () => {
    const { wrapper, router } = await start([], {}, 'trusted')
    expect(wrapper.text()).toContain('There is no such page')
    expect(router.currentRoute.value.path).toBe('/settings/notifications')
  })

  it('show an example where there is no target', async () => {
    const { text, press, field } = await start([])
    expect(text()).toContain('Nobody is told yet')
    await press('Start from this example')
    expect(field('Web address').value).toContain('ntfy.sh')
  })

  it('keep a stored header that was not touched, by sending null', async () => {
    const { server, press, fill, save } = await start([aTarget()], {
      'PUT /api/settings/notifications/{}': () => json(aTarget()),
    })
    await press('Edit Family chat')
    await fill('Name', 'Whole family')
    await save()
    expect(server.called('PUT /api/settings/notifications/t1')[0]?.body).toEqual({
      name: 'Whole family',
      kind: 'custom',
      url: 'https://chat.example.org/hook',
      events: ['onNewRequest'],
      body_type: 'json',
      body: '{"text":"{bookTitle}"}',
      headers: { Authorization: null },
      enabled: true,
    })
  })

  it('send a header value that replaces the stored one, and leave out a removed header', async () => {
    const put: Answer = () => json(aTarget())
    const changed = await start([aTarget()], { 'PUT /api/settings/notifications/{}': put })
    await changed.press('Edit Family chat')
    expect(changed.field('Value of header 1').placeholder).toContain('Set')
    await changed.fill('Value of header 1', 'Bearer new')
    await changed.save()
    expect(changed.server.called('PUT /api/settings/notifications/t1')[0]?.body).toMatchObject({
      headers: { Authorization: 'Bearer new' },
    })

    changed.wrapper.unmount()
    const removed = await start([aTarget()], { 'PUT /api/settings/notifications/{}': put })
    await removed.press('Edit Family chat')
    await removed.press('Remove header Authorization')
    await removed.save()
    expect(removed.server.called('PUT /api/settings/notifications/t1')[0]?.body).toMatchObject({
      headers: {},
    })
  })

  it('put a variable into the message where the cursor is', async () => {
    const { press, field } = await start([aTarget({ body_type: 'text', body: 'New: !' })])
    await press('Edit Family chat')
    const message = field('Message')
    message.setSelectionRange(5, 5)
    await press('Insert bookTitle: the title')
    expect(message.value).toBe('New: {bookTitle}!')
  })

  it('refuse a message that is not JSON, and an address that is none', async () => {
    const { server, press, fill, save, text } = await start([aTarget()])
    await press('Edit Family chat')
    await fill('Message', '{"text": {bookTitle}}')
    await save()
    expect(text()).toContain('not valid JSON')
    await fill('Message', '{"text": "{bookTitle}"}')
    await fill('Web address', 'ftp://example.org')
    await save()
    expect(text()).toContain('An address that starts with http:// or https://')
    expect(server.called('PUT /api/settings/notifications/t1')).toHaveLength(0)
  })

  it('show what the server has against a field', async () => {
    const { press, save, field } = await start([aTarget()], {
      'PUT /api/settings/notifications/{}': () =>
        problem({
          status: 409,
          code: 'name_taken',
          detail: 'Taken.',
          errors: [{ path: 'name', message: 'is taken' }],
        }),
    })
    await press('Edit Family chat')
    await save()
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
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
