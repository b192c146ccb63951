import { rm, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startMamFake } from '#fakes/mam'
import { startProwlarrFake } from '#fakes/prowlarr'
import type { Database } from '#server/db/database'
import type { OfferedRelease } from '#server/domain/integrations/integrations.types'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import { indexersOver, shown, type TestIndexers } from './integrations.fixture'

const KEY = 'a-key-of-prowlarr'
const SHELF = { id: 1, name: 'Spoken Shelf', protocol: 'torrent' } as const
const RELEASE: OfferedRelease = {
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
const forever = () => new AbortController().signal
const statusOf = async (indexers: TestIndexers, name: string) => (await shown(indexers, name)).status

/** The same database, and the number of writes to it. */
function counted(database: Database) {
  const counts = { writes: 0 }
  const counting: Database = {
    ...database,
    write(work) {
      counts.writes += 1
      return database.write(work)
    },
  }
  return { database: counting, counts }
}

/** A Prowlarr that is set up and enabled, a stopped clock, and the events sent to open pages. */
async function withProwlarr(database: Database, fetch?: typeof globalThis.fetch) {
  const fake = await startProwlarrFake({ apiKey: KEY })
  onTestFinished(() => fake.close())
  const clock = standingClock()
  const indexers = indexersOver(database, { clock: clock.read, ...(fetch && { fetch }) })
  const set = { prowlarr_base_url: fake.url, prowlarr_api_key: KEY, enabled: true }
  await indexers.patch('Prowlarr', set)
  indexers.announced.length = 0
  return { fake, clock, indexers, status: () => statusOf(indexers, 'Prowlarr') }
}

async function withTracker(database: Database) {
  const fake = await startMamFake()
  onTestFinished(() => fake.close())
  const clock = standingClock()
  const indexers = indexersOver(database, { clock: clock.read })
  await indexers.patch('MyAnonamouse', {
    mam_base_url: fake.url,
    mam_session_id: 'session-0',
    enabled: true,
  })
  const describe = (guid = RELEASE.guid, signal = forever()) =>
    indexers.enrichment.describe([{ ...RELEASE, guid }], 'salt', signal)
  return { fake, clock, indexers, describe, status: () => statusOf(indexers, 'MyAnonamouse') }
}

onEachDatabase('the status of Prowlarr', (database) => {
  it('says since when it answers or fails and why, and updates open pages when that changes', async () => {
    const { fake, clock, indexers, status } = await withProwlarr(database())
    expect(await status()).toBeNull()
    const start = clock.read().toISOString()
    await indexers.source.indexers()
    const up = { reachable: true, since: start, last_failure_at: null, error: null, cause: null }
    expect(await status()).toEqual({ ...up, last_ok_at: start })
    expect(indexers.announced).toEqual([{ topic: 'connections' }])

    clock.advance(60_000)
    const minute = clock.read().toISOString()
    await indexers.source.search(SHELF, 'first wick', forever())
    expect(await status()).toEqual({ ...up, last_ok_at: minute })
    expect(indexers.announced).toHaveLength(1)

    fake.misbehave({ kind: 'html' })
    await expect(indexers.source.indexers()).rejects.toThrow()
    expect(await status()).toMatchObject({
      reachable: false,
      since: minute,
      last_ok_at: minute,
      last_failure_at: minute,
      error: expect.stringContaining('not Prowlarr’s API'),
      cause: { code: 'not_the_api' },
    })
    expect(indexers.announced).toHaveLength(2)

    fake.misbehave(null)
    clock.advance(1000)
    await indexers.source.indexers()
    expect(await status()).toMatchObject({ reachable: true, since: clock.read().toISOString() })
    expect(indexers.announced).toHaveLength(3)
  })

  it('is written at most once a minute, however many indexers are asked in parallel', async () => {
    const { database: counting, counts } = counted(database())
    const held: (() => void)[] = []
    const answerTogether: typeof globalThis.fetch = async () => {
      await new Promise<void>((answer) => {
        if (held.push(answer) === 9) for (const each of held) each()
      })
      return Response.json([{ guid: 'a', indexerId: 1, indexer: 'Spoken Shelf', title: 'The Salt Road' }])
    }
    const { indexers } = await withProwlarr(counting, answerTogether)
    counts.writes = 0
    const searches = Array.from({ length: 9 }, () => indexers.source.search(SHELF, 'first wick', forever()))
    expect((await Promise.all(searches)).flat()).toHaveLength(9)
    expect(counts.writes).toBe(1)
  })

  it('does not change if one of its indexers fails', async () => {
    const { fake, indexers, status } = await withProwlarr(database())
    await indexers.source.indexers()
    fake.troubleSearches({ kind: 'unavailable' })
    await expect(indexers.source.search(SHELF, 'first wick', forever())).rejects.toThrow()
    expect(await status()).toMatchObject({ reachable: true, last_failure_at: null })
  })

  it('changes with a grab, unless that failed for another reason', async () => {
    const { fake, indexers, status } = await withProwlarr(database())
    const [found] = await indexers.source.search(SHELF, 'first wick', forever())
    const release = { guid: found?.guid ?? '', indexerId: 1 }
    fake.troubleGrabs({ kind: 'refused', how: 'no_client' })
    expect(await indexers.source.grab(release)).toMatchObject({
      cause: { code: 'no_download_client' },
    })
    expect(await status()).toMatchObject({ reachable: true })
    fake.misbehave({ kind: 'html' })
    expect(await indexers.source.grab(release)).toMatchObject({ state: 'postponed' })
    expect(await status()).toMatchObject({ reachable: false, cause: { code: 'not_the_api' } })
    fake.misbehave(null)
    fake.troubleGrabs(null)
    expect(await indexers.source.grab(release)).toEqual({ state: 'grabbed' })
    expect(await status()).toMatchObject({ reachable: true })
  })

  it('changes with a test of the stored settings, and no other', async () => {
    const { fake, indexers, status } = await withProwlarr(database())
    await indexers.test('Prowlarr', { prowlarr_categories: '3010' })
    expect(await status()).toBeNull()
    await indexers.test('Prowlarr', {})
    expect(await status()).toMatchObject({ reachable: true })
    fake.clients.length = 0
    expect(await indexers.test('Prowlarr', {})).toMatchObject({ code: 'no_download_client' })
    expect(await status()).toMatchObject({ reachable: true })
    await fake.close()
    expect(await indexers.test('Prowlarr', {})).toMatchObject({ code: 'unreachable' })
    expect(await status()).toMatchObject({ reachable: false, cause: { code: 'unreachable_address' } })
  })

  it('is a failure if another program answers', async () => {
    const other = () => Promise.resolve(Response.json({ appName: 'Sonarr', version: '4' }))
    const { indexers, status } = await withProwlarr(database(), other)
    expect(await indexers.test('Prowlarr', {})).toMatchObject({ code: 'not_the_api', cause: null })
    expect(await status()).toMatchObject({ reachable: false, cause: { code: 'not_the_service' } })
  })

  it('starts over with another address, and when it is switched off', async () => {
    const { indexers, status } = await withProwlarr(database())
    await indexers.source.indexers()
    await indexers.patch('Prowlarr', {})
    expect(await status()).not.toBeNull()
    await indexers.patch('Prowlarr', { prowlarr_base_url: 'http://prowlarr/', prowlarr_api_key: KEY })
    expect(await status()).toBeNull()
    await expect(indexers.source.indexers()).rejects.toThrow()
    expect(await status()).toMatchObject({ reachable: false })
    await indexers.patch('Prowlarr', { enabled: false })
    expect(await status()).toBeNull()
  })

  it('starts over if the configuration file sets another address', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'earmark-status-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const path = join(directory, 'indexers.json')
    const { clock, indexers, status } = await withProwlarr(database())
    onTestFinished(() => indexers.file.close())
    await indexers.source.indexers()
    expect(await status()).not.toBeNull()
    const moved = { prowlarr_base_url: 'http://elsewhere/', prowlarr_api_key: KEY }
    await writeFile(path, JSON.stringify({ Prowlarr: moved }))
    await indexers.file.watchPath(path)
    for (let look = 0; look < 3; look += 1) {
      await indexers.file.look()
      clock.advance(60_000)
    }
    expect((await shown(indexers, 'Prowlarr')).settings).toMatchObject({
      prowlarr_base_url: 'http://elsewhere/',
    })
    expect(await status()).toBeNull()
  })

  it('never repeats the key, though its answer does', async () => {
    const message = `The key ${KEY} (${encodeURIComponent(KEY)}) has no rights`
    const answer = () => Promise.resolve(Response.json({ message }, { status: 500 }))
    const { indexers, status } = await withProwlarr(database(), answer)
    await expect(indexers.source.indexers()).rejects.toThrow()
    expect((await status())?.error).toContain('The key *** (***) has no rights')
    const { read, tables } = database()
    expect(JSON.stringify([await status(), await read.select().from(tables.indexers)])).not.toContain(KEY)
  })

  it('loses no answer if it cannot be stored', async () => {
    const { database: counting } = counted(database())
    const { fake, indexers } = await withProwlarr(counting)
    counting.write = () => Promise.reject(new Error('The disk is full'))
    const [found] = await indexers.source.search(SHELF, 'first wick', forever())
    expect(await indexers.source.grab({ guid: found?.guid ?? '', indexerId: 1 })).toEqual({
      state: 'grabbed',
    })
    expect(fake.grabs).toHaveLength(1)
  })
})

