import { expect, it, onTestFinished } from 'vitest'
import { startMamFake } from '#fakes/mam'
import type { OfferedRelease } from '#server/domain/integrations/integrations.types'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'
import { indexersOver, shown } from './integrations.fixture'

const PROWLARR = { prowlarr_base_url: 'http://prowlarr:9696/', prowlarr_api_key: 'a-key-of-prowlarr' }

onEachDatabase('the indexers', (database) => {
  it('are all listed, off, with their defaults', async () => {
    const indexers = indexersOver(database())
    expect(await indexers.list()).toEqual([
      {
        name: 'Prowlarr',
        enabled: false,
        settings: {
          prowlarr_base_url: null,
          prowlarr_api_key: null,
          prowlarr_categories: '3030',
          prowlarr_indexers: '',
          prowlarr_search_timeout: 60,
          prowlarr_source_ttl: 86_400,
        },
        last_read: null,
        last_error: null,
        cause: null,
        status: null,
      },
      {
        name: 'MyAnonamouse',
        enabled: false,
        settings: {
          mam_session_id: null,
          mam_base_url: 'https://www.myanonamouse.net',
          mam_vip: false,
        },
        last_read: null,
        last_error: null,
        cause: null,
        status: null,
      },
    ])
  })

  it('require only address, key and the switch for Prowlarr', async () => {
    const indexers = indexersOver(database())
    await indexers.patch('Prowlarr', { ...PROWLARR, enabled: true })
    expect(await shown(indexers, 'Prowlarr')).toMatchObject({
      enabled: true,
      settings: { prowlarr_base_url: 'http://prowlarr:9696/', prowlarr_api_key: { set: true } },
    })
    expect(await indexers.source.configured()).toBe(true)
    expect(indexers.announced).toEqual([{ topic: 'indexers' }])
  })

  it('leave a mark of the search service while it is ready, which every change replaces', async () => {
    const indexers = indexersOver(database())
    const mark = async () => (await indexers.connections.setup())['Prowlarr']
    expect(await mark()).toBeUndefined()
    await indexers.patch('Prowlarr', { ...PROWLARR, enabled: true })
    const first = await mark()
    await indexers.patch('MyAnonamouse', { mam_vip: true })
    expect([first, await mark()]).toEqual([expect.any(String), first])
    await indexers.patch('Prowlarr', { prowlarr_source_ttl: 60 })
    expect([undefined, first]).not.toContain(await mark())
    await indexers.patch('Prowlarr', { enabled: false })
    expect(await mark()).toBeUndefined()
  })

  it('have their changes logged with who changed what, never the values', async () => {
    const indexers = indexersOver(database())
    await indexers.patch('Prowlarr', { ...PROWLARR, enabled: true })
    await indexers.patch('Prowlarr', { ...PROWLARR, prowlarr_source_ttl: 60 })
    await indexers.patch('Prowlarr', { prowlarr_source_ttl: 60 })
    await indexers.patch('Prowlarr', { prowlarr_source_ttl: null, enabled: false })
    await expect(indexers.patch('Prowlarr', { prowlarr_source_ttl: 'soon' })).rejects.toThrow()
    expect(await indexers.written()).toEqual([
      'Root Prowlarr enabled, prowlarr_api_key, prowlarr_base_url',
      'Root Prowlarr enabled, prowlarr_source_ttl',
      'Root Prowlarr prowlarr_source_ttl',
    ])
  })

  it('keep every setting that a change does not name', async () => {
    const indexers = indexersOver(database())
    await indexers.patch('Prowlarr', { ...PROWLARR, prowlarr_source_ttl: 60, enabled: true })
    await indexers.patch('Prowlarr', { prowlarr_categories: '3030,3010' })
    await indexers.patch('Prowlarr', { enabled: false })
    expect(await shown(indexers, 'Prowlarr')).toMatchObject({
      enabled: false,
      settings: {
        prowlarr_base_url: 'http://prowlarr:9696/',
        prowlarr_api_key: { set: true },
        prowlarr_categories: '3030,3010',
        prowlarr_source_ttl: 60,
      },
    })
    await indexers.patch('Prowlarr', { prowlarr_categories: null, prowlarr_api_key: null })
    expect((await shown(indexers, 'Prowlarr')).settings).toMatchObject({
      prowlarr_categories: '3030',
      prowlarr_api_key: null,
    })
  })

  it('change completely or not at all', async () => {
    const indexers = indexersOver(database())
    await indexers.patch('Prowlarr', PROWLARR)
    const changes = {
      prowlarr_base_url: 'http://prowlarr:9696/x',
      prowlarr_source_ttl: 'long',
      enabled: true,
    }
    await expect(indexers.patch('Prowlarr', changes)).rejects.toMatchObject({
      code: 'validation_failed',
      status: 422,
      errors: [{ path: 'prowlarr_source_ttl', code: 'not_a_whole_number' }],
    })
    expect(await shown(indexers, 'Prowlarr')).toMatchObject({
      enabled: false,
      settings: { prowlarr_base_url: 'http://prowlarr:9696/' },
    })
  })

  it('are recognised by their exact names', async () => {
    const indexers = indexersOver(database())
    expect(await outcomesOf([indexers.patch('prowlarr', {}), indexers.test('Nobody', {})])).toEqual([
      'unknown_indexer',
      'unknown_indexer',
    ])
  })

  it('are not switched on while a required setting is missing', async () => {
    const indexers = indexersOver(database())
    await expect(indexers.patch('MyAnonamouse', { enabled: true })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'mam_session_id', code: 'required_while_on', params: { indexer: 'MyAnonamouse' } }],
    })
  })

  it('lose no change if two instances make them at the same time', async () => {
    const [one, other] = [indexersOver(database()), indexersOver(database())]
    const changes = [
      { prowlarr_base_url: 'http://prowlarr' },
      { prowlarr_api_key: 'key' },
      { prowlarr_categories: '3010' },
      { prowlarr_indexers: '1,2' },
      { prowlarr_source_ttl: 5 },
      { prowlarr_search_timeout: 90 },
    ]
    await Promise.all(changes.map((change, index) => (index % 2 ? one : other).patch('Prowlarr', change)))
    expect((await shown(indexersOver(database()), 'Prowlarr')).settings).toEqual({
      prowlarr_base_url: 'http://prowlarr',
      prowlarr_api_key: { set: true },
      prowlarr_categories: '3010',
      prowlarr_indexers: '1,2',
      prowlarr_source_ttl: 5,
      prowlarr_search_timeout: 90,
    })
  })

  it('are stored encrypted', async () => {
    const { read, tables } = database()
    await indexersOver(database()).patch('Prowlarr', { ...PROWLARR, enabled: true })
    const rows = await read.select().from(tables.indexers)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/a-key-of-prowlarr|9696/)
  })

  it('can be tested unsaved, which stores nothing', async () => {
    const indexers = indexersOver(database(), { fetch: () => Promise.reject(new TypeError('fetch failed')) })
    expect(await indexers.test('Prowlarr', { prowlarr_base_url: 'http://prowlarr' })).toEqual({
      code: 'incomplete',
      text: 'Fill in prowlarr_api_key first.',
      findings: [{ code: 'settings_missing', params: { settings: 'prowlarr_api_key' } }],
      cause: null,
      version: null,
    })
    await indexers.patch('Prowlarr', { prowlarr_api_key: 'key' })
    expect(
      await indexers.test('Prowlarr', { prowlarr_base_url: 'http://prowlarr', enabled: true }),
    ).toMatchObject({
      code: 'unreachable',
    })
    await expect(indexers.test('Prowlarr', { prowlarr_source_ttl: 'x' })).rejects.toMatchObject({
      status: 422,
    })
    expect((await shown(indexers, 'Prowlarr')).settings).toMatchObject({ prowlarr_base_url: null })
  })
})

