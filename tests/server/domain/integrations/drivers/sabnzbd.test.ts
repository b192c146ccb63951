import { describe, expect, it, onTestFinished } from 'vitest'
import { startSabnzbdFake } from '#fakes/download-clients/sabnzbd'
import { createSabnzbd } from '#server/domain/integrations/drivers/sabnzbd'
import { settingsOf } from './access.fixture'
import { describeCategories, nzbOf } from './download-clients.contract'
import { describeFakeClient, describeProblems } from './fake-clients.contract'

const ID = 'SABnzbd_nzo_abc001'

async function launch(options: Parameters<typeof startSabnzbdFake>[0] = {}) {
  const fake = await startSabnzbdFake(options)
  const driver = createSabnzbd({ fetch, userAgent: 'Earmark/test' })
  const settings = { base_url: fake.baseUrl, api_key: fake.apiKey, category: 'audiobooks' }
  return { fake, driver, settings, wrong: { ...settings, api_key: 'another' } }
}

async function opened() {
  const started = await launch()
  onTestFinished(() => started.fake.close())
  const settings = settingsOf(started.driver, started.settings)
  return { ...started, settings, client: started.driver.open(settings.access) }
}

const keep = () => Promise.resolve()

const STATES = ['queued', 'paused', 'downloading', 'processing', 'completed', 'failed'] as const
describeFakeClient('SABnzbd', () => launch({ base: '/sabnzbd' }), STATES)
describeFakeClient('an old SABnzbd', () => launch({ refusesWith: 200 }), STATES)
describeCategories('SABnzbd', async () => {
  const started = await launch()
  onTestFinished(() => started.fake.close())
  return started
})

describeProblems('SABnzbd', launch, [
  ['Unpacking failed, write error or disk is full?', 'client'],
  ['Aborted, encryption detected', 'release'],
  ['Out of retention', 'release'],
  ['', 'release', null],
])

describe('NZB files of SABnzbd', () => {
  it('are followed from the queue into the history, and until they disappear', async () => {
    const { fake, client } = await opened()
    const id = await client.add(nzbOf('The First Wick'))
    expect(await client.status([id])).toMatchObject([
      { state: 'downloading', secondsLeft: 400, speed: 1_048_576 },
    ])
    fake.downloads.change(id, { state: 'processing', progress: 1 })
    expect(await client.status([id])).toMatchObject([{ state: 'processing' }])
    fake.downloads.complete(id)
    expect(await client.status([id])).toMatchObject([{ state: 'completed', progress: 1 }])
    fake.archive(id)
    expect(await client.status([id])).toMatchObject([{ state: 'completed' }])
  })

  it('are not added again if one of the name has failed, which does not count as one it has', async () => {
    const { fake, client } = await opened()
    const id = await client.add(nzbOf('The First Wick'))
    expect(await client.add(nzbOf('The First Wick'))).toBe(id)
    fake.downloads.fail(id, 'Repair failed')
    await expect(client.add(nzbOf('The First Wick'))).rejects.toMatchObject({
      coded: { code: 'nzb_duplicate_or_empty' },
    })
  })

  it('are found if they move from the queue into the history between two calls, or back again', async () => {
    const fake = await startSabnzbdFake()
    onTestFinished(() => fake.close())
    let between: () => void = () => undefined
    const driver = createSabnzbd({
      userAgent: 'Earmark/test',
      async fetch(input, init) {
        const answer = await fetch(input, init)
        between()
        return answer
      },
    })
    const settings = { base_url: fake.baseUrl, api_key: fake.apiKey }
    const client = driver.open(settingsOf(driver, settings).access)
    fake.downloads.add({ id: ID, name: 'The First Wick' })
    fake.downloads.add({ id: `${ID}2`, name: 'Not there yet', state: 'failed' })
    const ids = [ID, `${ID}2`]
    between = () => fake.downloads.change(ID, { state: 'processing' })
    expect(await client.status(ids)).toHaveLength(2)
    fake.downloads.change(`${ID}2`, { state: 'processing' })
    expect(await client.status(ids)).toMatchObject([{ state: 'processing' }, { state: 'processing' }])
    // Someone retries the download while the history is being read first.
    fake.downloads.change(ID, { state: 'queued' })
    between = () => fake.downloads.change(`${ID}2`, { state: 'queued' })
    const before = fake.received.length
    expect(await client.status(ids)).toHaveLength(2)
    expect(fake.received.length - before).toBe(2)
  })

  it('fail if they require a password, or with its own words', async () => {
    const { fake, client } = await opened()
    fake.downloads.add({ id: ID, name: 'The First Wick' })
    fake.encrypt(ID)
    expect(await client.status([ID])).toMatchObject([
      { state: 'failed', problem: 'release', message: 'ENCRYPTED' },
    ])
    fake.downloads.fail(ID, 'Aborted, cannot be completed')
    expect(await client.status([ID])).toMatchObject([
      { state: 'failed', message: 'Aborted, cannot be completed' },
    ])
  })

  it('have the id of the first one if it reports none for a second', async () => {
    const { client } = await opened()
    const id = await client.add(nzbOf('The First Wick'))
    expect(await client.add(nzbOf('The First Wick'))).toBe(id)
  })

  it('take two calls, however many they are', async () => {
    const { fake, client } = await opened()
    fake.downloads.add({ id: ID, name: 'Waiting' })
    const done = Array.from({ length: 50 }, (_, index) => `SABnzbd_nzo_${index}`)
    for (const id of done) fake.downloads.add({ id, name: id, state: 'completed', progress: 1 })
    expect(await client.status([ID, ...done])).toHaveLength(51)
    expect(fake.received).toHaveLength(2)
  })
})

