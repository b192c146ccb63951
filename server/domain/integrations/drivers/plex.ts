import { z } from 'zod'
import type { IntegrationSettings, LibraryDriver } from '#server/domain/integrations/integrations.types'
import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import { nameOf, titleOf } from '#server/domain/integrations/offer-bounds.rules'
import { readySettings } from './client-ready'
import { chosenAmong, foundLibraries } from './library.choice'
import {
  libraryEntries,
  librarySettingIssue,
  librarySettingsOf,
  type LibrarySettings,
} from './library.entries'
import { createLibraryHttp, type LibraryHttp, type LibraryQuestion } from './library.http'
import { asinOf, dateOf, textOrNull } from './library.normalise'
import { pagesOf, type LibraryPage } from './library.pages'
import { notTheApi, type ServiceHttpDependencies } from './service-http'
import { testService } from './service-test'

const service = 'Plex'
const PER_PAGE = 200
const NEWEST = 50
/** The type number of albums in queries. */
const ALBUMS = '9'

const ENTRIES = libraryEntries('http://plex:32400')

const optionalText = z.string().nullish().catch(null)
/** Servers send these numbers as text or as numbers. */
const key = z.union([z.string().regex(/^[\x21-\x7e]{1,100}$/), z.number().int().transform(String)])

/** From the response to `GET /identity`. */
const identitySchema = z.object({
  MediaContainer: z.object({ machineIdentifier: z.string().min(1), version: optionalText }),
})

/** From the response to `GET /library/sections`; a server without libraries omits the list. */
const sectionsSchema = z.object({
  MediaContainer: z.object({ Directory: z.array(z.unknown()).default([]) }),
})

const sectionSchema = z
  .object({ key, title: z.string().catch(''), type: z.string() })
  .transform(({ key: id, title: name, type }) => ({ id, name, type }))

/** An empty page omits its list. */
const albumsSchema = z.object({
  MediaContainer: z.object({
    Metadata: z.array(z.unknown()).default([]),
    totalSize: z.number().int().nonnegative().optional(),
    size: z.number().int().nonnegative(),
  }),
})

const albumSchema = z.object({
  ratingKey: key,
  title: z.string().trim().min(1),
  parentTitle: optionalText,
  guid: optionalText,
  /** Seconds. */
  addedAt: z.number().positive().nullish().catch(null),
})

interface Asking {
  http: LibraryHttp
  at: LibrarySettings
  signal?: AbortSignal
}

/**
 * Reads the audiobooks of a Plex server. Changes nothing there. Plex has no audiobook type: audiobooks are
 * albums of a music library, with the author as artist. The Audnexus agent writes the ASIN into the guid
 * (https://github.com/djdembeck/Audnexus.bundle). Album lists contain no duration.
 */
export function createPlex(dependencies: ServiceHttpDependencies): LibraryDriver {
  const http = createLibraryHttp(dependencies, { service, keyIsAt: 'View XML of any item (X-Plex-Token)' })
  const asking = (values: IntegrationSettings) => ({ http, at: librarySettingsOf(values) })
  return {
    kind: 'library',
    name: service,
    entries: ENTRIES,
    address: 'base_url',
    issue: librarySettingIssue,
    test: (values) => testService(() => check(asking(values))),
    open: (access) => {
      const ready = async () => asking(await readySettings(service, access))
      return {
        async *walk(signal) {
          yield* walkOver({ ...(await ready()), signal })
        },
        newest: async (signal) => newestOf({ ...(await ready()), signal }),
        scan: async () => scanAll(await ready()),
      } satisfies Library
    },
  }
}

function question({ at, signal }: Asking, path: LibraryQuestion['path']): LibraryQuestion {
  return { baseUrl: at.baseUrl, headers: { 'x-plex-token': at.key }, path, signal }
}

async function identityOf(asking: Asking) {
  const { data } = identitySchema.safeParse(await asking.http.json(question(asking, '/identity')))
  if (!data) throw notTheApi(service, 'not_json')
  return data.MediaContainer
}

/** The selected music libraries. */
async function sectionsOf(asking: Asking) {
  const { data } = sectionsSchema.safeParse(await asking.http.json(question(asking, '/library/sections')))
  if (!data) throw notTheApi(service, 'not_a_list')
  const all = data.MediaContainer.Directory.flatMap((row) => sectionSchema.safeParse(row).data ?? [])
  return chosenAmong(
    service,
    all.filter(({ type }) => type === 'artist'),
    asking.at.chosen,
  )
}

async function* walkOver(asking: Asking) {
  const { machineIdentifier } = await identityOf(asking)
  for (const { id } of await sectionsOf(asking)) {
    const pages = pagesOf(service, (start) => pageOf(asking, id, { start, size: PER_PAGE }))
    for await (const rows of pages) yield rows.flatMap((row) => toLibraryItem(row, asking, machineIdentifier))
  }
}

async function newestOf(asking: Asking): Promise<LibraryItem[]> {
  const { machineIdentifier } = await identityOf(asking)
  const found: LibraryItem[] = []
  for (const { id } of await sectionsOf(asking)) {
    const { rows } = await pageOf(asking, id, { start: 0, size: NEWEST, sort: 'addedAt:desc' })
    found.push(...rows.flatMap((row) => toLibraryItem(row, asking, machineIdentifier)))
  }
  return found
}

async function scanAll(asking: Asking): Promise<boolean> {
  if (!asking.at.scan) return false
  let isDone = false
  for (const { id } of await sectionsOf(asking)) {
    const path = `/library/sections/${encodeURIComponent(id)}/refresh` as const
    isDone = (await asking.http.order(question(asking, path))) || isDone
  }
  return isDone
}

async function pageOf(
  asking: Asking,
  id: string,
  { start, size, sort = 'addedAt:asc' }: { start: number; size: number; sort?: string },
): Promise<LibraryPage> {
  const answer = await asking.http.json({
    ...question(asking, `/library/sections/${encodeURIComponent(id)}/all`),
    query: [
      ['type', ALBUMS],
      ['sort', sort],
      ['X-Plex-Container-Start', String(start)],
      ['X-Plex-Container-Size', String(size)],
    ],
  })
  const { data } = albumsSchema.safeParse(answer)
  if (!data) throw notTheApi(service, 'not_a_list')
  const { Metadata, totalSize, size: count } = data.MediaContainer
  return { rows: Metadata, total: totalSize ?? start + count }
}

function toLibraryItem(row: unknown, { at }: Asking, machineId: string): LibraryItem[] {
  const { data } = albumSchema.safeParse(row)
  if (!data) return []
  const author = textOrNull(data.parentTitle)
  const key = encodeURIComponent(`/library/metadata/${data.ratingKey}`)
  return [
    {
      id: data.ratingKey,
      addedAt: dateOf(data.addedAt && data.addedAt * 1000),
      title: titleOf(data.title),
      subtitle: null,
      authors: author === null ? [] : [nameOf(author)],
      narrators: [],
      series: [],
      asin: asinOf(/audnexus:\/\/([a-z\d]{10})(?![a-z\d])/i.exec(data.guid ?? '')?.[1]),
      isbn: null,
      language: null,
      durationMin: null,
      url: `${at.openedAt}/web/index.html#!/server/${encodeURIComponent(machineId)}/details?key=${key}`,
    },
  ]
}

async function check(asking: Asking) {
  const { version } = await identityOf(asking)
  const names = (await sectionsOf(asking)).map(({ name }) => name)
  return foundLibraries(service, { version: version ?? null, names, mayScan: null })
}
