import { describe, expect, it, onTestFinished } from 'vitest'
import { startTransmissionFake } from '#fakes/download-clients/transmission'
import { createTransmission } from '#server/domain/integrations/drivers/transmission'
import { settingsOf } from './access.fixture'
import { describeMagnets, torrentOf } from './download-clients.contract'
import { describeFakeClient, describeProblems } from './fake-clients.contract'

const STATES = ['queued', 'paused', 'downloading', 'stalled', 'processing', 'completed', 'failed'] as const
const HASH = 'ab'.repeat(20)
const NO_DATA = 'No data found! Ensure your drives are connected or use "Set Location"'

async function launch(options: Parameters<typeof startTransmissionFake>[0] = {}) {
  const fake = await startTransmissionFake(options)
  const driver = createTransmission({ fetch, userAgent: 'Earmark/test' })
  const { username, password } = fake
  const settings = { base_url: fake.baseUrl, username, password, category: 'audiobooks' }
  return { fake, driver, settings, wrong: { ...settings, password: 'another' } }
}

async function opened(options: Parameters<typeof startTransmissionFake>[0] = {}) {
  const started = await launch(options)
  onTestFinished(() => started.fake.close())
  const settings = settingsOf(started.driver, started.settings)
  return { ...started, settings, client: started.driver.open(settings.access) }
}

describeFakeClient('Transmission 3', () => launch({ version: '3.00' }), STATES)
describeFakeClient('Transmission 4.1', () => launch({ version: '4.1.0' }), STATES)
describeFakeClient('a Transmission without the old protocol', () => launch({ version: '5.0.0' }), STATES)
describeMagnets('Transmission', async () => {
  const started = await launch()
  onTestFinished(() => started.fake.close())
  return started
})

describeProblems('Transmission', launch, [
  ['No space left on device', 'client'],
  ['Disk quota exceeded.', 'client', 'Disk quota exceeded'],
  ['No data found! Ensure your drives are connected or use "Set Location".', 'client', NO_DATA],
  ['Invalid argument', 'release'],
])

describe('the connection to Transmission', () => {
  it('says that labels are missing before 3.0, if downloads need one', async () => {
    const { driver, settings, fake } = await opened({ version: '2.94' })
    const test = (values: ReturnType<typeof settings.values>) => driver.test(values, () => Promise.resolve())
    const missing = { code: 'labels_missing', params: { server: 'Transmission 2.94', version: '3.0' } }
    expect((await test(settings.values())).findings).toMatchObject([{ code: 'answers' }, missing])
    const { username, password } = fake
    const without = settingsOf(driver, { base_url: fake.baseUrl, username, password, category: '' })
    expect((await test(without.values())).findings).toMatchObject([{ code: 'answers' }])
  })

  it.each([
    ['3.00', 'torrent-get'],
    ['4.1.0', 'torrent_get'],
  ] as const)('speaks each protocol with %s, with one call once it is known', async (version, method) => {
    const { fake, client } = await opened({ version })
    await client.status([HASH])
    fake.received.length = 0
    await client.status([HASH])
    expect(fake.received.map(({ body }) => body)).toEqual([expect.stringContaining(`"${method}"`)])
  })

  it.each([
    ['host', 'rpc-host-whitelist'],
    ['address', 'Unauthorized IP Address'],
  ] as const)('says what to do where its %s is refused', async (whom, words) => {
    const { fake, driver, settings } = await opened()
    fake.refuse(whom)
    expect(await driver.test(settings.values(), () => Promise.resolve())).toMatchObject({
      code: 'answered_with_error',
      text: expect.stringContaining(words),
    })
  })

  it.each(['/transmission', '/transmission/', '/transmission/rpc', '/'])(
    'works with the address %s',
    async (path) => {
      const { fake, client, settings } = await opened()
      settings.set({ base_url: `${fake.baseUrl}${path}` })
      expect(await client.list()).toEqual([])
    },
  )
})

describe('torrents of Transmission', () => {
  it.each(['3.00', '4.1.0'] as const)(
    'come to %s with their label, and are refused if invalid',
    async (version) => {
      const { fake, client } = await opened({ version })
      const id = await client.add(torrentOf('The First Wick'))
      expect(fake.downloads.find(id)).toMatchObject({ name: 'The First Wick', category: 'audiobooks' })
      const broken = { ...torrentOf('Broken'), file: new TextEncoder().encode('<html>') }
      await expect(client.add(broken)).rejects.toMatchObject({
        coded: { code: 'download_not_added', params: { text: 'unrecognized info' } },
      })
    },
  )

  it.each([{ jsonrpc: '2.0', error: { code: 7 } }, { result: '' }])(
    'are refused without a reason if it gives none: %j',
    async (answer) => {
      const driver = createTransmission({
        userAgent: 'Earmark/test',
        fetch: () => Promise.resolve(Response.json(answer)),
      })
      const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
      await expect(client.add(torrentOf('The First Wick'))).rejects.toMatchObject({
        coded: { code: 'download_not_added_unexplained', params: { service: 'Transmission' } },
      })
      await expect(client.list()).rejects.toMatchObject({ coded: { code: 'fails_unexplained' } })
    },
  )

  it.each([
    [
      { status: 4, error: 2, errorString: 'Unregistered torrent' },
      { state: 'stalled', problem: null, message: 'Unregistered torrent' },
    ],
    [
      { status: 4, rateDownload: 5, percentDone: 0.5, eta: -1 },
      { state: 'downloading', secondsLeft: null },
    ],
    [
      { status: 0, error: 3, errorString: '' },
      { state: 'failed', problem: 'release', message: null },
    ],
    [{ status: 0, percentDone: 1, leftUntilDone: 0, isFinished: true }, { state: 'completed' }],
    [{ status: 0, percentDone: 1, leftUntilDone: 0, metadataPercentComplete: 0 }, { state: 'queued' }],
    [{ status: 2, percentDone: 1, leftUntilDone: 0 }, { state: 'processing' }],
    [{ status: 4, trackerStats: [{ seederCount: -1 }, { seederCount: 7 }] }, { seeds: 7 }],
    [{ status: 4, trackerStats: [{ seederCount: -1 }] }, { seeds: null }],
  ])('are read from %j', async (row, expected) => {
    const torrents = [{ hashString: HASH.toUpperCase(), name: 'One', ...row }, { name: 'no hash' }, 7]
    const driver = createTransmission({
      userAgent: 'Earmark/test',
      fetch: () => Promise.resolve(Response.json({ result: 'success', arguments: { torrents } })),
    })
    const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
    expect(await client.status([HASH])).toMatchObject([{ id: HASH, ...expected }])
  })
})
