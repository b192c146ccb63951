import type { ConnectionTestDto } from '#contract/connection-test'
import type { LibraryDriver } from '#server/domain/integrations/integrations.types'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import { chosenAmong, foundLibraries } from './library.choice'
import { createLibraryDriver, type LibraryDefinition, type OpenLibrary } from './library.driver'
import { pagesOf, type LibraryPage } from './library.pages'
import { createBooks } from './mediabrowser.books'
import {
  itemsSchema,
  systemInfoSchema,
  virtualFolderSchema,
  type VirtualFolder,
} from './mediabrowser.schemas'
import { inShape, notTheApi, type ServiceHttpDependencies } from './service-http'

/** About 300 kB. */
const PER_PAGE = 500
/** Audiobooks per batch of a walk. */
const PER_PART = 200

/** The differences between the two servers that share this API. */
type Flavour = Pick<LibraryDefinition, 'service' | 'example' | 'keyIsAt' | 'authorization'> & {
  /** Library types that contain audiobooks. */
  libraryTypes: readonly string[]
  /** Item types that are audiobooks or their files. */
  itemTypes: readonly string[]
  /** @param openedAt has no trailing slash. */
  link: (openedAt: string, id: string, serverId: string) => string
}

/** Reads the audiobooks of a server with the MediaBrowser API. Changes nothing there. */
export function createMediaBrowser(dependencies: ServiceHttpDependencies, flavour: Flavour): LibraryDriver {
  return createLibraryDriver(dependencies, {
    ...flavour,
    test: (library) => test(flavour, library),
    walk: (library) => walk(flavour, library),
    newest: (library) => newest(flavour, library),
    scan: ({ order }) => order('POST', ['/Library/Refresh']),
  })
}

async function systemOf({ service }: Flavour, { json }: OpenLibrary) {
  const { Id, Version } = inShape(service, systemInfoSchema, await json('/System/Info'))
  return { serverId: Id, version: Version ?? null }
}

/** The selected audiobook libraries; one selected by name may be of any type. */
async function librariesOf(
  { service, libraryTypes }: Flavour,
  { json, at: { chosen } }: OpenLibrary,
): Promise<readonly VirtualFolder[]> {
  const rows = await json('/Library/VirtualFolders')
  if (!Array.isArray(rows)) throw notTheApi(service, 'not_a_list')
  const all = rows.flatMap((row) => virtualFolderSchema.safeParse(row).data ?? [])
  return chosenAmong(
    service,
    chosen.length > 0 ? all : all.filter(({ type }) => libraryTypes.includes(type ?? '')),
    chosen,
  )
}

async function booksFor(flavour: Flavour, library: OpenLibrary) {
  const { serverId } = await systemOf(flavour, library)
  const linkTo = (id: string) => flavour.link(library.at.openedAt, id, serverId)
  return createBooks({ types: flavour.itemTypes, linkTo })
}

async function* walk(flavour: Flavour, library: OpenLibrary) {
  for (const { id } of await librariesOf(flavour, library)) {
    const books = await booksFor(flavour, library)
    const pages = pagesOf(flavour.service, (start) => pageOf(flavour, library, id, { start }))
    for await (const rows of pages) books.take(rows)
    yield* books.drain(PER_PART)
  }
}

async function newest(flavour: Flavour, library: OpenLibrary): Promise<LibraryItem[]> {
  const found = []
  for (const { id } of await librariesOf(flavour, library)) {
    const books = await booksFor(flavour, library)
    const { rows, total } = await pageOf(flavour, library, id, { start: 0, newestFirst: true })
    books.take(rows)
    // The page may end inside an audiobook, and only the next walk sees all its files.
    const cut = total > rows.length ? books.keyOf(rows.at(-1)) : null
    found.push(...books.all(cut))
  }
  return found
}

async function pageOf(
  { service, itemTypes }: Flavour,
  { json }: OpenLibrary,
  libraryId: string,
  { start, newestFirst = false }: { start: number; newestFirst?: boolean },
): Promise<LibraryPage> {
  const answer = await json('/Items', [
    ['ParentId', libraryId],
    ['Recursive', 'true'],
    ['IncludeItemTypes', itemTypes.join(',')],
    ['Fields', 'DateCreated,ParentId,Path,People,ProviderIds'],
    ['SortBy', 'DateCreated,SortName'],
    ['SortOrder', newestFirst ? 'Descending' : 'Ascending'],
    ['EnableImages', 'false'],
    ['EnableUserData', 'false'],
    ['StartIndex', String(start)],
    ['Limit', String(PER_PAGE)],
  ])
  const page = inShape(service, itemsSchema, answer, 'not_a_list')
  return { rows: page.Items, total: page.TotalRecordCount }
}

async function test(flavour: Flavour, library: OpenLibrary): Promise<ConnectionTestDto> {
  const { version } = await systemOf(flavour, library)
  const names = (await librariesOf(flavour, library)).map(({ name }) => name)
  // Only a key with full rights can list the libraries.
  return foundLibraries(flavour.service, { version, names, mayScan: true })
}
