import { describe, expect, it } from 'vitest'
import type { NotificationTargetDto } from '#contract/notifications'
import { json, later, nothing, problem } from '#tests/client/support/fakeServer'
import type { Answer } from '#tests/client/support/fakeServer'
import { aTarget, aTestResult, someKinds } from '#tests/client/support/notificationSamples'
import { openPage } from '#tests/client/support/openPage'

const BASE = '/api/settings/notifications'
const AT = '2026-11-21T09:30:00Z'

const open = (
  targets: NotificationTargetDto[],
  answers: Record<string, Answer> = {},
  role: 'admin' | 'trusted' = 'admin',
) =>
  openPage('/settings/notifications', {
    user: { role },
    answers: {
      [`GET ${BASE}`]: () => json(targets),
      [`GET ${BASE}/kinds`]: () => json(someKinds()),
      [`GET ${BASE}/personal`]: () => json({ allowed: true, private_addresses: false }),
      ...answers,
    },
  })

describe('the notification settings', () => {
  it('are hidden from people without access', async () => {
    const { text, path } = await open([], {}, 'trusted')
    expect(text()).toContain('Page not found')
    expect(path()).toBe('/settings/notifications')
  })

  it('ask for the service of the first target', async () => {
    const { text, press, field } = await open([])
    expect(text()).toContain('No notifications yet')
    await press('Discord')
    expect(text()).toContain('Add notification')
    expect(field('Web address').getAttribute('placeholder')).toContain('discord')
  })

  it('open the form of a target with its stored values', async () => {
    const { press, field } = await open([aTarget()])
    await press('Edit Family chat')
    expect(field('Name').value).toBe('Family chat')
  })

  it('switch a target off', async () => {
    const { server, press } = await open([aTarget()], {
      [`PATCH ${BASE}/{}/enable`]: () => json(aTarget({ enabled: false })),
    })
    await press('Family chat is on')
    expect(server.called(`PATCH ${BASE}/t1/enable`)).toHaveLength(1)
  })

  it('remove a target after asking', async () => {
    const { server, press } = await open([aTarget()], { [`DELETE ${BASE}/{}`]: nothing })
    await press('Remove Family chat')
    expect(server.called(`DELETE ${BASE}/t1`)).toHaveLength(0)
    await press('Remove Family chat?')
    expect(server.called(`DELETE ${BASE}/t1`)).toHaveLength(1)
  })

  it('show what a target is, its events, and its last message', async () => {
    const last = {
      state: 'delivered',
      at: AT,
      attempts: 3,
      error: null,
      cause: null,
      next_attempt_at: null,
    } as const
    const events: NotificationTargetDto['events'] = ['onNewRequest', 'onAvailable']
    const { text } = await open([aTarget({ kind: 'gotify', events, last_delivery: last })])
    for (const words of ['Gotify', 'New request', 'Available', 'Delivered on attempt 3']) {
      expect(text()).toContain(words)
    }
  })

  it('say why a message is delayed, and how many wait', async () => {
    const next_attempt_at = new Date(Date.now() + 5 * 60_000).toISOString()
    const last = {
      state: 'pending',
      at: AT,
      attempts: 2,
      error: 'Busy',
      cause: null,
      next_attempt_at,
    } as const
    const { text } = await open([aTarget({ last_delivery: last, pending_count: 7 })])
    for (const words of ['Failed 2 times, next attempt in 5 minutes', 'Busy', '7 messages waiting']) {
      expect(text()).toContain(words)
    }
  })

  it('mark a target that failed for good, with the reason, and resend what failed', async () => {
    const last = {
      state: 'failed',
      at: AT,
      attempts: 1,
      error: 'Gone',
      cause: null,
      next_attempt_at: null,
    } as const
    const failing = {
      since: AT,
      error: 'What the server says',
      cause: { code: 'answered', params: { status: 404 } },
    } as const
    const { server, press, text } = await open([aTarget({ failing, failed_count: 4, last_delivery: last })], {
      [`POST ${BASE}/{}/resend-failed`]: () => json({ resent: 4 }),
    })
    expect(text()).toMatch(/Failing since 21 Nov 2026.*The target answered 404/)
    expect(text()).toContain('4 messages failed')
    await press('Send all 4 again: Family chat')
    expect(server.called(`POST ${BASE}/t1/resend-failed`)).toHaveLength(1)
    expect(text()).toContain('Sending 4 messages to Family chat again')
  })

  it('send a test to a stored target and show request and answer', async () => {
    const { server, press, text } = await open([aTarget()], {
      [`POST ${BASE}/{}/test`]: () => json(aTestResult({ answer: { status: 200, body: 'thanks' } })),
    })
    await press('Test Family chat')
    expect(server.called(`POST ${BASE}/t1/test`).map(({ body }) => body)).toEqual([{}])
    expect(text()).toContain('thanks')
    expect(text()).toContain('A Sample')
    await press('Send another')
    expect(server.called(`POST ${BASE}/t1/test`)).toHaveLength(2)
  })

  it('say why a test was not sent', async () => {
    const { press, text } = await open([aTarget()], {
      [`POST ${BASE}/{}/test`]: () => problem({ status: 404, code: 'unknown_target', detail: 'It is gone.' }),
    })
    await press('Test Family chat')
    expect(text()).toContain('There is no such notification target.')
  })
})

describe('what users may do with their own targets', () => {
  it('changes at once, and shows the wanted value meanwhile', async () => {
    const { answer, give } = later()
    const { server, press, button } = await open([], { [`PATCH ${BASE}/personal`]: answer })
    await press('Users can add their own notifications')
    expect(button('Users can add their own notifications').getAttribute('aria-checked')).toBe('false')
    expect(server.called(`PATCH ${BASE}/personal`)[0]?.body).toEqual({ allowed: false })
    give(json({ allowed: false, private_addresses: false }))
  })

  it('warns if they reach into the server’s network', async () => {
    const risk = 'machines that only it can reach'
    const careful = await open([])
    expect(careful.text()).not.toContain(risk)
    careful.wrapper.unmount()
    const { text } = await open([], {
      [`GET ${BASE}/personal`]: () => json({ allowed: true, private_addresses: true }),
    })
    expect(text()).toContain(risk)
  })

  it('stays unchanged if it could not be saved, and says so', async () => {
    const { press, button, text } = await open([], {
      [`PATCH ${BASE}/personal`]: () => problem({ status: 503, code: 'busy', detail: 'The disk is full.' }),
    })
    await press('Allow addresses on your local network')
    expect(button('Allow addresses on your local network').getAttribute('aria-checked')).toBe('false')
    expect(text()).toContain('The disk is full.')
  })
})