onEachDatabase('the key of an indexer', (database) => {
  it('is sent only to the origin it was entered for, even by a test', async () => {
    const fake = await startMamFake({ session: 'mine' })
    const stranger = await startMamFake({ session: 'mine' })
    onTestFinished(() => Promise.all([fake.close(), stranger.close()]).then(() => undefined))
    const indexers = indexersOver(database())
    await indexers.patch('MyAnonamouse', { mam_base_url: fake.url, mam_session_id: 'mine', enabled: true })
    const move = { mam_base_url: stranger.url }
    const again = {
      status: 422,
      errors: [{ path: 'mam_session_id', code: 'enter_again' }],
    }
    await expect(indexers.test('MyAnonamouse', move)).rejects.toMatchObject(again)
    await expect(indexers.patch('MyAnonamouse', move)).rejects.toMatchObject(again)
    expect(await indexers.test('MyAnonamouse', {})).toMatchObject({ code: 'ok' })
    expect([fake.received.length, stranger.received.length]).toEqual([1, 0])
    expect(await indexers.tested()).toEqual([])
    await indexers.test('MyAnonamouse', { ...move, mam_session_id: 'other' })
    expect(stranger.received).toHaveLength(1)
    expect(JSON.stringify(stranger.received)).not.toContain('mine')
    expect(await indexers.tested()).toEqual([`Root MyAnonamouse ${stranger.url}`])
  })
})

onEachDatabase('a rotating session', (database) => {
  const offered: OfferedRelease = {
    guid: 'https://www.myanonamouse.net/t/501',
    indexer_id: 7,
    indexer: 'MyAnonamouse',
    title: 'The Salt Road',
    size: null,
    publish_date: null,
    info_url: null,
    indexer_flags: [],
    protocol: 'torrent',
    seeders: null,
    leechers: null,
    grabs: null,
    categories: [],
    info_hash: null,
  }

  it('is stored encrypted, and never over a newer one', async () => {
    const fake = await startMamFake({ session: 'rotating' })
    onTestFinished(() => fake.close())
    const instances = [indexersOver(database()), indexersOver(database())]
    const [one, other] = instances
    await one?.patch('MyAnonamouse', { mam_base_url: fake.url, mam_session_id: 'rotating', enabled: true })
    for (let round = 0; round < 4; round += 1) {
      for (const indexers of instances) {
        const { metadata, cause } = await indexers.enrichment.describe(
          [offered],
          'salt',
          new AbortController().signal,
        )
        expect([cause, metadata.size]).toEqual([null, 1])
      }
    }
    const { read, tables } = database()
    expect(JSON.stringify(await read.select().from(tables.indexers))).not.toContain('rotating')
    // A session that someone enters meanwhile stays, even if a response to the former session arrives later.
    await other?.patch('MyAnonamouse', { mam_session_id: 'typed' })
    expect(await one?.test('MyAnonamouse', { mam_session_id: fake.sessions.at(-1) ?? '' })).toMatchObject({
      code: 'ok',
    })
    fake.setRotating(false)
    expect(await one?.test('MyAnonamouse', {})).toMatchObject({ code: 'wrong_key' })
    // Renewals by the tracker are not logged as anyone's change.
    expect(await one?.written()).toEqual([
      'Root MyAnonamouse enabled, mam_base_url, mam_session_id',
      'Root MyAnonamouse mam_session_id',
    ])
  })
})
