import { describe, expect, it, onTestFinished } from 'vitest'
import { startQbittorrentFake } from '#fakes/download-clients/qbittorrent'
import { createQbittorrent } from '#server/domain/integrations/drivers/qbittorrent'
import type { StoredSettings } from '#server/domain/integrations/settings.rules'
import { settingsOf } from './access.fixture'
import { describeMagnets, torrentOf } from './download-clients.contract'
import { describeFakeClient } from './fake-clients.contract'

const STATES = ['queued', 'paused', 'downloading', 'stalled', 'processing', 'completed', 'failed'] as const
const HASH = 'ab'.repeat(20)

type Options = Parameters<typeof startQbittorrentFake>[0]

async function launch(options: Options = {}, more: StoredSettings = {}) {
  const fake = await startQbittorrentFake(options)
  const driver = createQbittorrent({ fetch, userAgent: 'Earmark/test' })
  const settings = {
    base_url: fake.baseUrl,
    username: fake.username,
    password: fake.password,
    category: 'audiobooks',
    ...more,
  }
  return { fake, driver, settings, wrong: { ...settings, password: 'another' } }
}

async function opened(options: Options = {}, more: StoredSettings = {}) {
  const started = await launch(options, more)
  onTestFinished(() => started.fake.close())
  const settings = settingsOf(started.driver, started.settings)
  return { ...started, settings, client: started.driver.open(settings.access) }
}

async function launchWithKey() {
  const started = await launch({ version: '5.2.0' })
  const settings = { base_url: started.fake.baseUrl, api_key: started.fake.apiKey, category: 'audiobooks' }
  return { ...started, settings, wrong: { ...settings, api_key: 'qbt_another' } }
}

describeFakeClient('qBittorrent 4', () => launch({ base: '/qbittorrent' }), STATES)
describeFakeClient('qBittorrent 5.2', () => launch({ version: '5.2.0' }), STATES)
describeFakeClient('qBittorrent 5.2 with an API key', launchWithKey, STATES)
describeMagnets('qBittorrent', async () => {
  const started = await launch()
  onTestFinished(() => started.fake.close())
  return started
})

const keep = () => Promise.resolve()

it('qBittorrent is read as ever if its password is the name of the category', async () => {
  const { fake, driver, settings, client } = await opened({ password: 'audiobooks' })
  fake.downloads.add({ id: HASH, name: 'All about audiobooks', category: 'audiobooks' })
  const { findings } = await driver.test(settings.values(), () => Promise.resolve())
  expect(findings.map(({ code }) => code)).toEqual(['answers'])
  expect(await client.list()).toMatchObject([{ id: HASH, name: 'All about audiobooks' }])
})

describe('the session of qBittorrent', () => {
  it('begins once for many concurrent calls', async () => {
    const { fake, client } = await opened()
    await Promise.all([client.status([HASH]), client.list(), client.status([HASH])])
    expect(fake.signIns()).toBe(1)
    fake.restart()
    await client.list()
    expect(fake.signIns()).toBe(2)
  })

  it('begins again after the password was corrected', async () => {
    const { settings, client, fake } = await opened({}, { password: 'old' })
    await expect(client.list()).rejects.toMatchObject({ coded: { code: 'wrong_login' } })
    settings.set({ password: fake.password })
    expect(await client.list()).toEqual([])
  })

  it.each(['4.3.9', '5.2.0'] as const)('says that %s has banned this server', async (version) => {
    const { fake, driver, settings } = await opened({ version })
    fake.refuse('banned')
    expect(await driver.test(settings.values(), keep)).toMatchObject({
      code: 'answered_with_error',
      text: expect.stringContaining('restart qBittorrent'),
    })
  })

  it.each(['4.3.9', '5.2.0'] as const)(
    'distinguishes a host name that %s refuses from a wrong password',
    async (version) => {
      const { fake, driver, settings } = await opened({ version })
      fake.refuse('host')
      expect(await driver.test(settings.values(), keep)).toMatchObject({
        code: 'answered_with_error',
        text: expect.stringContaining('Server domains'),
      })
    },
  )

  it('sends no password if none is set, and says so if one is required', async () => {
    const { client, fake } = await opened({}, { username: '', password: '' })
    await expect(client.list()).rejects.toMatchObject({ coded: { code: 'wrong_login' } })
    expect(fake.signIns()).toBe(0)
  })
})

