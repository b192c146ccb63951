import type { ConnectionTestDto } from '#contract/connection-test'
import type { LibraryDriver } from '#server/domain/integrations/integrations.types'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import {
  authorizeSchema,
  librariesSchema,
  librarySchema,
  pageSchema,
  toLibraryItem,
  type AbsLibrary,
} from './audiobookshelf.schemas'
import { chosenAmong, foundLibraries } from './library.choice'
import { createLibraryDriver, type OpenLibrary } from './library.driver'
import { pagesOf, type LibraryPage } from './library.pages'
import { inShape, type ServiceHttpDependencies } from './service-http'

const service = 'Audiobookshelf'
/** About 500 kB. A page is parsed in one go, which blocks other work. */
const PER_PAGE = 200
/** More than anyone adds between two checks. */
const NEWEST = 50

/** Reads the audiobooks of an Audiobookshelf server. Changes nothing there. */
export function createAudiobookshelf(dependencies: ServiceHttpDependencies): LibraryDriver {
  return createLibraryDriver(dependencies, {
    service,
    example: 'http://audiobookshelf:80',
    keyIsAt: 'Settings → API Keys',
    // Kept for settings stored by earlier versions.
    prefix: 'audiobookshelf_',
    authorization: (key) => ({ authorization: `Bearer ${key}` }),
    test,
    walk,
    newest,
    scan,
  })
}

/**
 * The selected libraries that contain books.
 * @throws AppError if there are none, since an empty walk would be taken for an empty library.
 */
async function librariesOf({ json, at }: OpenLibrary): Promise<readonly AbsLibrary[]> {
  const rows = inShape(service, librariesSchema, await json('/api/libraries'), 'not_a_list')
  const all = rows.flatMap((row) => librarySchema.safeParse(row).data ?? [])
  const books = all.filter(({ mediaType }) => mediaType === 'book')
  return chosenAmong(service, books, at.chosen)
}

/** All pages of each library, oldest first, so that items added in the meantime come last. */
async function* walk(library: OpenLibrary) {
  for (const { id } of await librariesOf(library)) {
    const read = (start: number) =>
      pageOf(library, id, { limit: PER_PAGE, page: Math.floor(start / PER_PAGE) })
    for await (const rows of pagesOf(service, read)) {
      const items = itemsAmong(rows, library)
      if (items.length > 0) yield items
    }
  }
}

async function newest(library: OpenLibrary): Promise<LibraryItem[]> {
  const found: LibraryItem[] = []
  for (const { id } of await librariesOf(library)) {
    const page = await pageOf(library, id, { limit: NEWEST, page: 0, newestFirst: true })
    found.push(...itemsAmong(page.rows, library))
  }
  return found
}

async function scan(library: OpenLibrary): Promise<boolean> {
  const libraries = await librariesOf(library)
  return library.order(
    'POST',
    libraries.map(({ id }) => `/api/libraries/${encodeURIComponent(id)}/scan` as const),
  )
}

const itemsAmong = (rows: readonly unknown[], { at }: OpenLibrary): LibraryItem[] =>
  rows.flatMap((row) => toLibraryItem(row, at.openedAt) ?? [])

async function pageOf(
  { json }: OpenLibrary,
  id: string,
  { limit, page, newestFirst = false }: { limit: number; page: number; newestFirst?: boolean },
): Promise<LibraryPage> {
  const answer = await json(`/api/libraries/${encodeURIComponent(id)}/items`, [
    ['limit', String(limit)],
    ['page', String(page)],
    ['sort', 'addedAt'],
    ...(newestFirst ? ([['desc', '1']] as const) : []),
    ['minified', '1'],
  ])
  const { results, total } = inShape(service, pageSchema, answer, 'not_a_list')
  return { rows: results, total }
}

async function test(library: OpenLibrary): Promise<ConnectionTestDto> {
  const { user, serverSettings } = inShape(
    service,
    authorizeSchema,
    await library.postedJson('/api/authorize'),
  )
  const names = (await librariesOf(library)).map(({ name }) => name)
  const mayScan = ['root', 'admin'].includes(user.type)
  return foundLibraries(service, { version: serverSettings?.version ?? null, names, mayScan })
}
