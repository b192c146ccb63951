import type { SearchIssueDto } from '#contract/books'
import { searchNotice } from '#contract/notices'
import type { NoticeDto } from '#contract/system'
import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Settings } from '#server/domain/settings/settings.service'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { Announce } from '#server/domain/announce'
import { createKeyedDigest } from './drivers/keyed-digest'
import { createConnectionsRepository } from './connections.repository'
import { createConnectionsService } from './connections.service'
import { createEnrichment } from './enrichment'
import type { FileReader } from './file.types'
import { createFormerConnectionsRepository } from './former-connections.repository'
import { createIndexerFile } from './file.service'
import { createIntegrationsRepository } from './integrations.repository'
import { createIntegrationsService } from './integrations.service'
import { createOpenConnections } from './open-connections'
import { connectionsAmong, createDrivers, driversOf, indexersAmong } from './registry'

/** The dependencies of this feature; the composition root builds it once. */
export interface IntegrationsFeatureDependencies {
  database: Database
  settings: Pick<Settings, 'get' | 'set' | 'put'>
  audit: Pick<Audit, 'record'>
  secretBox: SecretBox
  /** Key for the digests of configuration file values. */
  secretKey: string
  /** Reads and watches the configuration file. */
  configurationFile: FileReader
  fetch: typeof globalThis.fetch
  announce: Announce
  clock: () => Date
  log: Logger
  version: string
}

/** Builds all connections to other services that administrators can set up. */
export function createIntegrations(dependencies: IntegrationsFeatureDependencies) {
  const { database, version } = dependencies
  const drivers = createDrivers({ ...dependencies, userAgent: `Earmark/${version}` })
  const indexers = indexersAmong(drivers)
  const ground = {
    ...dependencies,
    drivers: indexers,
    repository: createIntegrationsRepository({ database }),
  }
  const file = createIndexerFile({
    ...ground,
    transaction: (work) => database.write(work),
    digest: createKeyedDigest(dependencies.secretKey),
    reader: dependencies.configurationFile,
    signals: database.signals,
  })
  const service = createIntegrationsService({ ...ground, fileState: file.state })
  const [searching] = driversOf(drivers, 'indexer-source')
  if (!searching) throw new Error('The registry has no driver that searches')
  const source = searching.search(service.accessOf(searching))
  const enrichments = driversOf(drivers, 'enrichment')
  const connections = createConnectionsService({
    ...dependencies,
    drivers: connectionsAmong(drivers),
    repository: createConnectionsRepository({ database }),
    former: createFormerConnectionsRepository({ database }),
  })

  return {
    list: service.list,
    configurations: service.configurations,
    patch: service.patch,
    test: service.test,
    locate: service.locate,
    searchable: source.searchable,
    file,
    /** The download clients and libraries. */
    connections: { ...connections, ...createOpenConnections(connections) },
    /** Searches for releases and grabs them. */
    source,
    /** Why no search is possible, or null. */
    searchIssue: (): Promise<SearchIssueDto | null> => service.searchIssue(searching),
    /** The notice for administrators when nothing can be searched. */
    async notices(): Promise<NoticeDto[]> {
      const issue = await service.searchIssue(searching)
      return issue ? [searchNotice(issue)] : []
    },
    /** Adds what trackers know about releases. */
    enrichment: createEnrichment(enrichments.map((driver) => driver.enrich(service.accessOf(driver)))),
    /** Whether an account at an indexer may download VIP releases. */
    async accountIsVip(): Promise<boolean> {
      const set = await service.list()
      return enrichments.some((driver) =>
        set.some(({ name, enabled, settings }) => name === driver.name && enabled && driver.isVip(settings)),
      )
    },
  }
}

export type Integrations = ReturnType<typeof createIntegrations>
