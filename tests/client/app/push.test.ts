import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endPush, recallPush, rememberPush } from '#client/app/push'
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
})
