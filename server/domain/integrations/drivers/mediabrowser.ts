import type { IntegrationSettings, LibraryDriver } from '#server/domain/integrations/integrations.types'
import type { Library } from '#server/domain/integrations/library.types'
import { readySettings } from './client-ready'
import { chosenAmong, foundLibraries } from './library.choice'
import {
  libraryEntries,
  librarySettingIssue,
  librarySettingsOf,
  type LibrarySettings,
} from './library.entries'
import { createLibraryHttp, type LibraryHttp, type LibraryQuestion } from './library.http'
import { pagesOf, type LibraryPage } from './library.pages'
import { createBooks } from './mediabrowser.books'
import {
  itemsSchema,
  systemInfoSchema,
  virtualFolderSchema,
  type VirtualFolder,
} from './mediabrowser.schemas'
import { notTheApi, type ServiceHttpDependencies } from './service-http'
import { testService } from './service-test'

/** About 300 kB. */
const PER_PAGE = 500
/** Audiobooks per batch of a walk. */
const PER_PART = 200

/** The differences between the two servers that share this API. */
export interface MediaBrowserFlavour {
  service: string
  /** A typical address. */
  example: string
  /** Where to find a key. */
  keyIsAt: string
  /** Library types that contain audiobooks. */
  libraryTypes: readonly string[]
  /** Item types that are audiobooks or their files. */
  itemTypes: readonly string[]
  authorization: (key: string) => Readonly<Record<string, string>>
  /** @param openedAt has no trailing slash. */
  link: (openedAt: string, id: string, serverId: string) => string
}

interface Asking {
  http: LibraryHttp
  flavour: MediaBrowserFlavour
  at: LibrarySettings
  signal?: AbortSignal
}

/** Reads the audiobooks of a server with the MediaBrowser API. Changes nothing there. */
export function createMediaBrowser(
  dependencies: ServiceHttpDependencies,
  flavour: MediaBrowserFlavour,
): LibraryDriver {
  const { service } = flavour
  const http = createLibraryHttp(dependencies, flavour)
  const asking = (values: IntegrationSettings) => ({ http, flavour, at: librarySettingsOf(values) })
  return {
    kind: 'library',
    name: service,
    entries: libraryEntries(flavour.example),
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
        async scan() {
          const order = await ready()
          if (!order.at.scan) return false
          return http.order({ ...question(order, '/Library/Refresh'), method: 'POST' })
        },
      } satisfies Library
    },
  }
}

function question({ flavour, at, signal }: Asking, path: LibraryQuestion['path']): LibraryQuestion {
  return { baseUrl: at.baseUrl, headers: flavour.authorization(at.key), path, signal }
}

async function systemOf(asking: Asking) {
  const { data } = systemInfoSchema.safeParse(await asking.http.json(question(asking, '/System/Info')))
  if (!data) throw notTheApi(asking.flavour.service, 'not_json')
  return { serverId: data.Id, version: data.Version ?? null }
}

/** The selected audiobook libraries; one selected by name may be of any type. */
async function librariesOf(asking: Asking): Promise<readonly VirtualFolder[]> {
  const { service, libraryTypes } = asking.flavour
  const rows = await asking.http.json(question(asking, '/Library/VirtualFolders'))
  if (!Array.isArray(rows)) throw notTheApi(service, 'not_a_list')
  const all = rows.flatMap((row) => virtualFolderSchema.safeParse(row).data ?? [])
  const { chosen } = asking.at
  return chosenAmong(
    service,
    chosen.length > 0 ? all : all.filter(({ type }) => libraryTypes.includes(type ?? '')),
    chosen,
  )
}

async function booksFor(asking: Asking) {
  const { serverId } = await systemOf(asking)
  const { flavour, at } = asking
  return createBooks({ types: flavour.itemTypes, linkTo: (id) => flavour.link(at.openedAt, id, serverId) })
}

async function* walkOver(asking: Asking) {
  for (const { id } of await librariesOf(asking)) {
    const books = await booksFor(asking)
    const pages = pagesOf(asking.flavour.service, (start) => pageOf(asking, id, { start }))
    for await (const rows of pages) books.take(rows)
    yield* books.drain(PER_PART)
  }
}

async function newestOf(asking: Asking) {
  const found = []
  for (const { id } of await librariesOf(asking)) {
    const books = await booksFor(asking)
    const { rows, total } = await pageOf(asking, id, { start: 0, newestFirst: true })
    books.take(rows)
    // The page may end inside an audiobook, and only the next walk sees all its files.
    const cut = total > rows.length ? books.keyOf(rows.at(-1)) : null
    found.push(...books.all(cut))
  }
  return found
}

async function pageOf(
  asking: Asking,
  libraryId: string,
  { start, newestFirst = false }: { start: number; newestFirst?: boolean },
): Promise<LibraryPage> {
  const { service, itemTypes } = asking.flavour
  const answer = await asking.http.json({
    ...question(asking, '/Items'),
    query: [
      ['ParentId', libraryId],
      ['Recursive', 'true'],
      ['IncludeItemTypes', itemTypes.join(',')],
      ['Fields', 'DateCreated,ParentId,Path,ProviderIds'],
      ['SortBy', 'DateCreated,SortName'],
      ['SortOrder', newestFirst ? 'Descending' : 'Ascending'],
      ['EnableImages', 'false'],
      ['EnableUserData', 'false'],
      ['StartIndex', String(start)],
      ['Limit', String(PER_PAGE)],
    ],
  })
  const { data } = itemsSchema.safeParse(answer)
  if (!data) throw notTheApi(service, 'not_a_list')
  return { rows: data.Items, total: data.TotalRecordCount }
}

async function check(asking: Asking) {
  const { version } = await systemOf(asking)
  const names = (await librariesOf(asking)).map(({ name }) => name)
  // Only a key with full rights can list the libraries.
  return foundLibraries(asking.flavour.service, { version, names, mayScan: true })
}
