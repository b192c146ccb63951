import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttp } from '#client/app/http'
import { endPush, leavePush, recallPush, rememberPush } from '#client/app/push'
import { fakeServer, nothing } from '#tests/client/support/fakeServer'
import { restoreBrowser, stubBrowser } from '#tests/client/support/stubBrowser'
import { remembered } from '#client/app/storage'

describe('messages in this browser', () => {
  beforeEach(() => remembered.removeItem('earmark.push'))
  afterEach(restoreBrowser)

  it('are remembered with whose they are', () => {
    expect(recallPush()).toBeNull()
    rememberPush({ username: 'mona', target: 't1' })
    expect(recallPush()).toEqual({ username: 'mona', target: 't1' })
  })

  it.each(['{', '{"username":1}', '"mona"'])('are nobody’s where %s is remembered', (text) => {
    remembered.setItem('earmark.push', text)
    expect(recallPush()).toBeNull()
  })

  it('end in the browser as well', async () => {
    const { unsubscribe, pushManager } = stubBrowser('granted')
    await pushManager.subscribe()
    rememberPush({ username: 'mona', target: 't1' })
    await endPush()
    expect(recallPush()).toBeNull()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })

  it('keep nobody from signing out where the browser fails, and are ended once another one signs in', async () => {
    const { unsubscribe, pushManager } = stubBrowser('granted')
    await pushManager.subscribe()
    rememberPush({ username: 'mona', target: 't1' })
    unsubscribe.mockRejectedValueOnce(new DOMException('The push service is out of reach', 'AbortError'))
    const server = fakeServer({ 'DELETE /api/settings/account/notifications/{}': () => nothing() })
    await leavePush(createHttp({ fetch: server.fetch, isLeftAlone: () => false, onSignedOut() {} }))
    expect(server.calls.map(({ path }) => path)).toEqual(['/api/settings/account/notifications/t1'])
    expect(recallPush()).not.toBeNull()
    await endPush()
    expect(recallPush()).toBeNull()
  })
})