onEachDatabase('the status of MyAnonamouse', (database) => {
  it('follows from what it adds to releases', async () => {
    const { fake, clock, describe, status } = await withTracker(database())
    await describe('https://tracker.invalid/t/501')
    expect(await status()).toBeNull()
    const start = clock.read().toISOString()
    await describe()
    expect(await status()).toMatchObject({ reachable: true, since: start, error: null })
    clock.advance(5000)
    fake.refuse('cookie')
    const { cause } = await describe()
    expect(await status()).toMatchObject({
      reachable: false,
      since: clock.read().toISOString(),
      last_ok_at: start,
      cause,
    })
  })

  it('is not blamed for a session that cannot be stored, and what it answered is used', async () => {
    let fails = false
    const write: Database['write'] = async (work) => {
      if (!fails) return database().write(work)
      fails = false
      throw new Error('The disk is full')
    }
    const { describe, status } = await withTracker({ ...database(), write })
    fails = true
    const { metadata, cause } = await describe()
    expect([fails, metadata.size, cause]).toEqual([false, 1, null])
    expect(await status()).toMatchObject({ reachable: true, error: null })
  })

  it('stays the same after an aborted call', async () => {
    const { describe, status } = await withTracker(database())
    expect((await describe(RELEASE.guid, AbortSignal.abort())).cause).toMatchObject({
      code: 'not_asked_to_the_end',
    })
    expect(await status()).toBeNull()
  })

  it('continues if the tracker renews the session, and starts over with a new one', async () => {
    const { clock, indexers, describe, status } = await withTracker(database())
    const start = clock.read().toISOString()
    await describe()
    clock.advance(60_000)
    await describe()
    expect(await status()).toMatchObject({ since: start, last_ok_at: clock.read().toISOString() })
    await indexers.patch('MyAnonamouse', { mam_session_id: 'another' })
    expect(await status()).toBeNull()
  })
})
