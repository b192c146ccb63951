import type { SearchIssueDto } from '#contract/books'
import { searchNotice } from '#contract/notices'
import type { NoticeDto } from '#contract/system'
import type { FeatureContext } from '#server/domain/feature-context'
import type { Settings } from '#server/domain/settings/settings.service'
import { createKeyedDigest } from './drivers/keyed-digest'
import { createConnectionsRepository } from './connections.repository'
import { createConnectionsService } from './connections.service'
import type { StoredConnection, StoredIndexer } from './connections.types'
import { createEnrichment } from './enrichment'
import type { FileReader } from './file.types'
import { programTarget, indexerTarget } from './file-targets'
import { createFormerConnectionsRepository } from './former-connections.repository'
import { createFileService } from './file.service'
import { createIndexersRepository } from './indexers.repository'
import { createIndexersService } from './indexers.service'
import type { ProgramDriver } from './integrations.types'
import { createOpenConnections } from './open-connections'
import { createDrivers, indexersOf, programsOf } from './registry'
import { createStates, WELL_AGAIN, type StateDependencies } from './state.service'

/** The dependencies of this feature; the composition root builds it once. */
interface IntegrationsFeatureDependencies extends StateDependencies, Pick<FeatureContext, 'fetch'> {
  settings: Pick<Settings, 'get' | 'set' | 'put' | 'lock'>
  /** Key for the digests of configuration file values. */
  secretKey: string
  /** Reads and watches the configuration file. */
  configurationFile: FileReader
  version: string
}

/** The connections to programs, and how the configuration file sets them up. */
function createPrograms(context: IntegrationsFeatureDependencies, drivers: readonly ProgramDriver[]) {
  const repository = createConnectionsRepository(context)
  const states = createStates<StoredConnection>(context, repository)
  const former = createFormerConnectionsRepository(context)
  const service = createConnectionsService({ drivers, repository, states, former })
  const { planRow } = service
  const target = programTarget({ drivers, states, repository, planRow, settings: context.settings })
  return { service, target }
}

/** Builds all connections to other services that administrators can set up. */
export function createIntegrations(dependencies: IntegrationsFeatureDependencies) {
  const { database, version } = dependencies
  const drivers = createDrivers({ ...dependencies, userAgent: `Earmark/${version}` })
  const { searchService, enrichments } = drivers
  const indexers = indexersOf(drivers)
  const repository = createIndexersRepository({ database })
  const states = createStates<StoredIndexer>(dependencies, repository)
  const programs = createPrograms(dependencies, programsOf(drivers))
  const file = createFileService({
    ...dependencies,
    indexers: indexerTarget(indexers, states),
    programs: programs.target,
    digest: createKeyedDigest(dependencies.secretKey),
    reader: dependencies.configurationFile,
  })
  const service = createIndexersService({ drivers: indexers, repository, states, fileState: file.state })
  const source = searchService.search(service.access(searchService))
  return {
    list: service.list,
    configurations: service.configurations,
    patch: service.patch,
    test: service.test,
    locate: service.locate,
    searchable: source.searchable,
    file,
    /** The connections to programs. */
    connections: {
      ...programs.service,
      ...createOpenConnections(programs.service),
      /** Subscribes to changes of the settings, by whatever instance. Returns a function that unsubscribes. */
      onChange: (listener: () => void): (() => void) => database.signals.subscribe('connections', listener),
    },
    /** Empties settings that cannot be decrypted. @returns the names of their connections. */
    forgetLostSecrets: async (): Promise<string[]> => [
      ...(await service.forgetLost()),
      ...(await programs.service.forgetLost()),
    ],
    /** Searches for releases and grabs them. */
    source,
    /**
     * Calls back when a connection was changed, or works again, on any instance.
     * @returns a function that unsubscribes.
     */
    onConnectionChange(listener: () => void): () => void {
      const topics = ['indexers', 'connections', WELL_AGAIN]
      const leave = topics.map((topic) => database.signals.subscribe(topic, listener))
      return () => leave.forEach((stop) => stop())
    },
    /** Why no search is possible, or null. */
    searchIssue: (): Promise<SearchIssueDto | null> => service.searchIssue(searchService),
    /** The notice for administrators when nothing can be searched. */
    async notices(): Promise<NoticeDto[]> {
      const issue = await service.searchIssue(searchService)
      return issue ? [searchNotice(issue)] : []
    },
    /** Adds what trackers know about releases. */
    enrichment: createEnrichment(enrichments.map((driver) => driver.enrich(service.access(driver)))),
    /** Whether an account at an indexer may download VIP releases. */
    async accountIsVip(): Promise<boolean> {
      const set = await service.list()
      return enrichments.some((driver) =>
        set.some(({ name, enabled, settings }) => name === driver.name && enabled && driver.isVip(settings)),
      )
    },
  }
}
