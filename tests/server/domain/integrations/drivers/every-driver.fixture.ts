import { CLIENTS } from '#fakes/download-clients/all'
import { BOOKS } from '#fakes/catalogue/books'
import { itemOf } from '#fakes/libraries/catalogue-items'
import { KEY as SHELF_KEY, startAudiobookshelf } from '#fakes/libraries/audiobookshelf'
import { KEY as MEDIA_KEY, startMediaBrowser } from '#fakes/libraries/mediabrowser'
import { startPlex, TOKEN } from '#fakes/libraries/plex'
import { startMamFake } from '#fakes/mam'
import { startProwlarrFake } from '#fakes/prowlarr'
import { CausedError } from '#server/errors/app-error'
import { createDrivers, indexersOf, programsOf } from '#server/domain/integrations/registry'
import type {
  ConnectionDriver,
  ConnectionSettings,
  NotingAccess,
  OfferedRelease,
} from '#server/domain/integrations/integrations.types'
import type { DownloadClient } from '#server/domain/integrations/download-client.types'
import { valuesOf, type StoredSettings } from '#server/domain/integrations/settings.rules'
import { createRecording, type Distortion } from '#tests/support/recorded-service'
import { silentLog } from '#tests/support/records'
import { settingsOf } from './access.fixture'
import { walked } from './library.fixture'
import { API_KEY, neverAborted, SPOKEN_SHELF } from './prowlarr.fixture'

interface FilledService {
  settings: StoredSettings
  close: () => Promise<void>
}

const HASH = 'ab'.repeat(20)
const QUERY = 'first wick'
const TORRENT: OfferedRelease = {
  guid: 'https://www.myanonamouse.net/t/501',
  indexer_id: 7,
  indexer: 'MyAnonamouse',
  title: 'The Salt Road by Ada Moor',
  size: 1,
  publish_date: null,
  info_url: null,
  indexer_flags: [],
  protocol: 'torrent',
  seeders: 1,
  leechers: 0,
  grabs: null,
  categories: [3030],
  info_hash: null,
}

const mediaRow = {
  Id: 'a1',
  Name: 'The Salt Road',
  Type: 'AudioBook',
  AlbumArtist: 'Ada Moor, Ben Hale',
  AlbumArtists: [{ Name: 'Ada Moor', Id: 'p1' }],
  Artists: ['Cora Lind'],
  People: [{ Name: 'Cora Lind', Type: 'Actor', Role: 'Narrator' }],
  Album: 'The Salt Road',
  SeriesName: 'Harbour Songs',
  ParentId: 'folder',
  Path: '/audiobooks/Ada Moor/The Salt Road/01.mp3',
  RunTimeTicks: 36_000_000_000,
  DateCreated: '2025-05-06T07:00:00.1234567Z',
  ProviderIds: { AudibleASIN: 'b00salt001', Isbn: '978-3-16-148410-0' },
}

async function prowlarr(): Promise<FilledService> {
  const fake = await startProwlarrFake({ apiKey: API_KEY })
  return {
    settings: { prowlarr_base_url: fake.baseUrl, prowlarr_api_key: API_KEY },
    close: () => fake.close(),
  }
}

async function mam(): Promise<FilledService> {
  const fake = await startMamFake()
  return { settings: { mam_base_url: fake.url, mam_session_id: 'session-0' }, close: () => fake.close() }
}

async function audiobookshelf(): Promise<FilledService> {
  const fake = await startAudiobookshelf({ items: BOOKS.slice(0, 3).map(itemOf) })
  const settings = { audiobookshelf_base_url: fake.url, audiobookshelf_api_key: SHELF_KEY }
  return { settings, close: () => fake.close() }
}

async function media(program: 'Jellyfin' | 'Emby'): Promise<FilledService> {
  const fake = await startMediaBrowser({ program, rows: [mediaRow] })
  return { settings: { base_url: fake.url, api_key: MEDIA_KEY }, close: () => fake.close() }
}

async function plex(): Promise<FilledService> {
  const album = {
    ratingKey: '1',
    title: 'The Salt Road',
    parentTitle: 'Ada Moor',
    guid: 'audnexus://B00SALT001',
  }
  const fake = await startPlex({ albums: [album] })
  return { settings: { base_url: fake.url, api_key: TOKEN }, close: () => fake.close() }
}

async function client({ start, idOf }: (typeof CLIENTS)[number]): Promise<FilledService> {
  const fake = await start()
  fake.downloads.add({ id: idOf(1), name: 'The First Wick', category: 'audiobooks' })
  fake.downloads.add({ id: idOf(2), name: 'The Second Wick', category: 'audiobooks' })
  fake.downloads.fail(idOf(2), 'The disk is full.')
  fake.downloads.add({ id: idOf(3), name: 'The Third Wick', category: 'movies' })
  const { baseUrl: base_url, username, password, apiKey: api_key } = fake
  const byPassword = { ...(username && { username }), ...(password && { password }) }
  const account = password === undefined ? { ...(api_key && { api_key }) } : byPassword
  return { settings: { base_url, category: 'audiobooks', ...account }, close: () => fake.close() }
}

