import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '#server/db/database'
import { createSettingsRepository } from '#server/domain/settings/settings.repository'
import { createConfigurationFileJob } from '#server/jobs/jobs'
import { actor } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { silentLog, standingClock } from '#tests/support/records'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import {
  indexersOver,
  shown,
  type TestIndexers,
} from '#tests/server/domain/integrations/integrations.fixture'

const PROWLARR = { prowlarr_base_url: 'http://prowlarr:9696', prowlarr_api_key: 'key-of-the-file' }
const content = (prowlarr: Record<string, unknown>) => JSON.stringify({ Prowlarr: prowlarr }, null, 2)

/** Starts the job; it ends with the test. */
function startJob(indexers: TestIndexers) {
  const job = createConfigurationFileJob({ file: indexers.file, clock: () => new Date(), log: silentLog })
  onTestFinished(() => job.stop())
  job.start()
  return job
}

async function ttlOf(indexers: TestIndexers): Promise<unknown> {
  return (await shown(indexers, 'Prowlarr')).settings['prowlarr_source_ttl']
}

/** Polls until the file has been processed; needs no event from the disk. */
async function settledOn(database: Database, path: string | null) {
  const clock = standingClock()
  const indexers = indexersOver(database, { clock: clock.read })
  onTestFinished(() => indexers.file.close())
  if (path !== null) await indexers.file.watchPath(path)
  const look = async () => {
    for (let time = 0; time < 6; time += 1) {
      const next = await indexers.file.look()
      clock.advance(next.getTime() - clock.read().getTime())
    }
  }
  await look()
  return { ...indexers, look, clock }
}

async function fileWith(text: string): Promise<string> {
  const path = join(await temporaryDirectory(), 'indexers.json')
  await writeFile(path, text)
  return path
}

onEachDatabase('the watched configuration file', (database) => {
  it('is applied at the start and with each kind of change', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'indexers.json')
    await writeFile(path, content({ ...PROWLARR, enabled: true, prowlarr_source_ttl: 1 }))
    const indexers = indexersOver(database())
    await indexers.file.watchPath(path)
    startJob(indexers)
    await expect
      .poll(() => shown(indexers, 'Prowlarr'))
      .toMatchObject({
        enabled: true,
        settings: {
          prowlarr_base_url: 'http://prowlarr:9696',
          prowlarr_api_key: { set: true },
          prowlarr_source_ttl: 1,
        },
        last_read: expect.any(String),
        last_error: null,
        cause: null,
      })

    await writeFile(path, content({ prowlarr_source_ttl: 2 }))
    await expect.poll(() => ttlOf(indexers)).toBe(2)

    await writeFile(`${path}.new`, content({ prowlarr_source_ttl: 3 }))
    await rename(`${path}.new`, path)
    await expect.poll(() => ttlOf(indexers)).toBe(3)

    await unlink(path)
    await expect.poll(async () => (await indexers.file.state()).last_error).toContain('There is no file')
    expect(await ttlOf(indexers)).toBe(3)

    await writeFile(path, content({ prowlarr_source_ttl: 4 }))
    await expect
      .poll(() => shown(indexers, 'Prowlarr'))
      .toMatchObject({
        // Settings that the file no longer names stay.
        enabled: true,
        settings: { prowlarr_source_ttl: 4 },
        last_error: null,
        cause: null,
      })
    expect(await indexers.written()).toEqual([
      `Root null ${path}`,
      'null Prowlarr enabled, prowlarr_api_key, prowlarr_base_url, prowlarr_source_ttl',
      ...Array<string>(3).fill('null Prowlarr prowlarr_source_ttl'),
    ])
  })

  it('is an error at once if there is none, when its path is set and at a start', async () => {
    const clock = standingClock()
    const instance = () => {
      const indexers = indexersOver(database(), { clock: clock.read })
      onTestFinished(() => indexers.file.close())
      return indexers
    }
    const first = instance()
    const path = join(await temporaryDirectory(), 'indexers.json')
    expect((await first.file.watchPath(path)).last_error).toContain('There is no file at this path')

    await writeFile(path, content({ prowlarr_source_ttl: 2 }))
    const other = `${path}.other`
    await rename(path, other)
    expect((await first.file.watchPath(other)).last_error).toBeNull()
    await unlink(other)
    const second = instance()
    await second.file.look()
    expect((await second.file.state()).last_error).toContain('There is no file at this path')
  })

  it('is applied when Kubernetes swaps the directory behind it', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'indexers.json')
    const mount = async (version: string, ttl: number) => {
      await mkdir(join(directory, version))
      await writeFile(join(directory, version, 'indexers.json'), content({ prowlarr_source_ttl: ttl }))
      await symlink(version, join(directory, '..data_tmp'))
      await rename(join(directory, '..data_tmp'), join(directory, '..data'))
    }
    await mount('..one', 1)
    await symlink('..data/indexers.json', path)
    const indexers = indexersOver(database())
    await indexers.file.watchPath(path)
    startJob(indexers)
    await expect.poll(() => ttlOf(indexers)).toBe(1)
    await mount('..two', 2)
    await expect.poll(() => ttlOf(indexers)).toBe(2)
  })

  it('ends with the job', async () => {
    const path = await fileWith(content({ prowlarr_source_ttl: 1 }))
    const [ended, other] = [indexersOver(database()), indexersOver(database())]
    const [endedHears, otherHears] = [vi.fn(), vi.fn()]
    ended.file.onWake(endedHears)
    other.file.onWake(otherHears)
    await other.file.watchPath(path)
    const looks = vi.spyOn(ended.file, 'look')
    const job = startJob(ended)
    startJob(other)
    await expect.poll(() => ttlOf(other)).toBe(1)
    for (const hears of [endedHears, otherHears]) {
      hears.mockClear()
      const change = async () => {
        await writeFile(path, content({ prowlarr_source_ttl: 1 }))
        return hears.mock.calls.length
      }
      await expect.poll(change).toBeGreaterThan(0)
    }

    await job.stop()
    endedHears.mockClear()
    looks.mockClear()
    // Once the other has applied a change, its cause has reached both long ago.
    await writeFile(path, content({ prowlarr_source_ttl: 2 }))
    await expect.poll(() => ttlOf(other)).toBe(2)
    expect(endedHears).not.toHaveBeenCalled()
    await other.file.watchPath(await fileWith(content({ prowlarr_source_ttl: 3 })))
    await expect.poll(() => ttlOf(other)).toBe(3)
    expect(looks).not.toHaveBeenCalled()
  })
})

