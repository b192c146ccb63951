import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  connectedProwlarr,
  fetchBut,
  neverAborted,
  prowlarrDriver,
  SPOKEN_SHELF,
} from './prowlarr.fixture'
import { settingsOf } from './access.fixture'

const ROW = {
  guid: 'https://tracker.invalid/1',
  indexerId: 1,
  indexer: 'Spoken Shelf',
  title: 'The Salt Road',
}

describe('the indexers of Prowlarr', () => {
  it('are all enabled ones if none is chosen', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.indexers[1] = {
      id: 2,
      name: 'Usenet Library',
      protocol: 'usenet',
      enable: false,
      priority: 25,
      privacy: 'public',
    }
    expect(await source.indexers()).toEqual([SPOKEN_SHELF, { id: 3, name: 'Open Ear', protocol: 'torrent' }])
    expect(await source.searchable()).toContainEqual({
      id: 2,
      name: 'Usenet Library',
      protocol: 'usenet',
      enabled: false,
      chosen: true,
    })
  })

  it('are the chosen ones that exist', async () => {
    const { source } = await connectedProwlarr({ settings: { prowlarr_indexers: '3, 99,' } })
    expect((await source.indexers()).map(({ id }) => id)).toEqual([3])
    expect((await source.searchable()).filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([3])
  })

  it('can be chosen before it is switched on, but not without address and key', async () => {
    const { fake, driver } = await connectedProwlarr()
    const stored = { prowlarr_base_url: fake.url, prowlarr_api_key: API_KEY }
    const off = driver.search(settingsOf(driver, stored, { enabled: false }).access)
    expect(await off.searchable()).toHaveLength(3)
    expect(await off.configured()).toBe(false)
    await expect(off.indexers()).rejects.toMatchObject({ code: 'prowlarr_not_configured', status: 400 })
    const empty = driver.search(settingsOf(driver, {}).access)
    await expect(empty.searchable()).rejects.toMatchObject({ code: 'prowlarr_not_configured' })
  })
})

