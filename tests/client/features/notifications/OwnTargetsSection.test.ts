import { describe, expect, it } from 'vitest'
import type { NotificationTargetDto } from '#contract/notifications'
import type { SessionDto } from '#contract/auth'
import { json } from '#tests/client/support/fakeServer'
import { aTarget, someKinds } from '#tests/client/support/notificationSamples'
import { openPage } from '#tests/client/support/openPage'

const OWN = '/api/settings/account/notifications'

const open = (targets: NotificationTargetDto[], allowed = true, session: Partial<SessionDto> = {}) =>
  openPage('/settings/account', {
    user: { role: 'untrusted' },
    session,
    answers: {
      'GET /api/settings/account': () => json({ has_password: false, default_region: null, language: null }),
      'GET /api/settings/account/api-keys': () => json([]),
      'GET /api/settings/account/sessions': () => json([]),
      [`GET ${OWN}`]: () => json(targets),
      [`GET ${OWN}/kinds`]: () => json(someKinds({ allowed, private_addresses: false })),
      [`POST ${OWN}`]: () => json(aTarget()),
      [`PATCH ${OWN}/{}/enable`]: () => json(aTarget({ enabled: false })),
    },
  })

describe('a user’s own notifications', () => {
  it('begin with the service of the first target', async () => {
    const { press, field, text } = await open([])
    expect(text()).toContain('No notifications yet')
    await press('Gotify')
    expect(field('Web address').getAttribute('placeholder')).toContain('gotify')
  })

  it('show one’s own targets, which can be switched and added to', async () => {
    const { server, press, text } = await open([aTarget({ name: 'My phone' })])
    await press('My phone is on')
    expect(server.called(`PATCH ${OWN}/t1/enable`)).toHaveLength(1)
    await press('Add notification')
    expect(text()).toContain('Where messages go, about what, and what they say.')
  })

  it('lead to one’s own delivery log', async () => {
    const { wrapper } = await open([aTarget()])
    const links = wrapper.findAll('a').map((link) => link.attributes('href'))
    expect(links).toContain('/settings/account/deliveries')
    expect(links).toContain('/settings/account/deliveries?target=t1')
  })

  it('say that an administrator has turned them off, and can then only be viewed and removed', async () => {
    const { text, find } = await open([aTarget({ failed_count: 2 })], false)
    expect(text()).toContain('An administrator has turned off notifications for users.')
    expect(find('button', 'Remove Family chat')).not.toBeNull()
    for (const name of ['Family chat is on', 'Test Family chat', 'Edit Family chat', 'Add notification']) {
      expect(find('button', name), name).toBeNull()
    }
    expect(find('button', 'Send all 2 again: Family chat')).toBeNull()
  })

  it('offer nothing if they are turned off and there are none', async () => {
    const { text, find } = await open([], false)
    expect(text()).toContain('An administrator has turned off notifications for users.')
    expect(find('button', 'Gotify')).toBeNull()
  })

  it('are hidden without a sign-in, where everyone is the same person', async () => {
    const { text } = await open([aTarget()], true, { login_type: 'none' })
    expect(text()).toContain('API keys')
    expect(text()).not.toContain('Messages about your own requests')
  })
})