/** A service with contents for every driver in the registry. */
export const SERVICES: Readonly<Record<string, () => Promise<FilledService>>> = {
  Prowlarr: prowlarr,
  MyAnonamouse: mam,
  ...Object.fromEntries(CLIENTS.map((kind) => [kind.name, () => client(kind)])),
  Audiobookshelf: audiobookshelf,
  Jellyfin: () => media('Jellyfin'),
  Emby: () => media('Emby'),
  Plex: plex,
}

/** All drivers, as they reach services through a fetch. */
export function driversThrough(fetch: typeof globalThis.fetch): readonly ConnectionDriver[] {
  const drivers = createDrivers({ fetch, clock: () => new Date(), log: silentLog, userAgent: 'Earmark/test' })
  return [...indexersOf(drivers), ...programsOf(drivers)]
}

/** What became of one use of a driver: its result, or what people are told of its failure. */
async function outcomeOf(use: () => Promise<unknown>): Promise<unknown> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof CausedError) return { message: error.message, coded: error.coded }
    throw error
  }
}

/**
 * Uses everything that a driver can do.
 * @param around called with each use, by its number.
 * @returns all results, and what is told of failures.
 * @throws whatever is not a failure of the service.
 */
async function useEverything(
  driver: ConnectionDriver,
  settings: StoredSettings,
  around: (use: Use, number: number) => Promise<unknown>,
): Promise<unknown[]> {
  const { access, noted } = settingsOf(driver, settings)
  const values = valuesOf(driver.entries, settings)
  const uses = [() => driver.test(values, access.renew), ...usesOf(driver, access, values)]
  const outcomes: unknown[] = []
  for (const [number, use] of uses.entries()) outcomes.push(await around(() => outcomeOf(use), number))
  return [...outcomes, noted]
}

type Use = () => Promise<unknown>

function usesOf(driver: ConnectionDriver, access: NotingAccess, values: ConnectionSettings): Use[] {
  switch (driver.kind) {
    case 'search_service': {
      const source = driver.search(access)
      return [
        () => driver.senders(values),
        () => source.searchable(),
        () => source.indexers(),
        async () => {
          const [first, ...others] = await source.search(SPOKEN_SHELF, QUERY, neverAborted())
          if (!first) return []
          const { guid, title } = first
          const since = new Date(0)
          const grab = { title, indexerId: 1, since }
          return [
            first,
            ...others,
            await source.grab({ guid, indexerId: 1 }),
            await source.wasGrabbed(grab),
            await source.downloadOf(grab),
            await source.download({ guid, indexer: SPOKEN_SHELF, query: QUERY }),
          ]
        },
      ]
    }
    case 'enrichment':
      return [
        async () => {
          const { metadata, cause } = await driver
            .enrich(access)
            .describe([TORRENT], 'The Salt Road', neverAborted())
          return [...metadata.values(), cause]
        },
      ]
    case 'download_client':
      return clientUses(driver.open(access), driver.protocol)
    case 'library': {
      const library = driver.open(access)
      return [() => walked(library), () => library.newest(neverAborted()), () => library.scan()]
    }
  }
}

function clientUses(opened: DownloadClient, protocol: 'torrent' | 'usenet'): Use[] {
  const name = 'The Fourth Wick'
  return [
    () => opened.ping(),
    () => opened.list(),
    () => opened.others(),
    async () => opened.status((await opened.list()).map(({ id }) => id)),
    () =>
      opened.add(
        protocol === 'torrent'
          ? { kind: 'magnet', name, infoHash: HASH, uri: `magnet:?xt=urn:btih:${HASH}` }
          : { kind: 'nzb', name, file: new TextEncoder().encode('<nzb/>') },
      ),
    async () => {
      const [first] = await opened.list()
      if (first) await opened.remove(first.id, true)
    },
  ]
}

/**
 * The answers that a driver gets to all its calls, and the same use of it with others in their place.
 * @param change what to change in its settings by then.
 */
export async function recordEverything(
  name: string,
  change: (settings: StoredSettings) => StoredSettings = () => ({}),
) {
  const service = await SERVICES[name]?.()
  if (!service) throw new Error(`${name} has no service to be tested with`)
  const settings = { ...service.settings }
  const recording = createRecording()

  /** The numbers of the uses that make a call. */
  const madeBy = new Map<string, Set<number>>()

  function use(fetch: typeof globalThis.fetch, around: Parameters<typeof useEverything>[2]) {
    const driver = driversThrough(fetch).find((one) => one.name === name)
    if (!driver) throw new Error('The driver is gone')
    return useEverything(driver, settings, around)
  }

  try {
    await use(recording.record, async (one, number) => {
      const { made, result } = await recording.callsOf(one)
      for (const call of made) madeBy.set(call, (madeBy.get(call) ?? new Set()).add(number))
      return result
    })
  } finally {
    await service.close()
  }
  Object.assign(settings, change(settings))
  return {
    settings,
    /** Every text in the answers, the whole bodies included. */
    texts: recording.texts(),
    /** What the driver makes of the same answers, except for a distortion, in all uses that get to see it. */
    replayed(distortion: Distortion): Promise<unknown[]> {
      const seenBy = madeBy.get(distortion.at.call)
      // Without a ping, a connection of Transmission would not speak the protocol of the recorded calls.
      const isPing = (number: number) => number === 1 && CLIENTS.some((client) => client.name === name)
      return use(recording.replay(distortion), async (one, number) =>
        isPing(number) || seenBy?.has(number) ? one() : null,
      )
    },
  }
}
