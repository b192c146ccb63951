import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { magnetOf, nzbFile, torrentFile } from '#fakes/download-clients/release-files'
import type { Downloadable, DownloadClient } from '#server/domain/integrations/download-client.types'
import type { DownloadClientDriver } from '#server/domain/integrations/integrations.types'
import type { StoredSettings } from '#server/domain/integrations/settings.rules'
import { eventually } from '#tests/support/eventually'
import { settingsOf } from './access.fixture'

/** A program, fake or real, and how to reach it with the driver. */
export interface ClientUnderTest {
  driver: DownloadClientDriver
  /** With a separate category. */
  settings: StoredSettings
  /** The same settings with credentials that it refuses. */
  wrong: StoredSettings
}

/** Every download has a unique name, so that the real programs can be used again. */
const nameOf = (words: string) => `${words} ${randomUUID().slice(0, 8)}`

export function torrentOf(name: string): Extract<Downloadable, { kind: 'torrent' }> {
  return { kind: 'torrent', name, ...torrentFile(name) }
}

function magnetLinkOf(name: string): Extract<Downloadable, { kind: 'magnet' }> {
  return { kind: 'magnet', name, ...magnetOf(name) }
}

export function nzbOf(name: string): Extract<Downloadable, { kind: 'nzb' }> {
  return { kind: 'nzb', name, file: nzbFile(name) }
}

const keep = () => Promise.resolve()

/** Some clients take a moment to list a new download. */
function shown(client: DownloadClient, id: string) {
  return eventually(async () => {
    const [found] = await client.status([id])
    if (!found) throw new Error('The client does not show it')
    return found
  })
}

/** A download that the client takes. */
const downloadFor = ({ protocol }: DownloadClientDriver, name: string) =>
  protocol === 'torrent' ? torrentOf(name) : nzbOf(name)

async function openClient(start: () => Promise<ClientUnderTest>) {
  const { driver, settings, wrong } = await start()
  return { driver, settings, wrong, client: driver.open(settingsOf(driver, settings).access) }
}
type Open = () => ReturnType<typeof openClient>

/**
 * What each download client does, fake or real.
 * @param start called by each test; what it starts ends with the test or the file.
 */
export function describeDownloadClient(name: string, start: () => Promise<ClientUnderTest>): void {
  const opened = () => openClient(start)
  describe(`${name} as a download client`, () => {
    testAccess(opened)
    testDownloads(opened)
    testRefusals(opened)
  })
}

function testAccess(opened: Open): void {
  it('says that it answers, with its version', async () => {
    const { driver, settings } = await opened()
    const found = await driver.test(settingsOf(driver, settings).values(), keep)
    expect(found.code).toBe('ok')
    expect(found.version).toMatch(/^\d/)
    expect(found.text).toContain(`${driver.name} ${found.version}`)
    // Its settings are complete, so there is only one finding.
    expect(found.findings.map(({ code }) => code)).toEqual(['answers'])
    const client = driver.open(settingsOf(driver, settings).access)
    await expect(client.ping()).resolves.toBeUndefined()
  })

  it('says that the credentials are refused', async () => {
    const { driver, wrong } = await opened()
    const found = await driver.test(settingsOf(driver, wrong).values(), keep)
    expect(found.code).toBe('wrong_key')
    expect(found.text).toContain(driver.name)
    const refused = driver.open(settingsOf(driver, wrong).access)
    await expect(refused.ping()).rejects.toMatchObject({ code: 'connection_refused' })
    await expect(
      driver.open(settingsOf(driver, wrong).access).status(['a'.repeat(40)]),
    ).rejects.toMatchObject({
      code: 'connection_refused',
    })
  })
}