describe('torrents of qBittorrent', () => {
  it('come with their category, and are refused if invalid', async () => {
    const { fake, client } = await opened()
    const id = await client.add(torrentOf('The First Wick'))
    expect(fake.downloads.find(id)).toMatchObject({ name: 'The First Wick', category: 'audiobooks' })
    const broken = { ...torrentOf('Broken'), file: new TextEncoder().encode('<html>') }
    await expect(client.add(broken)).rejects.toMatchObject({ coded: { code: 'torrent_unreadable' } })
  })

  it.each([
    [200, 'Fails.', { code: 'download_not_added', params: { service: 'qBittorrent', text: 'Fails' } }],
    [409, '', { code: 'download_not_added_unexplained', params: { service: 'qBittorrent' } }],
    [409, '{"failure_count":1}', { code: 'download_not_added_unexplained' }],
    [415, 'Error: not a torrent', { code: 'torrent_unreadable', params: { service: 'qBittorrent' } }],
  ])('that it refuses with status %i and “%s” have a cause', async (status, text, coded) => {
    const driver = createQbittorrent({
      userAgent: 'Earmark/test',
      fetch: (input) =>
        Promise.resolve(
          new Request(input).url.endsWith('/add') ? new Response(text, { status }) : Response.json([]),
        ),
    })
    const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
    await expect(client.add(torrentOf('The First Wick'))).rejects.toMatchObject({ coded })
  })

  it('are limited to the newest thousand, because a list of all could be too long', async () => {
    const { fake, client } = await opened()
    const rest = 'a long name '.repeat(90)
    for (let at = 0; at < 8000; at++) {
      const id = at.toString(16).padStart(40, '0')
      // Not in the order of their addition.
      const addedAt = ((at * 3) % 8000) * 1000
      fake.downloads.add({ id, name: `${addedAt} ${rest}`, category: 'audiobooks', addedAt })
    }
    expect(await client.status([HASH])).toEqual([])
    await client.remove(HASH, false)
    const oldest = '0'.repeat(40)
    expect(await client.status([HASH, oldest])).toMatchObject([{ id: oldest }])
    const listed = await client.list()
    expect(listed.map(({ name }) => Number.parseInt(name))).toEqual(
      Array.from({ length: 1000 }, (_, at) => (7999 - at) * 1000),
    )
  })

  it('of both versions are found by the first hash', async () => {
    const second = 'cd'.repeat(20)
    const row = {
      hash: second,
      infohash_v1: HASH.toUpperCase(),
      name: 'Both',
      state: 'stalledUP',
      progress: 1,
    }
    const deleted: string[] = []
    let calls = 0
    const driver = createQbittorrent({
      userAgent: 'Earmark/test',
      async fetch(input, init) {
        const request = new Request(input, init)
        const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '')
        if (request.url.endsWith('/delete')) deleted.push(form.get('hashes') ?? '')
        if (!request.url.endsWith('/info')) return new Response('')
        calls += 1
        const hashes = form.get('hashes')?.split('|')
        return Response.json(hashes && !hashes.includes(second) ? [] : [row])
      },
    })
    const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
    expect(await client.status([HASH])).toMatchObject([{ id: HASH, name: 'Both', state: 'completed' }])
    expect(calls).toBe(2)
    // From then on it is queried by the second hash at once.
    expect(await client.status([HASH])).toMatchObject([{ id: HASH, name: 'Both', state: 'completed' }])
    expect(calls).toBe(3)
    await client.remove(HASH, false)
    expect(deleted).toEqual([second])
  })

  it.each([
    [
      { state: 'metaDL', num_seeds: 0, num_complete: 0 },
      { state: 'stalled', seeds: 0 },
    ],
    [
      { state: 'metaDL', num_seeds: 0, num_complete: 4 },
      { state: 'downloading', seeds: 4 },
    ],
    [
      { state: 'stalledDL', num_seeds: 0, num_complete: -1 },
      { state: 'stalled', seeds: 0 },
    ],
    [{ state: 'moving', progress: 1 }, { state: 'processing' }],
    [{ state: 'checkingUP', progress: 1 }, { state: 'processing' }],
    [{ state: 'checkingResumeData' }, { state: 'queued' }],
    [{ state: 'stoppedUP', progress: 0.5 }, { state: 'queued' }],
    [{ state: 'missingFiles' }, { state: 'failed', problem: 'client', message: null }],
    [{ state: 'error' }, { state: 'failed', problem: 'release', message: null }],
    [{ state: 'a word of a later version' }, { state: 'queued' }],
    [
      { state: 'downloading', eta: 8_640_000, dlspeed: 12.4 },
      { secondsLeft: null, speed: 12 },
    ],
    [
      { state: 'downloading', progress: 'half', eta: null },
      { progress: null, secondsLeft: null },
    ],
  ])('reads %j', async (row, expected) => {
    const driver = createQbittorrent({
      userAgent: 'Earmark/test',
      fetch: () =>
        Promise.resolve(Response.json([{ hash: HASH, name: 'One', ...row }, { name: 'no hash' }, 7])),
    })
    const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
    expect(await client.status([HASH])).toMatchObject([{ id: HASH, ...expected }])
  })
})

