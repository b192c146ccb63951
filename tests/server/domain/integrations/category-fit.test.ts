import { describe, expect, it, onTestFinished } from 'vitest'
import { startSabnzbdFake } from '#fakes/download-clients/sabnzbd'
import { startProwlarrFake } from '#fakes/prowlarr'
import { clientRemarks } from '#server/domain/integrations/category-fit'
import { categoryIssues } from '#server/domain/integrations/category-fit.rules'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { actor } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { indexersOver } from './integrations.fixture'

describe('a client that gets releases with another category than its connection watches', () => {
  const sends = (category: string, name = 'News') => ({
    name,
    program: 'Sabnzbd',
    protocol: 'usenet',
    category,
  })
  const watches = (category: string, name = 'Reader', program = 'SABnzbd') => ({ name, program, category })
  const found = (...watching: ReturnType<typeof watches>[]) =>
    categoryIssues('Seeker', [sends('prowlarr')], watching).map(({ code }) => code)

  it.each([
    ['another category', [watches('audiobooks')], ['category_differs']],
    ['the same in capitals', [watches('Prowlarr')], []],
    ['everything', [watches('')], []],
    ['the same in one of two connections', [watches('audiobooks'), watches('prowlarr')], []],
    [
      'another in the one of its name',
      [watches('audiobooks', 'NEWS'), watches('prowlarr')],
      ['category_differs'],
    ],
    ['another in another program', [watches('audiobooks', 'News', 'NZBGet')], []],
    ['nothing, without a connection', [], []],
  ] as const)('is found if that watches %s', (_, watching, codes) => {
    expect(found(...watching)).toEqual(codes)
  })

  it('is named with both categories', () => {
    expect(categoryIssues('Seeker', [sends('prowlarr'), sends('')], [watches('audiobooks')])).toEqual([
      {
        code: 'category_differs',
        params: {
          service: 'Seeker',
          client: 'News',
          category: 'prowlarr',
          name: 'Reader',
          watched: 'audiobooks',
        },
      },
      {
        code: 'category_not_sent',
        params: { service: 'Seeker', client: 'News', name: 'Reader', watched: 'audiobooks' },
      },
    ])
  })
})

const ADMINISTRATOR = actor({ id: 'root', username: 'Root', role: 'admin', root: true })

onEachDatabase('the category of what is sent, and the one that is watched', (database) => {
  async function connected() {
    const prowlarr = await startProwlarrFake()
    const sabnzbd = await startSabnzbdFake({ categories: ['audiobooks', 'prowlarr'] })
    onTestFinished(async () => {
      await Promise.all([prowlarr.close(), sabnzbd.close()])
    })
    const integrations = indexersOver(database())
    const settings = { base_url: sabnzbd.baseUrl, api_key: sabnzbd.apiKey }
    const source = { prowlarr_base_url: prowlarr.baseUrl, prowlarr_api_key: prowlarr.apiKey }
    await integrations.patch('Prowlarr', { ...source, enabled: true })
    await integrations.connections.create(
      { driver: 'SABnzbd', name: 'Reader', enabled: true, settings },
      ADMINISTRATOR,
    )
    return {
      prowlarr,
      integrations,
      codes: async () => (await integrations.test('Prowlarr', {})).findings.map(({ code }) => code),
      codesOfClient: async (category: string) => {
        const body = { driver: 'SABnzbd', settings: { ...settings, category } }
        const { findings } = await integrations.connections.test(body, ADMINISTRATOR)
        return findings.map(({ code }) => code)
      },
    }
  }

  it('are compared by the test of either connection', async () => {
    const { integrations, codes, codesOfClient, prowlarr } = await connected()
    const { text } = await integrations.test('Prowlarr', {})
    expect(text).toContain('Newsreader with the category prowlarr, but Reader is set to audiobooks')
    expect(await codes()).toEqual(['indexers_asked', 'category_differs'])
    expect(await codesOfClient('audiobooks')).toEqual(['answers', 'category_differs'])
    expect(await codesOfClient('prowlarr')).toEqual(['answers'])
    for (const client of prowlarr.clients)
      client.categories = [{ clientCategory: 'audiobooks', categories: [3000] }]
    expect(await codes()).toEqual(['indexers_asked'])
    for (const client of prowlarr.clients)
      client.categories = [{ clientCategory: 'books', categories: [7000] }]
    expect(await codes()).toEqual(['indexers_asked', 'category_differs'])
    for (const client of prowlarr.clients) client.fields = [{ name: 'category' }]
    expect(await codes()).toEqual(['indexers_asked', 'category_not_sent'])
    for (const client of prowlarr.clients) client.enable = client.protocol !== 'usenet'
    expect(await codes()).toEqual(['indexers_asked', 'no_client_for'])
  })

  it('are not compared if Earmark adds such releases itself', async () => {
    const { codes, codesOfClient } = await connected()
    await createSettingsRepository({ database: database() }).put({
      key: 'send_usenet_by',
      value: 'client',
      at: new Date(),
    })
    expect(await codes()).toEqual(['indexers_asked'])
    expect(await codesOfClient('audiobooks')).toEqual(['answers'])
  })

  it('do not keep a client from working while the source fails', async () => {
    const { prowlarr, codesOfClient } = await connected()
    prowlarr.misbehave({ kind: 'reset' })
    expect(await codesOfClient('audiobooks')).toEqual(['answers', 'category_not_compared'])
  })

  it('are not waited for', async () => {
    const remarks = clientRemarks({
      searchService: { name: 'Seeker', senders: () => new Promise(() => undefined) },
      settings: indexersOver(database()).settings,
      access: { settings: () => Promise.resolve({ values: {}, ready: true }) },
      limit: 1,
    })
    expect(await remarks({ name: 'Reader', program: 'SABnzbd', category: 'audiobooks' })).toEqual([
      { code: 'category_not_compared', params: { service: 'Seeker' } },
    ])
  })
})
