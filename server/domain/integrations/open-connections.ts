import { bind } from '#server/domain/bind'
import type { ConnectionsService } from './connections.service'
import type { OpenClient, OpenLibrary, StoredConnection } from './connections.types'
import type { DownloadClient } from './download-client.types'
import type { ConnectionSettings, ProgramDriver } from './integrations.types'
import type { Library } from './library.types'
import { markOf, readyValues } from './state.service'

type Service = Pick<ConnectionsService, 'openedAll' | 'formerIds' | 'access'>

/** An opened driver with its session, and the settings it was opened with. */
interface Kept<T> {
  sealedSettings: string
  made: T
}

interface Context {
  service: Service
  clients: Map<string, Kept<DownloadClient>>
  libraries: Map<string, Kept<Library>>
}

/** Enabled and complete connections, ready to be called. Each keeps its session until its settings change. */
export function createOpenConnections(service: Service) {
  const context: Context = { service, clients: new Map(), libraries: new Map() }
  return bind(context, { clients, clientMarks, libraries, libraryIds, keptLibraryIds })
}

/** Reuses an opened driver until its settings change. */
function reuse<T>(kept: Map<string, Kept<T>>, { id, sealedSettings }: StoredConnection, make: () => T): T {
  const before = kept.get(id)
  if (before?.sealedSettings === sealedSettings) return before.made
  const made = make()
  kept.set(id, { sealedSettings, made })
  return made
}

function isOf<K extends ProgramDriver['kind']>(
  kind: K,
  driver: ProgramDriver,
): driver is Extract<ProgramDriver, { kind: K }> {
  return driver.kind === kind
}

interface Ready<K extends ProgramDriver['kind']> {
  stored: StoredConnection
  driver: Extract<ProgramDriver, { kind: K }>
  values: ConnectionSettings
}

/** The ready connections of one kind with their drivers, sorted by priority. */
async function readyOf<K extends ProgramDriver['kind'], T>(
  service: Service,
  kind: K,
  kept: Map<string, Kept<T>>,
): Promise<Ready<K>[]> {
  const all = await service.openedAll()
  const ids = new Set(all.map(({ stored }) => stored.id))
  for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id)
  return all
    .map(({ stored, driver, state }) => ({ stored, driver, ...readyValues(driver, state) }))
    .filter(({ ready }) => ready)
    .flatMap(({ stored, driver, values }) => (isOf(kind, driver) ? [{ stored, driver, values }] : []))
}

/** The download clients, sorted by priority. */
async function clients({ service, clients: kept }: Context): Promise<OpenClient[]> {
  const ready = await readyOf(service, 'download_client', kept)
  return ready.map(({ stored, driver }, index) => ({
    id: stored.id,
    name: stored.name,
    driver: driver.name,
    protocol: driver.protocol,
    priority: index + 1,
    client: reuse(kept, stored, () => driver.open(service.access(driver, stored.id))),
  }))
}

/** The ready download clients, by id, each with its {@link markOf}. */
async function clientMarks({ service, clients: kept }: Context): Promise<Record<string, string>> {
  const ready = await readyOf(service, 'download_client', kept)
  return Object.fromEntries(ready.map(({ stored }) => [stored.id, markOf(stored)]))
}

/** The libraries, sorted by priority. */
async function libraries({ service, libraries: kept }: Context): Promise<OpenLibrary[]> {
  const ready = await readyOf(service, 'library', kept)
  return ready.map(({ stored, driver, values }) => ({
    id: stored.id,
    name: stored.name,
    driver: driver.name,
    contents: driver.contents(values),
    library: reuse(kept, stored, () => driver.open(service.access(driver, stored.id))),
  }))
}

/** The ids of all libraries, including disabled and incomplete ones. */
async function libraryIds({ service }: Context): Promise<string[]> {
  const all = await service.openedAll()
  return all.flatMap(({ stored, driver }) => (driver.kind === 'library' ? [stored.id] : []))
}

/** The ids of all libraries, including recently deleted ones, which may be added again. */
async function keptLibraryIds(context: Context): Promise<string[]> {
  // Read before and after: a library deleted or restored in between is in one of the results.
  const before = await context.service.formerIds()
  const present = await libraryIds(context)
  return [...new Set([...before, ...present, ...(await context.service.formerIds())])]
}