describe('a search', () => {
  it('asks one indexer for plain words in the categories, with the key only in the header', async () => {
    const { fake, source } = await connectedProwlarr({ settings: { prowlarr_categories: '3030, 3010' } })
    const found = await source.search(SPOKEN_SHELF, 'first wick', neverAborted())
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ indexer_id }) => indexer_id))).toEqual(new Set([1]))
    const searched = fake.received.find(({ path }) => path === '/api/v1/search')
    expect([...(searched?.query ?? [])]).toEqual([
      ['query', 'first wick'],
      ['type', 'search'],
      ['indexerIds', '1'],
      ['categories', '3030'],
      ['categories', '3010'],
    ])
    expect(searched?.headers['x-api-key']).toBe(API_KEY)
  })

  it.each(['', '/prowlarr'])('never doubles a slash, with the path %j and trailing slashes', async (base) => {
    const { fake, source, settings } = await connectedProwlarr({ base })
    settings.set({ prowlarr_base_url: `${fake.baseUrl}//` })
    await source.search(SPOKEN_SHELF, 'first wick', neverAborted())
    for (const { path } of fake.received) expect(path).toMatch(new RegExp(`^${base}/api/v1/\\w`))
  })

  it('reads a complete row, without any download link or key in it', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.offer([
      {
        ...ROW,
        title: ' The Salt\tRoad ',
        size: 912_000_000,
        publishDate: '2023-09-13T12:00:00Z',
        infoUrl: 'https://tracker.invalid/details/1',
        indexerFlags: ['FreeLeech', 'internal', 5],
        categories: [{ id: 3000, subCategories: [{ id: 3030, subCategories: [] }] }, { id: 100_013 }],
        downloadUrl: `http://prowlarr:9696/1/download?apikey=${API_KEY}&link=x`,
        magnetUrl: `http://prowlarr:9696/1/download?apikey=${API_KEY}&link=y`,
        infoHash: '5E338BC99F987D4B2D025E5172169A4653C14283',
        seeders: 4,
        leechers: 0,
        grabs: 7,
        protocol: 'torrent',
      },
    ])
    const found = await source.search(SPOKEN_SHELF, 'salt', neverAborted())
    expect(found).toEqual([
      {
        guid: ROW.guid,
        indexer_id: 1,
        indexer: 'Spoken Shelf',
        title: 'The Salt Road',
        size: 912_000_000,
        publish_date: '2023-09-13T12:00:00.000Z',
        info_url: 'https://tracker.invalid/details/1',
        indexer_flags: ['freeleech', 'internal'],
        protocol: 'torrent',
        seeders: 4,
        leechers: 0,
        grabs: 7,
        categories: [3000, 3030, 100_013],
        info_hash: '5e338bc99f987d4b2d025e5172169a4653c14283',
      },
    ])
    expect(JSON.stringify(found)).not.toContain(API_KEY)
  })

  it('lists a row with only its name and title', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.offer([{ guid: ' g ', title: 'The Salt Road' }])
    expect(await source.search(SPOKEN_SHELF, 'salt', neverAborted())).toEqual([
      {
        guid: ' g ',
        indexer_id: 1,
        indexer: 'Spoken Shelf',
        title: 'The Salt Road',
        size: null,
        publish_date: null,
        info_url: null,
        indexer_flags: [],
        protocol: 'unknown',
        seeders: null,
        leechers: null,
        grabs: null,
        categories: [],
        info_hash: null,
      },
    ])
  })

  it.each([
    [{ size: 0 }, { size: null }],
    [{ size: -5 }, { size: null }],
    [{ size: '734003200' }, { size: 734_003_200 }],
    [{ size: 'big' }, { size: null }],
    [{ publishDate: '0001-01-01T00:00:00Z' }, { publish_date: null }],
    [{ publishDate: '2023-09-13T12:00:00' }, { publish_date: '2023-09-13T12:00:00.000Z' }],
    [{ publishDate: '2023-09-13T12:00:00+02:00' }, { publish_date: '2023-09-13T10:00:00.000Z' }],
    [{ publishDate: 'yesterday' }, { publish_date: null }],
    [{ publishDate: 5 }, { publish_date: null }],
    [{ protocol: 'carrier pigeon' }, { protocol: 'unknown' }],
    [{ protocol: 5 }, { protocol: 'unknown' }],
    [{ infoUrl: 'javascript:alert(1)' }, { info_url: null }],
    [{ infoUrl: 'not an address' }, { info_url: null }],
    [{ infoUrl: `http://prowlarr:9696/1?apikey=${API_KEY}` }, { info_url: null }],
    [{ infoUrl: 'https://jackett.invalid/dl/shelf?jackett_apikey=abc&path=x' }, { info_url: null }],
    [{ infoUrl: 'https://tracker.invalid/details?id=1&torrent_pass=abc' }, { info_url: null }],
    [{ infoUrl: 'https://me:secret@tracker.invalid/details/1' }, { info_url: null }],
    [
      { seeders: -1, leechers: 'x', grabs: 1.5 },
      { seeders: null, leechers: null, grabs: null },
    ],
    [{ indexerFlags: 3 }, { indexer_flags: [] }],
    [{ categories: [{ name: 'Audio' }, null, { id: 3030 }] }, { categories: [3030] }],
    [
      { indexer: '', indexerId: null },
      { indexer: 'Spoken Shelf', indexer_id: 1 },
    ],
  ])('reads %j as %j', async (given, expected) => {
    const { fake, source } = await connectedProwlarr()
    fake.offer([{ ...ROW, ...given }])
    expect(await source.search(SPOKEN_SHELF, 'salt', neverAborted())).toEqual([
      expect.objectContaining(expected),
    ])
  })

  it('skips a bad row and keeps the others', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.offer([
      null,
      'text',
      { title: 'no name' },
      { guid: 'x' },
      { guid: `http://x/${API_KEY}`, title: 'key' },
      ROW,
    ])
    expect((await source.search(SPOKEN_SHELF, 'salt', neverAborted())).map(({ guid }) => guid)).toEqual([
      ROW.guid,
    ])
    fake.offer([null])
    await expect(source.search(SPOKEN_SHELF, 'salt', neverAborted())).rejects.toMatchObject({
      code: 'prowlarr_not_the_api',
    })
  })

  it('reads two thousand rows', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.offerMany(2000)
    expect(await source.search(SPOKEN_SHELF, 'salt', neverAborted())).toHaveLength(2000)
  })

  it.each([
    [{ kind: 'html' }, 'prowlarr_not_the_api'],
    [{ kind: 'object' }, 'prowlarr_not_the_api'],
    [{ kind: 'status', status: 500 }, 'prowlarr_failed'],
    [{ kind: 'status', status: 401 }, 'prowlarr_wrong_key'],
    [{ kind: 'unavailable' }, 'prowlarr_failed'],
    [{ kind: 'reset' }, 'prowlarr_unreachable'],
    [{ kind: 'half' }, 'prowlarr_not_the_api'],
    [{ kind: 'slow', ms: 5000 }, 'prowlarr_timed_out'],
  ] as const)('says what is wrong when Prowlarr misbehaves: %j', async (trouble, code) => {
    const { fake, source } = await connectedProwlarr({ timeouts: { search: 300 } })
    fake.troubleSearches(trouble)
    await expect(source.search(SPOKEN_SHELF, 'first wick', neverAborted())).rejects.toMatchObject({ code })
  })

  it('does not mistake half a list for a complete one', async () => {
    const half = fetchBut('/search', () => new Response(`[${JSON.stringify(ROW)},{"guid":`))
    const { source } = await connectedProwlarr({ fetch: half })
    await expect(source.search(SPOKEN_SHELF, 'salt', neverAborted())).rejects.toMatchObject({
      code: 'prowlarr_unreachable',
    })
  })

  it('does not follow a redirect with the key', async () => {
    const searched: string[] = []
    const driver = prowlarrDriver({
      fetch: (input, init) => {
        searched.push(`${new Request(input).url} ${init?.redirect ?? ''}`)
        const location = 'https://elsewhere.invalid/prowlarr/api/v1/search?apikey=x'
        return Promise.resolve(new Response(null, { status: 307, headers: { location } }))
      },
    })
    const stored = { prowlarr_base_url: 'http://prowlarr:9696', prowlarr_api_key: API_KEY }
    const source = driver.search(settingsOf(driver, stored).access)
    await expect(source.search(SPOKEN_SHELF, 'salt', neverAborted())).rejects.toMatchObject({
      code: 'prowlarr_not_the_api',
      message: expect.stringContaining('https://elsewhere.invalid/prowlarr,'),
    })
    expect(searched).toEqual([expect.stringMatching(/^http:\/\/prowlarr:9696\/.* manual$/)])
  })

  it('ends when the caller aborts', async () => {
    const { fake, source } = await connectedProwlarr()
    fake.troubleSearches({ kind: 'slow', ms: 5000 })
    const controller = new AbortController()
    const searching = source.search(SPOKEN_SHELF, 'first wick', controller.signal)
    const reason = new Error('The search was stopped')
    controller.abort(reason)
    await expect(searching).rejects.toBe(reason)
  })

  it('never includes the key in an error', async () => {
    const { fake, source } = await connectedProwlarr()
    await fake.close()
    await expect(source.search(SPOKEN_SHELF, 'salt', neverAborted())).rejects.toSatisfy(
      (error) => error instanceof Error && !`${error.stack}${String(error.cause)}`.includes(API_KEY),
    )
  })
})

