import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationTargetDto } from '#contract/notifications'
import { recallPush } from '#client/app/push'
import { remembered } from '#client/app/storage'
import { json, nothing } from '#tests/client/support/fakeServer'
import { aTarget, someKinds } from '#tests/client/support/notificationSamples'
import { openPage } from '#tests/client/support/openPage'
import { restoreBrowser, stubBrowser } from '#tests/client/support/stubBrowser'

const OWN = '/api/settings/account/notifications'
const SWITCH = 'Notify me on this device'

function open(targets: NotificationTargetDto[] = []) {
  return openPage('/settings/account', {
    user: { role: 'untrusted', username: 'mona' },
    answers: {
      'GET /api/settings/account': () => json({ has_password: false, default_region: null, language: null }),
      'GET /api/settings/account/api-keys': () => json([]),
      'GET /api/settings/account/sessions': () => json([]),
      [`GET ${OWN}`]: () => json(targets),
      [`GET ${OWN}/kinds`]: () => json(someKinds({ allowed: true, private_addresses: false })),
      [`GET ${OWN}/push-key`]: () => json({ public_key: 'BKey' }),
      [`POST ${OWN}`]: () => {
        targets = [aTarget({ id: 'device', kind: 'web_push', name: 'Phone' })]
        return json(targets[0])
      },
      [`DELETE ${OWN}/{}`]: () => {
        targets = []
        return nothing()
      },
    },
  })
}

describe('messages on this device', () => {
  beforeEach(() => remembered.removeItem('earmark.push'))
  afterEach(restoreBrowser)

  it('begin on request, and end in the browser and on the server', async () => {
    const { unsubscribe } = stubBrowser('default', 'granted')
    const { server, press, find } = await open()
    await press(SWITCH)
    expect(server.called(`POST ${OWN}`)).toMatchObject([{ body: { kind: 'web_push' } }])
    expect(recallPush()).toEqual({ username: 'mona', target: 'device', url: 'https://push.example.org/x' })
    expect(find('button', SWITCH)?.getAttribute('aria-checked')).toBe('true')
    await press(SWITCH)
    expect(unsubscribe).toHaveBeenCalled()
    expect(server.called(`DELETE ${OWN}/device`)).toHaveLength(1)
    expect(recallPush()).toBeNull()
  })

  it('do not begin without permission, which is explained', async () => {
    stubBrowser('denied')
    const { find, text } = await open()
    expect(find('button', SWITCH)).toBeNull()
    expect(text()).toContain('Allow them in the settings of your browser.')
  })

  it('require https, and say so without it', async () => {
    stubBrowser('default').withoutHttps()
    const { text } = await open()
    expect(text()).toContain('need https')
  })
})
