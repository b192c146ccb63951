import { afterEach, describe, expect, it, vi } from 'vitest'
import App from '#client/layout/App.vue'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { FakeStream } from '#tests/client/support/fakeStream'
import { aMyAnonamouse, anIndexer } from '#tests/client/support/indexerSamples'
import { mountApp } from '#tests/client/support/mountApp'
import { aConnection } from '#tests/client/support/openConnections'
import { arrive, openPage } from '#tests/client/support/openPage'
import { screenIsWide } from '#tests/client/support/screen'

const PROXY = {
  code: 'untrusted_proxy',
  text: 'A proxy is not trusted.',
  params: { address: '192.0.2.9', variable: 'SVC_APP__FORWARDED_ALLOW_IPS' },
}
const answers = { 'GET /api/system/notices': () => json([PROXY]) }

describe('the settings', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('are a list on a phone, with the pages open to each person', async () => {
    screenIsWide(false)
    const { text, path } = await openPage('/settings', { user: { role: 'trusted' } })
    expect(path()).toBe('/settings')
    expect(text()).toContain('Password, notifications, keys and devices')
    expect(text()).not.toContain('Who can use this server')
  })

  it('open with the first page if the list is beside it', async () => {
    screenIsWide(true)
    const { path } = await openPage('/settings')
    expect(path()).toBe('/settings/account')
  })

  it('have the name of their page in the title, even if its texts load late', async () => {
    const server = fakeServer()
    await mountApp({ server, at: '/settings/account', component: App })
    await arrive()
    expect(document.title).toBe('Account · Earmark')
  })

  it('mark the current page in the list on every page below it', async () => {
    const { wrapper } = await openPage('/settings/account')
    const current = wrapper.findAll('[aria-current]').map((link) => link.text())
    expect(current).toContain('Settings')
    expect(current).toContain('Account')
  })

  it('mark the page above the delivery log', async () => {
    const { find } = await openPage('/settings/notifications/deliveries', { user: { role: 'admin' } })
    expect(find('nav a', 'Notifications')?.getAttribute('aria-current')).toBe('true')
  })

  it.each([
    ['storage_replaced', 'was deleted or replaced'],
    ['storage_damaged', 'is damaged'],
  ])('tell administrators that the database file needs them (%s)', async (code, words) => {
    screenIsWide(false)
    const notices = () => json([{ code, text: 'Something.', params: { path: '/config/db.sqlite' } }])
    const { text } = await openPage('/settings', {
      user: { role: 'admin' },
      answers: { 'GET /api/system/notices': notices },
    })
    expect(text()).toContain(`The database file /config/db.sqlite ${words}`)
    expect(text()).not.toContain('Prowlarr')
  })

  it('tell administrators about an untrusted proxy, and how to fix it', async () => {
    screenIsWide(false)
    const { text } = await openPage('/settings', { user: { role: 'admin' }, answers })
    expect(text()).toContain('Something needs your attention')
    expect(text()).toContain('SVC_APP__FORWARDED_ALLOW_IPS=192.0.2.9')
  })

  it('tell administrators that nothing can be searched, what is missing and where to set it', async () => {
    screenIsWide(true)
    const issue = {
      code: 'prowlarr_incomplete',
      text: 'The search service has no API key.',
      settings: ['prowlarr_api_key'],
    }
    const { text, wrapper } = await openPage('/settings/account', {
      user: { role: 'admin' },
      answers: { 'GET /api/system/notices': () => json([issue]) },
    })
    expect(text()).toContain('The search service has no API key. Enter it in the indexer settings.')
    const marked = wrapper
      .findAll('a')
      .filter((link) => link.text().includes('Something needs your attention'))
    expect(marked.map((link) => link.attributes('href'))).toContain('/settings/indexers')
    expect(marked.map((link) => link.attributes('href'))).toContain('/settings')
  })

  it('mark the page of the indexers if an enabled one failed last time', async () => {
    screenIsWide(true)
    const status = { since: '', last_ok_at: null, last_failure_at: '', error: 'No.', cause: null }
    let reachable = true
    const { wrapper } = await openPage('/settings/account', {
      user: { role: 'admin' },
      answers: {
        'GET /api/indexers': () =>
          json([
            anIndexer({ status: { ...status, reachable } }),
            aMyAnonamouse({ enabled: false, status: { ...status, reachable: false } }),
          ]),
      },
    })
    const marked = () =>
      wrapper
        .findAll('a')
        .filter((link) => link.text().includes('Something needs your attention'))
        .map((link) => link.attributes('href'))
    expect(marked()).toEqual([])
    reachable = false
    FakeStream.current.say({ topic: 'connections' })
    await expect.poll(marked).toEqual(['/settings/indexers'])
  })

  it('mark the pages of download clients and libraries if an enabled one failed last time', async () => {
    screenIsWide(true)
    const status = {
      reachable: false,
      since: '',
      last_ok_at: null,
      last_failure_at: '',
      error: 'No.',
      cause: null,
    }
    const { wrapper } = await openPage('/settings/account', {
      user: { role: 'admin' },
      answers: {
        'GET /api/connections': () =>
          json([
            aConnection({ id: 'up' }),
            aConnection({ id: 'down', status }),
            aConnection({ id: 'off', kind: 'library', enabled: false, status }),
          ]),
      },
    })
    const marked = wrapper
      .findAll('a')
      .filter((link) => link.text().includes('Something needs your attention'))
    expect(marked.map((link) => link.attributes('href'))).toEqual(['/settings/download-clients'])
  })

  it('ask only administrators about the installation', async () => {
    const { server, text } = await openPage('/settings', { user: { role: 'trusted' }, answers })
    expect(server.called('GET /api/system/notices')).toHaveLength(0)
    expect(server.called('GET /api/connections')).toHaveLength(0)
    expect(text()).not.toContain('Something needs your attention')
  })
})