onEachDatabase('looking at the configuration file', (database) => {
  const settled = (path: string | null) => settledOn(database(), path)

  it('finds a change without an event', async () => {
    const path = await fileWith(content({ prowlarr_source_ttl: 1 }))
    const indexers = await settled(path)
    expect(await ttlOf(indexers)).toBe(1)
    await writeFile(path, content({ prowlarr_source_ttl: 2 }))
    await indexers.look()
    expect(await ttlOf(indexers)).toBe(2)
  })

  it('waits while it is half-written', async () => {
    const text = content({ ...PROWLARR, prowlarr_source_ttl: 7 })
    const path = await fileWith('')
    const clock = standingClock()
    const indexers = indexersOver(database(), { clock: clock.read })
    onTestFinished(() => indexers.file.close())
    await indexers.file.watchPath(path)
    for (let length = 0; length < text.length; length += 40) {
      await writeFile(path, text.slice(0, length))
      await indexers.file.look()
      clock.advance(2_400)
      await indexers.file.look()
      expect(await indexers.file.state()).toMatchObject({ last_read: null, last_error: null, cause: null })
    }
    await writeFile(path, text)
    await indexers.file.look()
    clock.advance(300)
    await indexers.file.look()
    expect(await indexers.file.state()).toMatchObject({ last_read: expect.any(String), last_error: null })
    expect(await ttlOf(indexers)).toBe(7)
  })

  it('checks again after ten seconds, or not at all if no file is watched', async () => {
    const { file, clock } = await settled(await fileWith('{}'))
    expect((await file.look()).getTime() - clock.read().getTime()).toBe(10_000)
    await file.watchPath(null)
    await file.look()
    expect(await file.state()).toEqual({ path: null, last_read: null, last_error: null, cause: null })
  })

  it.each([
    ['{"Prowlarr": {"prowlarr_source_ttl": 5,}}', 'Line 1, column 40: a name in double quotes is expected.'],
    ['', 'The file is empty.'],
    [
      '{"Jackett": {}}',
      'This is not a configuration file for Earmark. It must be a JSON object that contains one of these: Prowlarr, MyAnonamouse, qBittorrent, Transmission, Deluge, SABnzbd, NZBGet, Audiobookshelf, Jellyfin, Emby, Plex.',
    ],
    [
      '{"Prowlarr": {"prowlarr_source_ttl": 5}, "MyAnonamouse": {"mam_vip": "yes"}}',
      'Line 1: MyAnonamouse.mam_vip: Must be true or false.',
    ],
    [
      '{"MyAnonamouse": {"mam_vip": true}, "Prowlarr": {"enabled": true, "prowlarr_source_ttl": 5}}',
      'Prowlarr.prowlarr_base_url: Required while Prowlarr is on.',
    ],
  ])('changes nothing for %j and says why', async (text, error) => {
    const indexers = await settled(await fileWith(text))
    expect(await indexers.file.state()).toMatchObject({ last_read: null, last_error: error })
    expect(await ttlOf(indexers)).toBe(86_400)
    expect(await shown(indexers, 'MyAnonamouse')).toMatchObject({
      last_error: error,
      settings: { mam_vip: false },
    })
  })

  it('keeps a reason that a former version wrote as a sentence, until the next check', async () => {
    const indexers = await settled(null)
    const path = await fileWith('')
    await indexers.file.watchPath(path)
    const text = 'Line 4: a comma is missing'
    const former = { path, last_read: null, last_error: text }
    const settings = createSettingsRepository({ database: database() })
    await settings.put({ key: 'indexer_file_state', value: former, at: new Date() })
    expect(await indexers.file.state()).toMatchObject({
      last_error: text,
      cause: { code: 'other', params: { text } },
    })
    await indexers.look()
    expect(await indexers.file.state()).toMatchObject({
      last_error: 'The file is empty.',
      cause: { code: 'empty', params: {} },
    })
  })

  it('keeps what was changed elsewhere since, even after a restart', async () => {
    const path = await fileWith(content({ ...PROWLARR, prowlarr_source_ttl: 1, enabled: true }))
    const first = await settled(path)
    await first.patch('Prowlarr', { prowlarr_source_ttl: 99, enabled: false })
    const restarted = await settled(null)
    expect(await shown(restarted, 'Prowlarr')).toMatchObject({
      enabled: false,
      settings: { prowlarr_source_ttl: 99 },
    })
    await writeFile(path, content({ ...PROWLARR, prowlarr_source_ttl: 2, enabled: true }))
    await restarted.look()
    expect(await shown(restarted, 'Prowlarr')).toMatchObject({
      enabled: false,
      settings: { prowlarr_source_ttl: 2 },
    })
  })

  it('starts over with another file', async () => {
    const text = content({ prowlarr_source_ttl: 1 })
    const first = await settled(await fileWith(text))
    await first.patch('Prowlarr', { prowlarr_source_ttl: 99 })
    const second = await fileWith(text)
    await first.file.watchPath(second)
    expect(await first.file.state()).toEqual({ path: second, last_read: null, last_error: null, cause: null })
    await first.look()
    expect(await ttlOf(first)).toBe(1)
  })

  it('restores a default for null', async () => {
    const path = await fileWith(content({ prowlarr_source_ttl: 1 }))
    const indexers = await settled(path)
    await writeFile(path, content({ prowlarr_source_ttl: null }))
    await indexers.look()
    expect(await ttlOf(indexers)).toBe(86_400)
  })

  it('stores neither the text nor a digest that anyone could guess with', async () => {
    await settled(await fileWith(content(PROWLARR)))
    const { read, tables } = database()
    const [row] = await read.select().from(tables.indexers)
    expect(JSON.stringify(row)).not.toContain('key-of-the-file')
    const bytes = new TextEncoder().encode('key-of-the-file')
    const plain = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    expect(Object.values(row?.fileDigests ?? {})).toHaveLength(2)
    expect(JSON.stringify(row)).not.toContain(plain)
  })

  it('is applied once by two concurrent instances', async () => {
    const path = await fileWith(content({ ...PROWLARR, enabled: true }))
    const [one, other] = await Promise.all([settled(path), settled(path)])
    await Promise.all([one.look(), other.look()])
    expect(await shown(one, 'Prowlarr')).toMatchObject({ enabled: true, last_error: null })
    await other.patch('Prowlarr', { enabled: false })
    await Promise.all([one.look(), other.look()])
    expect(await shown(one, 'Prowlarr')).toMatchObject({ enabled: false })
  })
})

