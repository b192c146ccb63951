import { describe, expect, it, onTestFinished } from 'vitest'
import { startNzbgetFake } from '#fakes/download-clients/nzbget'
import { createNzbget } from '#server/domain/integrations/drivers/nzbget'
import { settingsOf } from './access.fixture'
import { describeCategories, nzbOf } from './download-clients.contract'
import { describeFakeClient } from './fake-clients.contract'

async function launch(options: Parameters<typeof startNzbgetFake>[0] = {}) {
  const fake = await startNzbgetFake(options)
  const driver = createNzbget({ fetch, userAgent: 'Earmark/test' })
  const { username, password } = fake
  const settings = { base_url: fake.baseUrl, username, password, category: 'audiobooks' }
  return { fake, driver, settings, wrong: { ...settings, password: 'another' } }
}

async function opened(options: Parameters<typeof startNzbgetFake>[0] = {}) {
  const started = await launch(options)
  onTestFinished(() => started.fake.close())
  const settings = settingsOf(started.driver, started.settings)
  return { ...started, settings, client: started.driver.open(settings.access) }
}

const STATES = ['queued', 'paused', 'downloading', 'processing', 'completed', 'failed'] as const
describeFakeClient('NZBGet', launch, STATES)
describeCategories('NZBGet', async () => {
  const started = await launch()
  onTestFinished(() => started.fake.close())
  return started
})

it('NZBGet is read as ever if its password is the name of the category', async () => {
  const { fake, driver, settings, client } = await opened({ password: 'audiobooks' })
  fake.downloads.add({ id: '7', name: 'All about audiobooks', category: 'audiobooks' })
  const { findings } = await driver.test(settings.values(), () => Promise.resolve())
  expect(findings.map(({ code }) => code)).toEqual(['answers'])
  expect(await client.list()).toMatchObject([{ id: '7', name: 'All about audiobooks' }])
  expect(await client.others()).toEqual([])
})

describe('the users of NZBGet', () => {
  it('are distinguished from those that may only add downloads', async () => {
    const { driver, settings, client } = await opened({ access: 'add' })
    const refusal = { code: 'may_only_add', params: { service: 'NZBGet' } }
    expect(await driver.test(settings.values(), () => Promise.resolve())).toMatchObject({
      code: 'wrong_key',
      cause: refusal,
    })
    await expect(client.status(['7'])).rejects.toMatchObject({ coded: refusal })
  })
})

describe('NZB files of NZBGet', () => {
  it('are found by the id that Prowlarr stored with them, in the queue and in the history', async () => {
    const { fake, client } = await opened()
    const mark = 'f'.repeat(32)
    fake.downloads.add({ id: '7', name: 'The First Wick' })
    fake.mark('7', mark)
    expect(await client.status([mark])).toMatchObject([{ id: mark, state: 'downloading' }])
    expect(await client.status(['7'])).toMatchObject([{ id: '7' }])
    fake.downloads.complete('7')
    expect(await client.status([mark])).toMatchObject([{ id: mark, state: 'completed' }])
    await client.remove(mark, true)
    expect(fake.downloads.all()).toEqual([])
  })

  it('are distinguished from others with their number after the queue was lost', async () => {
    const { fake, client } = await opened()
    const id = await client.add(nzbOf('The First Wick'))
    const [added] = fake.downloads.all()
    fake.loseQueue()
    await client.add(nzbOf('Somebody else’s'))
    expect(fake.downloads.all()).toMatchObject([{ id: added?.id, name: 'Somebody else’s' }])
    expect(await client.status([id])).toEqual([])
    await client.remove(id, true)
    expect(fake.downloads.all()).toHaveLength(1)
  })

  it('are not added twice, and are refused if invalid', async () => {
    const { fake, client } = await opened()
    const id = await client.add(nzbOf('The First Wick'))
    expect(await client.add(nzbOf('The First Wick'))).toBe(id)
    expect(fake.downloads.all()).toHaveLength(1)
    const broken = { ...nzbOf('Broken'), file: new TextEncoder().encode('<html>') }
    await expect(client.add(broken)).rejects.toMatchObject({ coded: { code: 'nzb_unreadable' } })
  })

  it.each([
    ['SUCCESS/ALL', 'completed', null],
    ['WARNING/SCRIPT', 'completed', null],
    ['WARNING/HEALTH', 'completed', null],
    ['WARNING/PASSWORD', 'failed', 'release'],
    ['WARNING/SPACE', 'failed', 'client'],
    ['FAILURE/PAR', 'failed', 'release'],
    ['DELETED/COPY', 'failed', 'release'],
    ['', 'failed', 'release'],
    ['DELETED/MANUAL', undefined, null],
  ])('that it keeps as “%s” are %s', async (status, state, problem) => {
    const driver = createNzbget({
      userAgent: 'Earmark/test',
      async fetch(input, init) {
        const sentBody = await new Request(input, init).text()
        const rows = sentBody.includes('"history"')
          ? [{ NZBID: 7, Name: 'One', Status: status }, 'no row']
          : []
        return Response.json({ version: '1.1', result: rows })
      },
    })
    const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
    const [found] = await client.status(['7'])
    expect(found?.state).toBe(state)
    expect(found?.problem ?? null).toBe(problem)
    expect(found?.message ?? null).toBe(state === 'failed' && status !== '' ? status : null)
  })

  it('say so if their error has no message', async () => {
    const driver = createNzbget({
      userAgent: 'Earmark/test',
      fetch: () => Promise.resolve(Response.json({ error: { code: 2 } })),
    })
    const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
    await expect(client.list()).rejects.toMatchObject({
      coded: { code: 'fails_unexplained', params: { service: 'NZBGet' } },
    })
  })

  it('of more than four gigabytes have progress and time', async () => {
    const group = {
      NZBID: 7,
      NZBName: 'Long',
      Status: 'DOWNLOADING',
      FileSizeHi: 2,
      FileSizeLo: 0,
      RemainingSizeHi: 0,
      RemainingSizeLo: -2_147_483_648,
      DownloadTimeSec: 3600,
    }
    const driver = createNzbget({
      userAgent: 'Earmark/test',
      fetch: () => Promise.resolve(Response.json({ result: [group] })),
    })
    const client = driver.open(settingsOf(driver, { base_url: 'http://client.invalid' }).access)
    expect(await client.status(['7'])).toMatchObject([{ progress: 0.75, secondsLeft: 1200 }])
  })
})

it('An NZBGet without a history is found by its test', async () => {
  const { fake, driver, settings } = await launch({ keepHistory: 0 })
  onTestFinished(() => fake.close())
  expect(
    await driver.test(settingsOf(driver, { ...settings, category: '' }).values(), () => Promise.resolve()),
  ).toMatchObject({
    code: 'ok',
    findings: [{ code: 'answers' }, { code: 'history_not_kept' }],
    text: expect.stringContaining('KeepHistory'),
  })
})
