import type { IntegrationSettings, LibraryDriver } from '#server/domain/integrations/integrations.types'
import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import { readySettings } from './client-ready'
import {
  authorizeSchema,
  librariesSchema,
  librarySchema,
  pageSchema,
  toLibraryItem,
  type AbsLibrary,
} from './audiobookshelf.schemas'
import { chosenAmong, foundLibraries } from './library.choice'
import {
  libraryEntries,
  librarySettingIssue,
  librarySettingsOf,
  type LibrarySettings,
} from './library.entries'
import { createLibraryHttp, type LibraryHttp, type LibraryQuestion } from './library.http'
import { pagesOf, type LibraryPage } from './library.pages'
import { notTheApi, type ServiceHttpDependencies } from './service-http'
import { testService } from './service-test'

const service = 'Audiobookshelf'
/** About 500 kB. A page is parsed in one go, which blocks other work. */
const PER_PAGE = 200
/** More than anyone adds between two checks. */
const NEWEST = 50

/** Prefix of every setting's name, kept for settings stored by earlier versions. */
const PREFIX = 'audiobookshelf_'
const ENTRIES = libraryEntries('http://audiobookshelf:80').map((entry) => ({
  ...entry,
  name: `${PREFIX}${entry.name}`,
}))

const plainName = (setting: string) => setting.replace(PREFIX, '')

/** Reads the audiobooks of an Audiobookshelf server. Changes nothing there. */
export function createAudiobookshelf(dependencies: ServiceHttpDependencies): LibraryDriver {
  const http = createLibraryHttp(dependencies, { service, keyIsAt: 'Settings → API Keys' })
  return {
    kind: 'library',
    name: service,
    entries: ENTRIES,
    address: `${PREFIX}base_url`,
    issue: (setting, value) => librarySettingIssue(plainName(setting), value),
    test: (values) => testService(() => check(http, readSettings(values))),
    open: (access) => {
      const settings = async () => readSettings(await readySettings(service, access))
      return {
        async *walk(signal) {
          const at = await settings()
          for (const { id } of await librariesOf(http, at, signal)) yield* itemsOf(http, at, id, signal)
        },
        async newest(signal) {
          const at = await settings()
          const found: LibraryItem[] = []
          for (const { id } of await librariesOf(http, at, signal)) {
            const page = await pageOf(http, at, id, { limit: NEWEST, page: 0, newestFirst: true }, signal)
            found.push(...itemsAmong(page.rows, at))
          }
          return found
        },
        async scan() {
          const at = await settings()
          if (!at.scan) return false
          let isDone = false
          for (const { id } of await librariesOf(http, at)) {
            const path = `/api/libraries/${encodeURIComponent(id)}/scan` as const
            isDone = (await http.order({ ...question(at, path), method: 'POST' })) || isDone
          }
          return isDone
        },
      } satisfies Library
    },
  }
}

const readSettings = (values: IntegrationSettings): LibrarySettings =>
  librarySettingsOf(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [plainName(name), value])),
  )

function question(at: LibrarySettings, path: LibraryQuestion['path'], signal?: AbortSignal): LibraryQuestion {
  return { baseUrl: at.baseUrl, headers: { authorization: `Bearer ${at.key}` }, path, signal }
}

/**
 * The selected libraries that contain books.
 * @throws AppError if there are none, since an empty walk would be taken for an empty library.
 */
async function librariesOf(
  http: LibraryHttp,
  at: LibrarySettings,
  signal?: AbortSignal,
): Promise<readonly AbsLibrary[]> {
  const rows = librariesSchema.safeParse(await http.json(question(at, '/api/libraries', signal))).data
  if (!rows) throw notTheApi(service, 'not_a_list')
  const all = rows.flatMap((row) => librarySchema.safeParse(row).data ?? [])
  const books = all.filter(({ mediaType }) => mediaType === 'book')
  return chosenAmong(service, books, at.chosen)
}

/** All pages of one library, oldest first, so that items added in the meantime come last. */
async function* itemsOf(http: LibraryHttp, at: LibrarySettings, id: string, signal: AbortSignal) {
  const read = (start: number) =>
    pageOf(http, at, id, { limit: PER_PAGE, page: Math.floor(start / PER_PAGE) }, signal)
  for await (const rows of pagesOf(service, read)) {
    const items = itemsAmong(rows, at)
    if (items.length > 0) yield items
  }
}

const itemsAmong = (rows: readonly unknown[], { openedAt }: LibrarySettings): LibraryItem[] =>
  rows.flatMap((row) => toLibraryItem(row, openedAt) ?? [])

async function pageOf(
  http: LibraryHttp,
  at: LibrarySettings,
  id: string,
  { limit, page, newestFirst = false }: { limit: number; page: number; newestFirst?: boolean },
  signal: AbortSignal,
): Promise<LibraryPage> {
  const answer = await http.json({
    ...question(at, `/api/libraries/${encodeURIComponent(id)}/items`, signal),
    query: [
      ['limit', String(limit)],
      ['page', String(page)],
      ['sort', 'addedAt'],
      ...(newestFirst ? ([['desc', '1']] as const) : []),
      ['minified', '1'],
    ],
  })
  const { data } = pageSchema.safeParse(answer)
  if (!data) throw notTheApi(service, 'not_a_list')
  return { rows: data.results, total: data.total }
}

async function check(http: LibraryHttp, at: LibrarySettings) {
  const me = authorizeSchema.safeParse(
    await http.json({ ...question(at, '/api/authorize'), method: 'POST' }),
  ).data
  if (!me) throw notTheApi(service, 'not_json')
  const version = me.serverSettings?.version ?? null
  const names = (await librariesOf(http, at)).map(({ name }) => name)
  const mayScan = ['root', 'admin'].includes(me.user.type)
  return foundLibraries(service, { version, names, mayScan })
}