describe('an empty answer', () => {
  it('means no results if the indexer works', async () => {
    const { source } = await connectedProwlarr()
    expect(await source.search(SPOKEN_SHELF, 'no such words', neverAborted())).toEqual([])
  })

  it.each(['silent', 'disabled'] as const)('is an error if the indexer failed (%s)', async (failure) => {
    const { fake, source } = await connectedProwlarr()
    fake.failIndexer(1, failure)
    await expect(source.search(SPOKEN_SHELF, 'first wick', neverAborted())).rejects.toMatchObject({
      code: 'prowlarr_failed',
    })
    expect(
      await source.search({ id: 3, name: 'Open Ear', protocol: 'torrent' }, 'no such words', neverAborted()),
    ).toEqual([])
    fake.failIndexer(1, null)
    expect(await source.search(SPOKEN_SHELF, 'no such words', neverAborted())).toEqual([])
  })

  it('shares one check between several indexers', async () => {
    const searched: (() => void)[] = []
    const { fake, source } = await connectedProwlarr({
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        // The responses come at the same time: each waits for the last.
        if (response.url.includes('/search?')) {
          await new Promise<void>((resolve) => {
            searched.push(resolve)
            if (searched.length === all.length) for (const answer of searched) answer()
          })
        }
        return response
      },
    })
    const all = await source.indexers()
    await Promise.all(all.map((indexer) => source.search(indexer, 'no such words', neverAborted())))
    expect(searched).toHaveLength(all.length)
    const looks = fake.received.filter(({ path }) => path === '/api/v1/indexerstatus').length
    expect(looks).toBeLessThan(all.length)
  })

  it('does not mean no results if Prowlarr does not say', async () => {
    const failing = fetchBut('/indexerstatus', () => new Response(null, { status: 500 }))
    const { source } = await connectedProwlarr({ fetch: failing })
    await expect(source.search(SPOKEN_SHELF, 'no such words', neverAborted())).rejects.toMatchObject({
      code: 'prowlarr_failed',
    })
  })

  it('is believed if Prowlarr has no status of its indexers', async () => {
    const missing = fetchBut('/indexerstatus', () => new Response('{}', { status: 404 }))
    const { source } = await connectedProwlarr({ fetch: missing })
    expect(await source.search(SPOKEN_SHELF, 'no such words', neverAborted())).toEqual([])
  })
})

it('An indexer’s limit, which Prowlarr passes on, is not Prowlarr’s own', async () => {
  const limited = () => Response.json({}, { status: 429, headers: { 'retry-after': '120' } })
  const { source, settings } = await connectedProwlarr({ fetch: fetchBut('/search', limited) })
  await expect(source.search(SPOKEN_SHELF, 'words', neverAborted())).rejects.toMatchObject({
    coded: { code: 'answers_status', params: { status: 429 } },
    retryAfter: 120_000,
  })
  expect(settings.noted).toEqual([])
})

describe('the time that an indexer may take', () => {
  it('is a minute by default, and as long as is set', async () => {
    const { source, settings } = await connectedProwlarr()
    expect(await source.searchTimeout()).toBe(60_000)
    settings.set({ prowlarr_search_timeout: 180 })
    expect(await source.searchTimeout()).toBe(180_000)
  })
})

describe('the time to keep an answer', () => {
  it('is a day by default', async () => {
    const { source, settings } = await connectedProwlarr()
    expect(await source.ttl()).toBe(86_400)
    settings.set({ prowlarr_source_ttl: 60 })
    expect(await source.ttl()).toBe(60)
  })
})
