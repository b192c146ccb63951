import { describe, expect, it, onTestFinished } from 'vitest'
import { startDelugeFake } from '#fakes/download-clients/deluge'
import { createDeluge } from '#server/domain/integrations/drivers/deluge'
import { settingsOf } from './access.fixture'
import { describeMagnets, torrentOf } from './download-clients.contract'
import { describeFakeClient, describeProblems } from './fake-clients.contract'

const HASH = 'ab'.repeat(20)

async function launch(options: Parameters<typeof startDelugeFake>[0] = {}) {
  const fake = await startDelugeFake(options)
  const driver = createDeluge({ fetch, userAgent: 'Earmark/test' })
  const settings = { base_url: fake.baseUrl, password: fake.password, category: 'audiobooks' }
  return { fake, driver, settings, wrong: { ...settings, password: 'another' } }
}

async function opened(options: Parameters<typeof startDelugeFake>[0] = {}) {
  const started = await launch(options)
  onTestFinished(() => started.fake.close())
  const settings = settingsOf(started.driver, started.settings)
  return { ...started, settings, client: started.driver.open(settings.access) }
}

const STATES = ['queued', 'paused', 'downloading', 'stalled', 'processing', 'completed', 'failed'] as const
describeFakeClient('Deluge', () => launch({ base: '/deluge' }), STATES)
describeMagnets('Deluge', async () => {
  const started = await launch()
  onTestFinished(() => started.fake.close())
  return started
})

describeProblems('Deluge', launch, [
  ['Read-only file system', 'client'],
  ['Invalid metadata', 'release'],
  ['', 'release', null],
])

describe('the web interface of Deluge', () => {
  it('is connected to its daemon once, and again after losing it', async () => {
    const { fake, client } = await opened()
    await Promise.all([client.list(), client.status([HASH])])
    fake.haveDaemon(true)
    expect(await client.list()).toEqual([])
    expect(fake.received.filter(({ body }) => body.includes('web.connect"'))).toHaveLength(2)
  })

  it('says that labels are off, if downloads need one', async () => {
    const { driver, settings, fake } = await opened({ labels: false })
    const test = (values: ReturnType<typeof settings.values>) => driver.test(values, () => Promise.resolve())
    const found = await test(settings.values())
    expect(found).toMatchObject({ code: 'ok', findings: [{ code: 'answers' }, { code: 'label_plugin_off' }] })
    expect(found.text).toContain('Enable the Label plugin')
    const without = { base_url: fake.baseUrl, password: fake.password, category: '' }
    expect((await test(settingsOf(driver, without).values())).findings).toMatchObject([{ code: 'answers' }])
  })

  it('says if it has no daemon', async () => {
    const { fake, driver, settings } = await opened()
    fake.haveDaemon(false)
    expect(await driver.test(settings.values(), () => Promise.resolve())).toMatchObject({
      code: 'answered_with_error',
      text: expect.stringContaining('Connection Manager'),
    })
  })
})

describe('torrents of Deluge', () => {
  it('come with their label, which is created if missing', async () => {
    const { fake, client } = await opened()
    const first = await client.add(torrentOf('The First Wick'))
    const second = await client.add(torrentOf('The Second Wick'))
    expect([first, second].map((id) => fake.downloads.find(id)?.category)).toEqual([
      'audiobooks',
      'audiobooks',
    ])
  })

  it('are all listed without the label plugin, and added as well', async () => {
    const { fake, client } = await opened({ labels: false })
    fake.downloads.add({ id: HASH, name: 'Somebody’s' })
    const id = await client.add(torrentOf('The First Wick'))
    expect((await client.list()).map((found) => found.id).sort()).toEqual([HASH, id].sort())
  })

  it('are refused with only the daemon’s words', async () => {
    const { client } = await opened()
    const broken = { ...torrentOf('Broken'), file: new TextEncoder().encode('<html>') }
    await expect(client.add(broken)).rejects.toMatchObject({
      coded: {
        code: 'download_not_added',
        params: { text: 'Unable to add torrent, decoding filedump failed' },
      },
    })
  })

  it.each([
    ['Paused', true, 'completed'],
    ['Paused', false, 'queued'],
    ['Queued', true, 'completed'],
    ['Checking', false, 'queued'],
    ['Moving', true, 'processing'],
    ['Allocating', false, 'queued'],
  ])('that are %s (finished: %s) are %s', async (state, is_finished, expected) => {
    const driver = createDeluge({
      userAgent: 'Earmark/test',
      fetch: async (input, init) => {
        const sentBody = await new Request(input, init).text()
        const result = sentBody.includes('status') ? { [HASH]: { name: 'One', state, is_finished } } : true
        return Response.json({ id: 1, result, error: null })
      },
    })
    const settings = { base_url: 'http://client.invalid', password: 'x' }
    const client = driver.open(settingsOf(driver, settings).access)
    expect(await client.status([HASH])).toMatchObject([{ id: HASH, state: expected }])
  })
})

describe('torrents that Deluge removes once they have seeded enough', () => {
  const removing = { stop_seed_at_ratio: true, remove_seed_at_ratio: true }
  const options = (remove_at_ratio: boolean) => ({ apply_queue: true, stop_at_ratio: true, remove_at_ratio })
  it.each([
    [{ stop_seed_at_ratio: true }, {}, false],
    [{ remove_seed_at_ratio: true }, {}, false],
    [removing, {}, true],
    [removing, options(false), false],
    [{}, options(true), true],
  ])('are found by the settings %j and the options %j of the label: %s', async (config, label, isFound) => {
    const { fake, driver, settings } = await opened()
    fake.set(config, label)
    const { code, findings } = await driver.test(settings.values(), () => Promise.resolve())
    expect(code).toBe('ok')
    expect(findings.map((one) => one.code)).toEqual(isFound ? ['answers', 'seeding_removes'] : ['answers'])
  })
})
