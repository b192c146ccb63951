import { describe, expect, it } from 'vitest'
import { connectedProwlarr, fetchBut, prowlarrDriver } from './prowlarr.fixture'

const keep = () => Promise.resolve()

describe('testing the connection to Prowlarr', () => {
  it('says that everything works, with version and number of indexers', async () => {
    const { driver, settings } = await connectedProwlarr({ base: '/prowlarr' })
    expect(await driver.test(settings.values(), keep)).toEqual({
      code: 'ok',
      text: 'Prowlarr 2.0.5.5160 answers, and 3 indexers are searched for releases.',
      findings: [{ code: 'indexers_asked', params: { server: 'Prowlarr 2.0.5.5160', n: 3 } }],
      cause: null,
      version: '2.0.5.5160',
    })
  })

  it.each([
    ['wrong_key', { prowlarr_api_key: 'another' }, 'Settings → General'],
    ['not_the_api', { prowlarr_base_url: 'BASE/wrong' }, 'Check the base URL'],
    ['unreachable', { prowlarr_base_url: 'http://127.0.0.1:1' }, 'Check the base URL'],
    ['unreachable', { prowlarr_base_url: 'http://no-such-host.invalid' }, 'host name is unknown'],
    ['no_indexers', { prowlarr_indexers: '99' }, 'Select others'],
  ])('finds %s with %j and says what to do', async (code, changes, words) => {
    const { fake, driver, settings } = await connectedProwlarr()
    for (const [name, value] of Object.entries(changes)) {
      settings.set({ [name]: value.replace('BASE', fake.baseUrl) })
    }
    const found = await driver.test(settings.values(), keep)
    expect(found).toMatchObject({ code, text: expect.stringContaining(words) })
  })

  it.each([
    [{ kind: 'html' }, 'not_the_api'],
    [{ kind: 'status', status: 500 }, 'answered_with_error'],
    [{ kind: 'status', status: 503 }, 'answered_with_error'],
    [{ kind: 'reset' }, 'unreachable'],
    [{ kind: 'half' }, 'unreachable'],
  ] as const)('reads %j as %s', async (mode, code) => {
    const { fake, driver, settings } = await connectedProwlarr()
    fake.misbehave(mode)
    expect(await driver.test(settings.values(), keep)).toMatchObject({
      code,
      text: expect.stringMatching(/\.$/),
    })
  })

  it('recognises another program by its name', async () => {
    const { settings } = await connectedProwlarr()
    const other = prowlarrDriver({ fetch: fetchBut('/status', () => Response.json({ appName: 'Sonarr' })) })
    expect(await other.test(settings.values(), keep)).toMatchObject({
      code: 'not_the_api',
      text: expect.stringContaining('This is Sonarr'),
    })
  })

  it('says that there is no indexer', async () => {
    const { fake, driver, settings } = await connectedProwlarr()
    fake.indexers.length = 0
    expect(await driver.test(settings.values(), keep)).toMatchObject({ code: 'no_indexers' })
  })

  it('says that there is no download client, or none that fits', async () => {
    const { fake, driver, settings } = await connectedProwlarr()
    fake.clients.splice(0, 1)
    expect(await driver.test(settings.values(), keep)).toMatchObject({
      code: 'ok',
      text: expect.stringContaining('no download client for torrent'),
    })
    settings.set({ prowlarr_indexers: '1,3' })
    expect(await driver.test(settings.values(), keep)).toMatchObject({
      code: 'no_download_client',
      text: expect.stringContaining('torrent'),
    })
    fake.clients.length = 0
    expect(await driver.test(settings.values(), keep)).toMatchObject({ code: 'no_download_client' })
  })
})
