import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttp } from '#client/app/http'
import { endPush, followPush, leavePush, recallPush, rememberPush } from '#client/app/push'
import { fakeServer, json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { restoreBrowser, stubBrowser } from '#tests/client/support/stubBrowser'
import { aUser } from '#tests/client/support/samples'
import { remembered } from '#client/app/storage'

const MONA = { username: 'mona', target: 't1', url: 'https://push.example.org/x' }
const RENEWAL = 'POST /api/settings/account/notifications/push-renewal'
const MOVED = 'https://moved.example.org/y'

const httpOf = ({ fetch }: ReturnType<typeof fakeServer>) =>
  createHttp({ fetch, isUnattended: () => false, onSignedOut() {}, onProxySignIn() {} })

/** Opens a page for someone. */
function openFor(username: string, answer: Answer = () => nothing()) {
  const key = () => json({ public_key: 'BKey' })
  const server = fakeServer({
    [RENEWAL]: answer,
    'GET /api/settings/account/notifications/push-key': key,
  })
  followPush({ user: aUser({ username }) }, httpOf(server))
  return server
}

describe('push messages in this browser', () => {
  beforeEach(() => remembered.removeItem('earmark.push'))
  afterEach(restoreBrowser)

  it('are stored with their owner', () => {
    expect(recallPush()).toBeNull()
    rememberPush(MONA)
    expect(recallPush()).toEqual(MONA)
  })

  it.each(['{', '{"username":1}', '"mona"'])('have no owner if %s is stored', (text) => {
    remembered.setItem('earmark.push', text)
    expect(recallPush()).toBeNull()
  })

  it('end in the browser as well', async () => {
    const { unsubscribe, pushManager } = stubBrowser('granted')
    await pushManager.subscribe()
    rememberPush(MONA)
    await endPush()
    expect(recallPush()).toBeNull()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })

  it('prevent no one from signing out if the browser fails, and end once another person signs in', async () => {
    const { unsubscribe, pushManager } = stubBrowser('granted')
    await pushManager.subscribe()
    rememberPush(MONA)
    unsubscribe.mockRejectedValueOnce(new DOMException('The push service is out of reach', 'AbortError'))
    const server = fakeServer({ 'DELETE /api/settings/account/notifications/{}': () => nothing() })
    await leavePush(httpOf(server))
    expect(server.calls.map(({ path }) => path)).toEqual(['/api/settings/account/notifications/t1'])
    expect(recallPush()).not.toBeNull()
    await endPush()
    expect(recallPush()).toBeNull()
  })

  it('end when another person signs in', async () => {
    const { unsubscribe, pushManager } = stubBrowser('granted')
    await pushManager.subscribe()
    rememberPush(MONA)
    openFor('otto')
    await expect.poll(recallPush).toBeNull()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })

  it('go to the browser’s current address, of which the server learns at the next start', async () => {
    const { moveTo, pushManager } = stubBrowser('granted')
    moveTo(MOVED)
    await pushManager.subscribe()
    rememberPush(MONA)
    const server = openFor('mona')
    await expect.poll(recallPush).toEqual({ ...MONA, url: MOVED })
    const headers = { p256dh: 'p', auth: 'a' }
    expect(server.called(RENEWAL)).toMatchObject([{ body: { old_url: MONA.url, url: MOVED, headers } }])
  })

  it('are renewed by a browser that has dropped them', async () => {
    const { moveTo } = stubBrowser('granted')
    moveTo(MOVED)
    rememberPush(MONA)
    openFor('mona')
    await expect.poll(recallPush).toEqual({ ...MONA, url: MOVED })
  })

  it('end if the server has removed their target, and stay stored if it is unreachable', async () => {
    const { moveTo, pushManager, unsubscribe } = stubBrowser('granted')
    moveTo(MOVED)
    await pushManager.subscribe()
    rememberPush(MONA)
    const failing = openFor('mona', () => problem({ status: 503, code: 'unavailable', detail: '' }))
    await expect.poll(() => failing.called(RENEWAL)).toHaveLength(1)
    expect(recallPush()).toEqual(MONA)
    openFor('mona', () => problem({ status: 404, code: 'unknown_target', detail: '' }))
    await expect.poll(recallPush).toBeNull()
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
})