function testDownloads(opened: Open): void {
  it('adds, shows, lists and removes a download', async () => {
    const { driver, client } = await opened()
    const name = nameOf('The First Wick')
    const download = downloadFor(driver, name)
    const id = await client.add(download)
    expect(id).not.toBe('')
    if (download.kind !== 'nzb') expect(id).toBe(download.infoHash)
    const added = await shown(client, id)
    expect(added.id).toBe(id)
    expect(added.name).toContain('First')
    await eventually(async () => {
      expect((await client.list()).map((one) => one.id)).toContain(id)
    })
    await client.remove(id, true)
    await eventually(async () => {
      expect(await client.status([id])).toEqual([])
    })
  })

  it('counts one it already has as added', async () => {
    const { driver, client } = await opened()
    const name = nameOf('Twice Told')
    const download = downloadFor(driver, name)
    const id = await client.add(download)
    await shown(client, id)
    if (driver.protocol === 'torrent') expect(await client.add(download)).toBe(id)
    else expect(await client.add(download)).not.toBe('')
    await client.remove(id, true)
  })

  it('returns those it has out of many, and nothing for unknown ones', async () => {
    const { driver, client } = await opened()
    const unknown = Array.from({ length: 500 }, (_, index) => index.toString(16).padStart(40, '0'))
    expect(await client.status([])).toEqual([])
    expect(await client.status(unknown)).toEqual([])
    const name = nameOf('Needle')
    const id = await client.add(downloadFor(driver, name))
    await shown(client, id)
    expect((await client.status([...unknown, id])).map((one) => one.id)).toEqual([id])
    await client.remove(id, true)
  })

  it('removes missing ones without an error', async () => {
    const { client } = await opened()
    await expect(client.remove('a'.repeat(40), true)).resolves.toBeUndefined()
  })
}

function testRefusals(opened: Open): void {
  it('refuses files for the other kind of client, and invalid ones', async () => {
    const { driver, client } = await opened()
    const other = driver.protocol === 'torrent' ? nzbOf('Other') : torrentOf('Other')
    const code = driver.protocol === 'torrent' ? 'nzb_files_not_taken' : 'torrents_not_taken'
    await expect(client.add(other)).rejects.toMatchObject({
      coded: { code, params: { service: driver.name } },
    })
  })

  it('is not asked while it is off', async () => {
    const { driver, settings } = await opened()
    const off = driver.open(settingsOf(driver, settings, { enabled: false }).access)
    await expect(off.status(['a'])).rejects.toMatchObject({ code: 'connection_not_ready' })
    await expect(off.list()).rejects.toMatchObject({ code: 'connection_not_ready' })
  })
}

/** Tests for clients that know only the categories set up in them. */
export function describeCategories(name: string, start: () => Promise<ClientUnderTest>): void {
  it(`${name} reports a category that it lacks, and none if none is wanted`, async () => {
    const { driver, settings } = await start()
    const findings = async (category: string) => {
      const values = settingsOf(driver, { ...settings, category }).values()
      return (await driver.test(values, keep)).findings
    }
    const lacks = (category: string) => [
      { code: 'answers' },
      { code: 'category_missing', params: { service: driver.name, category } },
    ]
    expect(await findings('nobody has it')).toMatchObject(lacks('nobody has it'))
    const inCapitals = String(settings['category']).toUpperCase()
    expect(await findings(inCapitals)).toMatchObject(lacks(inCapitals))
    expect(await findings('')).toMatchObject([{ code: 'answers' }])
  })
}

/** Tests for clients that accept magnet links. */
export function describeMagnets(name: string, start: () => Promise<ClientUnderTest>): void {
  it(`${name} adds a magnet link whose files it does not have yet`, async () => {
    const { driver, settings } = await start()
    const client = driver.open(settingsOf(driver, settings).access)
    const magnet = magnetLinkOf(nameOf('Far Away'))
    expect(await client.add(magnet)).toBe(magnet.infoHash)
    const found = await shown(client, magnet.infoHash)
    expect(['queued', 'downloading', 'stalled']).toContain(found.state)
    expect(await client.add(magnet)).toBe(magnet.infoHash)
    await client.remove(magnet.infoHash, true)
  })
}
