import { fault } from '#contract/issues'
import { found, testAnswer, type ConnectionTestDto } from '#contract/connection-test'
import type { LiveEvent } from '#contract/system'
import type { Database } from '#server/db/database'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createAudit } from '#server/domain/audit/audit.service'
import { createConnectionsRepository } from '#server/domain/integrations/connections.repository'
import { createConnectionsService } from '#server/domain/integrations/connections.service'
import { createFormerConnectionsRepository } from '#server/domain/integrations/former-connections.repository'
import type { DownloadClient } from '#server/domain/integrations/download-client.types'
import type {
  ProgramDriver,
  DownloadClientDriver,
  DriverAccess,
  ConnectionSettings,
  LibraryDriver,
  Renew,
} from '#server/domain/integrations/integrations.types'
import type { Library } from '#server/domain/integrations/library.types'
import type { StoredConnection } from '#server/domain/integrations/connections.types'
import { createStates } from '#server/domain/integrations/state.service'
import { createOpenConnections } from '#server/domain/integrations/open-connections'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { actor } from '#tests/support/accounts'
import { silentLog, standingClock } from '#tests/support/records'

const ROOT = { id: 'root', username: 'Root', role: 'admin', root: true } as const
const ADMINISTRATOR = actor(ROOT, undefined, '192.0.2.7')

const text = { default: null, type: 'str' } as const
const ENTRIES = [
  { ...text, name: 'base_url', required: true, secret: false },
  { ...text, name: 'password', required: true, secret: true },
  { ...text, name: 'category', default: 'books', required: false, secret: false },
]

const notUsed = () => Promise.reject(new Error('Not used here'))

/** A driver that records its tests and opens an object without behaviour. */
function driverParts() {
  const attempted: ConnectionSettings[] = []
  let next = testAnswer('ok', '1.0', found('answers', { server: 'Spoken 1.0' }))
  return {
    attempted,
    answer: (given: ConnectionTestDto) => void (next = given),
    parts: {
      entries: ENTRIES,
      address: 'base_url',
      issue: (setting: string, value: unknown) =>
        setting === 'base_url' && !String(value).startsWith('http') ? fault('not_an_address') : null,
      test(settings: ConnectionSettings, renew: Renew) {
        attempted.push(settings)
        return renew({ setting: 'password', from: 'old', to: 'renewed' }).then(() => next)
      },
    },
  }
}

/** Two download clients and a library, which record what they are opened with. */
function driversOver(parts: ReturnType<typeof driverParts>['parts']) {
  const accesses: DriverAccess[] = []
  const open = (access: DriverAccess): DownloadClient => {
    accesses.push(access)
    return { ping: notUsed, status: notUsed, list: notUsed, others: notUsed, add: notUsed, remove: notUsed }
  }
  const client = (name: string, protocol: 'torrent' | 'usenet'): DownloadClientDriver => ({
    ...parts,
    name,
    kind: 'download_client',
    protocol,
    open,
  })
  const library: LibraryDriver = {
    ...parts,
    name: 'Shelf',
    kind: 'library',
    contents: () => 'everything',
    open: (): Library => ({ async *walk() {}, newest: notUsed, scan: notUsed }),
  }
  const drivers: ProgramDriver[] = [client('Torrents', 'torrent'), client('News', 'usenet'), library]
  return { drivers, accesses }
}

/** Connections in a database, to programs that exist only in this test. */
export function connectionsOver(database: Database) {
  const clock = standingClock()
  const announced: LiveEvent[] = []
  const audit = createAudit({ repository: createAuditRepository({ database }), clock: clock.read })
  const { attempted, answer, parts } = driverParts()
  const { drivers, accesses } = driversOver(parts)
  const repository = createConnectionsRepository({ database })
  const states = createStates<StoredConnection>(
    {
      database,
      transaction: database.write,
      secretBox: createSecretBox('a secret key for tests only'),
      audit,
      announce: (event) => announced.push(event),
      clock: clock.read,
      log: silentLog,
    },
    repository,
  )
  const former = createFormerConnectionsRepository({ database })
  const service = createConnectionsService({
    drivers,
    repository,
    former,
    states,
    remarks: () => Promise.resolve([]),
  })
  return {
    ...service,
    ...createOpenConnections(service),
    clock,
    announced,
    /** The settings that drivers were opened with, in order. */
    accesses,
    /** The settings that were tested, in order. */
    attempted,
    /** Sets the result of later tests. */
    answer,
    add: (driver: string, name: string, settings: Record<string, string | null> = {}, enabled = true) =>
      service.create(
        { driver, name, enabled, settings: { base_url: 'http://box:1/', password: 'old', ...settings } },
        ADMINISTRATOR,
      ),
    patch: (id: string, body: Parameters<typeof service.change>[1]) =>
      service.change(id, body, ADMINISTRATOR),
    drop: (id: string) => service.remove(id, ADMINISTRATOR),
    tryOut: (body: Parameters<typeof service.test>[0]) => service.test(body, ADMINISTRATOR),
    /** The audit log, as `kind actor subject detail`, sorted. */
    async written(): Promise<string[]> {
      const { entries } = await audit.list({ limit: 200, offset: 0 })
      return entries.map(({ kind, actor, subject, detail }) => `${kind} ${actor} ${subject} ${detail}`).sort()
    },
  }
}