describe('torrents that qBittorrent removes once they have seeded enough', () => {
  const audiobooks = (share_limit_action: string, ratio_limit = -2) => ({
    audiobooks: { ratio_limit, seeding_time_limit: -2, inactive_seeding_time_limit: -2, share_limit_action },
  })
  it.each([
    [{ max_ratio_act: 1 }, {}, false],
    [{ max_ratio_enabled: true, max_ratio_act: 0 }, {}, false],
    [{ max_ratio_enabled: true, max_ratio_act: 2 }, {}, false],
    [{ max_ratio_enabled: true, max_ratio_act: 1 }, {}, true],
    [{ max_seeding_time_enabled: true, max_ratio_act: 3 }, {}, true],
    [{ max_inactive_seeding_time_enabled: true, max_ratio_act: 3 }, {}, true],
    [{ max_ratio_enabled: true, max_ratio_act: 1 }, audiobooks('Stop'), false],
    [{}, audiobooks('RemoveWithContent', 1), true],
    [{}, audiobooks('Remove'), false],
    [{ max_ratio_act: 1 }, audiobooks('Default', 0), true],
    [{ max_ratio_enabled: 'yes' }, { audiobooks: 'none' }, false],
  ])(
    'are found by the preferences %j and the categories %j: %s',
    async (preferences, categories, isFound) => {
      const { fake, driver, settings } = await opened()
      fake.set(preferences, categories)
      const { code, findings, text } = await driver.test(settings.values(), keep)
      expect(code).toBe('ok')
      expect(findings.map((one) => one.code)).toEqual(isFound ? ['answers', 'seeding_removes'] : ['answers'])
      if (isFound) expect(text).toContain('Seeding Limits')
    },
  )
})

describe('status 401 in front of qBittorrent', () => {
  it('for a session that ended leads to one new sign-in', async () => {
    const { fake, client } = await opened()
    expect(await client.list()).toEqual([])
    fake.restart(401)
    expect(await client.list()).toEqual([])
    await client.list()
    expect(fake.signIns()).toBe(2)
  })

  it('is taken for a host name that is not allowed only after a new sign-in', async () => {
    const { fake, client } = await opened()
    await client.list()
    fake.restart(401)
    fake.refuse('sessions')
    await expect(client.list()).rejects.toMatchObject({ coded: { code: 'login_or_host_refused' } })
    expect(fake.signIns()).toBe(2)
  })

  it('with a request for credentials is a sign-in of something else', async () => {
    const ask = { 'www-authenticate': 'Basic realm="Seedbox"' }
    const driver = createQbittorrent({
      userAgent: 'Earmark/test',
      fetch: () => Promise.resolve(new Response('Unauthorized', { status: 401, headers: ask })),
    })
    for (const account of [{ username: 'admin', password: 'secret' }, { api_key: 'qbt_key' }, {}]) {
      const values = settingsOf(driver, { base_url: 'http://client.invalid', ...account }).values()
      expect(await driver.test(values, keep)).toMatchObject({
        code: 'answered_with_error',
        cause: { code: 'sign_in_in_front', params: { service: 'qBittorrent', status: 401 } },
      })
    }
  })
})