it('SABnzbd says where to allow its host name', async () => {
  const { fake, driver, settings } = await opened()
  fake.refuseHost(true)
  expect(await driver.test(settings.values(), () => Promise.resolve())).toMatchObject({
    code: 'answered_with_error',
    text: expect.stringContaining('host_whitelist'),
  })
})

describe('the history of SABnzbd', () => {
  const option = (history_retention_option: string, history_retention_number = 1) => ({
    history_retention_option,
    history_retention_number,
  })
  it.each([
    [option('all'), true],
    [option('all-archive'), true],
    [option('days-archive'), true],
    [option('all-delete'), false],
    [option('days-delete', 3), false],
    [option('days-delete', 14), true],
    [option('number-delete', 5), false],
    [option('number-delete', 100), true],
    // Before 4.3
    [{ history_retention: '0' }, true],
    [{ history_retention: '-1' }, false],
    [{ history_retention: '2d' }, false],
    [{ history_retention: '30d' }, true],
    [{ history_retention: '10' }, false],
    [{}, true],
  ])('with %j is long enough: %s', async (retention, isKept) => {
    const { fake, driver, settings } = await launch({ retention })
    onTestFinished(() => fake.close())
    const { code, findings, text } = await driver.test(settingsOf(driver, settings).values(), keep)
    expect(code).toBe('ok')
    expect(findings.map((one) => one.code)).toEqual(isKept ? ['answers'] : ['answers', 'history_not_kept'])
    if (!isKept) expect(text).toContain('History Retention')
  })
})

const IMITATIONS = ['rdt-client', 'nzbdav', 'decypharr'] as const
describe.each(IMITATIONS)('%s, which imitates SABnzbd,', (imitatedBy) => {
  const start = async (path = '') => {
    const started = await launch({ imitatedBy })
    onTestFinished(() => started.fake.close())
    const settings = { ...started.settings, base_url: `${started.fake.baseUrl}${path}` }
    return { ...started, settings, client: started.driver.open(settingsOf(started.driver, settings).access) }
  }

  it('can be tested, and refuses a wrong key', async () => {
    const { driver, settings, wrong } = await start()
    expect(await driver.test(settingsOf(driver, settings).values(), keep)).toMatchObject({
      code: 'ok',
      findings: [{ code: 'answers' }],
    })
    const refused = { ...settings, api_key: wrong.api_key }
    expect(await driver.test(settingsOf(driver, refused).values(), keep)).toMatchObject({ code: 'wrong_key' })
  })

  it('takes a download, shows it, and removes it', async () => {
    const { client } = await start()
    const id = await client.add(nzbOf('The First Wick'))
    expect(await client.status([id])).toMatchObject([{ id, name: 'The First Wick', state: 'downloading' }])
    expect(await client.list()).toMatchObject([{ id }])
    await client.remove(id, true)
    expect(await client.status([id])).toEqual([])
  })

  it('does not get the key in an address that is wrong', async () => {
    const { fake, driver, settings } = await start('/elsewhere')
    expect(await driver.test(settingsOf(driver, settings).values(), keep)).toMatchObject({
      code: 'not_the_api',
    })
    expect(fake.received.some(({ query }) => query.has('apikey'))).toBe(false)
  })
})

it('SABnzbd itself gets the key only in the body, and its own words about a failure are passed on', async () => {
  const { fake, client } = await opened()
  const id = await client.add(nzbOf('The First Wick'))
  await client.remove(id, true)
  expect(fake.received.every(({ query }) => query.size === 0)).toBe(true)
  const driver = createSabnzbd({
    userAgent: 'Earmark/test',
    fetch: () =>
      Promise.resolve(Response.json({ status: false, error: 'The database is locked.' }, { status: 500 })),
  })
  const locked = driver.open(settingsOf(driver, { base_url: 'http://client.invalid', api_key: 'key' }).access)
  await expect(locked.list()).rejects.toMatchObject({
    coded: { code: 'answers_status', params: { text: 'The database is locked', status: 500 } },
  })
})

it('An empty list of a program that imitates SABnzbd may be null', async () => {
  const driver = createSabnzbd({
    userAgent: 'Earmark/test',
    fetch: () => Promise.resolve(Response.json({ queue: { slots: null }, history: { slots: null } })),
  })
  const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid', api_key: 'key' }).access)
  expect(await client.list()).toEqual([])
})