onEachDatabase('download clients and libraries in the configuration file', (database) => {
  const BOX = {
    driver: 'qBittorrent',
    base_url: 'http://box:1',
    password: 'secret-of-the-file',
    enabled: true,
  }
  const SHELF = { audiobookshelf_base_url: 'http://shelf:80', audiobookshelf_api_key: 'key', enabled: true }
  const settled = (path: string | null) => settledOn(database(), path)
  const root = { id: 'root', username: 'Root', role: 'admin', root: true } as const
  const by = actor(root, undefined, '192.0.2.7')
  type Settled = Awaited<ReturnType<typeof settled>>
  const write = async (path: string, content: unknown) => writeFile(path, JSON.stringify(content, null, 2))
  const named = async ({ connections }: Settled, name: string) =>
    (await connections.list()).find((connection) => connection.name === name)

  it('are added, as many to a program as it names, and change with it', async () => {
    const path = await fileWith(
      JSON.stringify({ Box: BOX, qBittorrent: { category: 'spoken' }, Audiobookshelf: SHELF }),
    )
    const all = await settled(path)
    expect(await all.file.state()).toMatchObject({ last_error: null, last_read: expect.any(String) })
    expect(await all.connections.list()).toMatchObject([
      {
        name: 'Box',
        driver: 'qBittorrent',
        enabled: true,
        settings: { base_url: 'http://box:1', password: { set: true }, category: 'audiobooks' },
      },
      { name: 'qBittorrent', driver: 'qBittorrent', enabled: false },
      { name: 'Audiobookshelf', kind: 'library', enabled: true },
    ])
    expect(all.announced).toContainEqual({ topic: 'connections' })
    await write(path, { Box: { ...BOX, category: 'spoken' } })
    await all.look()
    expect(await all.connections.list()).toMatchObject([
      { name: 'Box', settings: { category: 'spoken' } },
      { name: 'qBittorrent' },
      { name: 'Audiobookshelf' },
    ])
    expect(await all.written()).toEqual([
      `Root null ${path}`,
      'null Audiobookshelf Audiobookshelf',
      'null Box category',
      'null Box qBittorrent',
      'null qBittorrent qBittorrent',
    ])
    const { read, tables } = database()
    expect(JSON.stringify(await read.select().from(tables.settings))).not.toContain('secret-of-the-file')
  })

  it('set up what exists under their name, whoever added it', async () => {
    const all = await settled(null)
    const settings = { base_url: 'http://other:1', category: 'mine' }
    const { id } = await all.connections.create(
      { driver: 'qBittorrent', name: 'BOX', enabled: false, settings },
      by,
    )
    await all.file.watchPath(await fileWith(JSON.stringify({ Box: BOX })))
    await all.look()
    expect(await all.connections.list()).toMatchObject([
      { id, name: 'BOX', enabled: true, settings: { base_url: 'http://box:1', category: 'mine' } },
    ])
  })

  it('keep what was changed elsewhere since, such as their name, even after a restart', async () => {
    const path = await fileWith(JSON.stringify({ Box: BOX, Audiobookshelf: SHELF }))
    const first = await settled(path)
    const box = (await named(first, 'Box'))?.id ?? ''
    const shelf = (await named(first, 'Audiobookshelf'))?.id ?? ''
    await first.connections.change(box, { name: 'Seedbox', settings: { category: 'mine' } }, by)
    await first.connections.remove(shelf, by)
    const restarted = await settled(null)
    expect(await restarted.connections.list()).toMatchObject([{ id: box, name: 'Seedbox' }])
    await write(path, { Box: { ...BOX, enabled: false }, Audiobookshelf: SHELF })
    await restarted.look()
    expect(await restarted.connections.list()).toMatchObject([
      { id: box, name: 'Seedbox', enabled: false, settings: { category: 'mine' } },
    ])
    // What its section asks for again comes back, with the id it had.
    await write(path, { Audiobookshelf: { ...SHELF, audiobookshelf_scan: false } })
    await restarted.look()
    expect(await named(restarted, 'Audiobookshelf')).toMatchObject({
      id: shelf,
      settings: { audiobookshelf_base_url: 'http://shelf:80', audiobookshelf_scan: false },
    })
  })

  it.each([
    [{ Prowlarr: {}, Box: { ...BOX, driver: 'Sonarr' } }, /^Line 4: unknown service/],
    [{ Box: { ...BOX, base_url: null } }, 'Box.base_url: Required while Box is on.'],
    [
      { Prowlarr: { prowlarr_source_ttl: 5 }, Box: { ...BOX, port: 1 } },
      /not a setting of qBittorrent\. Its settings: enabled, base_url, .*\(case-sensitive\)\.$/,
    ],
    [{ Taken: BOX }, 'Line 2: Taken.driver: Choose one of these: Transmission.'],
  ])('change nothing for %j, and it says why', async (content, error) => {
    const all = await settled(null)
    await all.connections.create({ driver: 'Transmission', name: 'Taken', enabled: false, settings: {} }, by)
    const path = await fileWith(JSON.stringify(content, null, 2))
    await all.file.watchPath(path)
    await all.look()
    expect((await all.file.state()).last_error).toEqual(
      typeof error === 'string' ? error : expect.stringMatching(error),
    )
    expect(await all.connections.list()).toMatchObject([{ name: 'Taken', settings: { base_url: null } }])
    expect(await ttlOf(all)).toBe(86_400)
  })

  it('follow a connection that took the name of another section', async () => {
    const path = await fileWith(JSON.stringify({ Box: BOX }))
    const all = await settledOn(database(), path)
    const id = (await named(all, 'Box'))?.id ?? ''
    await all.connections.change(id, { name: 'Seedbox' }, by)
    await write(path, { Seedbox: BOX, Box: { ...BOX, base_url: 'http://new:2' } })
    await all.look()
    expect((await all.file.state()).last_error).toBeNull()
    expect(await all.connections.list()).toMatchObject([
      { id, name: 'Seedbox', settings: { base_url: 'http://box:1' } },
      { name: 'Box', settings: { base_url: 'http://new:2' } },
    ])
  })

  it('each get a connection of their own in place of a deleted one', async () => {
    const path = await fileWith(JSON.stringify({ Box: BOX }))
    const all = await settledOn(database(), path)
    const box = (await named(all, 'Box'))?.id ?? ''
    await all.connections.remove(box, by)
    await write(path, { Box: BOX, Third: BOX, Fourth: BOX })
    await all.look()
    expect((await all.file.state()).last_error).toBeNull()
    const added = await all.connections.list()
    expect(added.map(({ name }) => name)).toEqual(['Third', 'Fourth'])
    expect(added.map(({ id }) => id)).not.toContain(box)
    await write(path, { Box: { ...BOX, category: 'spoken' }, Third: BOX, Fourth: BOX })
    await all.look()
    expect(await all.connections.list()).toMatchObject([
      { name: 'Third', settings: { category: 'audiobooks' } },
      { name: 'Fourth' },
      { id: box, name: 'Box', settings: { category: 'spoken' } },
    ])
  })

  it('may have any name that an object can have', async () => {
    const path = await fileWith(JSON.stringify({ Box: BOX }))
    const all = await settledOn(database(), path)
    await write(path, { Box: BOX, constructor: BOX })
    await all.look()
    expect((await all.connections.list()).map(({ name }) => name)).toEqual(['Box', 'constructor'])
    await writeFile(path, `{"Box": ${JSON.stringify(BOX)}, "__proto__": ${JSON.stringify(BOX)}}`)
    await all.look()
    expect((await all.file.state()).last_error).toBe('Line 1: qBittorrent.name: Not valid.')
  })

  it('are applied once by two concurrent instances', async () => {
    const path = await fileWith(JSON.stringify({ Box: BOX, Other: BOX }))
    const [one, other] = await Promise.all([settled(path), settled(path)])
    await Promise.all([one.look(), other.look()])
    expect((await one.connections.list()).map(({ name }) => name).sort()).toEqual(['Box', 'Other'])
    await other.connections.change((await named(other, 'Box'))?.id ?? '', { enabled: false }, by)
    await Promise.all([one.look(), other.look()])
    expect(await named(one, 'Box')).toMatchObject({ enabled: false })
  })
})
