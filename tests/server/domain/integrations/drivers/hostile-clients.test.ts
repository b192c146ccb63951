import { describe, expect, it, onTestFinished } from 'vitest'
import { startDelugeFake } from '#fakes/download-clients/deluge'
import { startQbittorrentFake } from '#fakes/download-clients/qbittorrent'
import { startSabnzbdFake } from '#fakes/download-clients/sabnzbd'
import { startTransmissionFake } from '#fakes/download-clients/transmission'
import { createDeluge } from '#server/domain/integrations/drivers/deluge'
import { createQbittorrent } from '#server/domain/integrations/drivers/qbittorrent'
import { createSabnzbd } from '#server/domain/integrations/drivers/sabnzbd'
import { createTransmission } from '#server/domain/integrations/drivers/transmission'
import { settingsOf } from './access.fixture'

const dependencies = { fetch: globalThis.fetch, userAgent: 'Earmark/test' }

async function qbittorrent() {
  const fake = await startQbittorrentFake()
  const { baseUrl: base_url, username, password } = fake
  const driver = createQbittorrent(dependencies)
  return { fake, client: driver.open(settingsOf(driver, { base_url, username, password }).access) }
}

async function transmission() {
  const fake = await startTransmissionFake()
  const { baseUrl: base_url, username, password } = fake
  const driver = createTransmission(dependencies)
  return { fake, client: driver.open(settingsOf(driver, { base_url, username, password }).access) }
}

async function deluge() {
  const fake = await startDelugeFake()
  const { baseUrl: base_url, password } = fake
  const driver = createDeluge(dependencies)
  return { fake, client: driver.open(settingsOf(driver, { base_url, password }).access) }
}

async function sabnzbd() {
  const fake = await startSabnzbdFake()
  const { baseUrl: base_url, apiKey: api_key } = fake
  const driver = createSabnzbd(dependencies)
  return { fake, client: driver.open(settingsOf(driver, { base_url, api_key }).access) }
}

const CLIENTS = { qbittorrent, transmission, deluge, sabnzbd }

describe.each(Object.entries(CLIENTS))('input from a hostile %s', (_, start) => {
  it('is not a download if its id could not be stored, and is truncated if it is endless', async () => {
    const { fake, client } = await start()
    onTestFinished(() => fake.close())
    const category = 'audiobooks'
    fake.downloads.add({ id: 'good', name: `The First Wick${'\u0000k'.repeat(5000)}`, category })
    fake.downloads.add({ id: 'with\u0000nothing', name: 'The Second Wick', category })
    fake.downloads.add({ id: 'x'.repeat(5000), name: 'The Third Wick', category })
    fake.downloads.fail('good', `Disk\u0000full\r\n${'!'.repeat(5000)}`)
    const [shown, ...others] = await client.list()
    expect(others).toEqual([])
    expect(shown).toMatchObject({ id: 'good', name: expect.stringMatching(/^The First Wick k/) })
    expect(shown?.name.length).toBeLessThanOrEqual(1000)
    expect(shown?.message?.length ?? 0).toBeLessThanOrEqual(200)
    expect(shown?.message ?? '').not.toMatch(/\p{Cc}/u)
  })
})
