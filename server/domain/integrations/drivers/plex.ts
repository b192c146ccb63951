import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import type { ConnectionTestDto } from '#contract/connection-test'
import type { LibraryDriver } from '#server/domain/integrations/integrations.types'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import { nameOf, titleOf } from '#server/domain/integrations/offer-bounds.rules'
import { chosenAmong, foundLibraries } from './library.choice'
import { createLibraryDriver, type OpenLibrary } from './library.driver'
import { asinIn, asinOf, dateOf, textOrNull } from './library.normalise'
import { pagesOf, type LibraryPage } from './library.pages'
import { inShape, type ServiceHttpDependencies } from './service-http'

const service = 'Plex'
const PER_PAGE = 200
const NEWEST = 50
/** The type number of albums in queries. */
const ALBUMS = '9'

/** Servers send these numbers as text or as numbers. */
const key = z.union([z.string().regex(/^[\x21-\x7e]{1,100}$/), z.number().int().transform(String)])

/** From the response to `GET /identity`. */
const identitySchema = z.object({
  MediaContainer: z.object({ machineIdentifier: outsideText.pipe(z.string().min(1)), version: optionalText }),
})

/** From the response to `GET /library/sections`; a server without libraries omits the list. */
const sectionsSchema = z.object({ MediaContainer: z.object({ Directory: z.array(z.unknown()).default([]) }) })

const sectionSchema = z
  .object({ key, title: outsideText.catch(''), type: outsideText })
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
  title: outsideText.pipe(z.string().trim().min(1)),
  parentTitle: optionalText,
  guid: optionalText,
  /** Seconds. */
  addedAt: z.number().positive().nullish().catch(null),
})

/**
 * Reads the audiobooks of a Plex server. Changes nothing there. Plex has no audiobook type: audiobooks are
 * albums of a music library, with the author as artist. The Audnexus agent writes the ASIN into the guid
 * (https://github.com/djdembeck/Audnexus.bundle). Album lists contain no duration.
 */
export function createPlex(dependencies: ServiceHttpDependencies): LibraryDriver {
  return createLibraryDriver(dependencies, {
    service,
    example: 'http://plex:32400',
    keyIsAt: 'View XML of any item (X-Plex-Token)',
    authorization: (key) => ({ 'x-plex-token': key }),
    test,
    walk,
    newest,
    scan,
  })
}

async function identityOf(library: OpenLibrary) {
  return inShape(service, identitySchema, await library.json('/identity')).MediaContainer
}

/** The selected music libraries. */
async function sectionsOf({ json, at }: OpenLibrary) {
  const { MediaContainer } = inShape(service, sectionsSchema, await json('/library/sections'), 'not_a_list')
  const all = MediaContainer.Directory.flatMap((row) => sectionSchema.safeParse(row).data ?? [])
  return chosenAmong(
    service,
    all.filter(({ type }) => type === 'artist'),
    at.chosen,
  )
}

async function* walk(library: OpenLibrary) {
  const { machineIdentifier } = await identityOf(library)
  for (const { id } of await sectionsOf(library)) {
    const pages = pagesOf(service, (start) => pageOf(library, id, { start, size: PER_PAGE }))
    for await (const rows of pages)
      yield rows.flatMap((row) => toLibraryItem(row, library, machineIdentifier))
  }
}

async function newest(library: OpenLibrary): Promise<LibraryItem[]> {
  const { machineIdentifier } = await identityOf(library)
  const found: LibraryItem[] = []
  for (const { id } of await sectionsOf(library)) {
    const { rows } = await pageOf(library, id, { start: 0, size: NEWEST, sort: 'addedAt:desc' })
    found.push(...rows.flatMap((row) => toLibraryItem(row, library, machineIdentifier)))
  }
  return found
}

async function scan(library: OpenLibrary): Promise<boolean> {
  const sections = await sectionsOf(library)
  return library.order(
    'GET',
    sections.map(({ id }) => `/library/sections/${encodeURIComponent(id)}/refresh` as const),
  )
}

async function pageOf(
  { json }: OpenLibrary,
  id: string,
  { start, size, sort = 'addedAt:asc' }: { start: number; size: number; sort?: string },
): Promise<LibraryPage> {
  const answer = await json(`/library/sections/${encodeURIComponent(id)}/all`, [
    ['type', ALBUMS],
    ['sort', sort],
    ['X-Plex-Container-Start', String(start)],
    ['X-Plex-Container-Size', String(size)],
  ])
  const {
    Metadata,
    totalSize,
    size: count,
  } = inShape(service, albumsSchema, answer, 'not_a_list').MediaContainer
  return { rows: Metadata, total: totalSize ?? start + count }
}

function toLibraryItem(row: unknown, { at }: OpenLibrary, machineId: string): LibraryItem[] {
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
      asin: asinOf(/audnexus:\/\/([a-z\d]{10})(?![a-z\d])/i.exec(data.guid ?? '')?.[1]) ?? asinIn(data.title),
      isbn: null,
      language: null,
      durationMin: null,
      url: `${at.openedAt}/web/index.html#!/server/${encodeURIComponent(machineId)}/details?key=${key}`,
    },
  ]
}

async function test(library: OpenLibrary): Promise<ConnectionTestDto> {
  const { version } = await identityOf(library)
  const names = (await sectionsOf(library)).map(({ name }) => name)
  return foundLibraries(service, { version: version ?? null, names, mayScan: null })
}
