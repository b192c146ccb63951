import type { SearchIssueDto } from '#contract/books'
import type { IndexerDto } from '#contract/indexers'
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
import { clientRemarks, sourceRemarks } from './category-fit'
import { createFileService } from './file.service'
import { createIndexersRepository } from './indexers.repository'
import { createIndexersService } from './indexers.service'
import type { EnrichmentDriver, ProgramDriver, SearchServiceDriver } from './integrations.types'
import { createOpenConnections } from './open-connections'
import { createDrivers, indexersOf, programsOf } from './registry'
import {
  accessOf,
  createStates,
  markOf,
  readyValues,
  openState,
  WELL_AGAIN,
  type StateDependencies,
  type States,
} from './state.service'

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
function createPrograms(
  context: IntegrationsFeatureDependencies,
  drivers: readonly ProgramDriver[],
  remarks: ReturnType<typeof clientRemarks>,
) {
  const repository = createConnectionsRepository(context)
  const states = createStates<StoredConnection>(context, repository)
  const former = createFormerConnectionsRepository(context)
  const service = createConnectionsService({ drivers, repository, states, former, remarks })
  const { planRow } = service
  const target = programTarget({ drivers, states, repository, planRow, settings: context.settings })
  return { service, target }
}

/** What calls back after a change by any instance. Each returns a function that unsubscribes. */
function createSubscriptions({ signals }: IntegrationsFeatureDependencies['database']) {
  const on = (topics: readonly string[]) => (listener: () => void) => {
    const leave = topics.map((topic) => signals.subscribe(topic, listener))
    return () => leave.forEach((stop) => stop())
  }
  return {
    /** When a connection to a program was changed. */
    onChange: on(['connections']),
    /** When any connection was changed, or works again. */
    onConnectionChange: on(['indexers', 'connections', WELL_AGAIN]),
  }
}

/** Builds all connections to other services that administrators can set up. */
export function createIntegrations(dependencies: IntegrationsFeatureDependencies) {
  const { database, version } = dependencies
  const drivers = createDrivers({ ...dependencies, userAgent: `Earmark/${version}` })
  const { searchService, enrichments } = drivers
  const indexers = indexersOf(drivers)
  const repository = createIndexersRepository({ database })
  const states = createStates<StoredIndexer>(dependencies, repository)
  const access = accessOf(states, searchService, searchService.name)
  const fit = { ...dependencies, searchService, access }
  const programs = createPrograms(dependencies, programsOf(drivers), clientRemarks(fit))
  const file = createFileService({
    ...dependencies,
    indexers: indexerTarget(indexers, states),
    programs: programs.target,
    digest: createKeyedDigest(dependencies.secretKey),
    reader: dependencies.configurationFile,
  })
  const remarks = sourceRemarks(fit, programs.service.openedAll)
  const service = createIndexersService({
    drivers: indexers,
    repository,
    states,
    remarks,
    fileState: file.state,
  })
  const source = searchService.search(access)
  const { onChange, onConnectionChange } = createSubscriptions(database)
  const open = createOpenConnections(programs.service)
  const setup = async () => ({ ...(await sourceMark(states, searchService)), ...(await open.clientMarks()) })
  return {
    list: service.list,
    configurations: service.configurations,
    patch: service.patch,
    test: service.test,
    locate: service.locate,
    searchable: source.searchable,
    file,
    /** The connections to programs. */
    connections: { ...programs.service, ...open, onChange, setup },
    /** Empties settings that cannot be decrypted. @returns the names of their connections. */
    forgetLostSecrets: async (): Promise<string[]> => [
      ...(await service.forgetLost()),
      ...(await programs.service.forgetLost()),
    ],
    /** Searches for releases and grabs them. */
    source,
    onConnectionChange,
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
    accountIsVip: async (): Promise<boolean> => isVipAmong(enrichments, await service.list()),
  }
}

async function sourceMark(
  states: States<StoredIndexer>,
  driver: SearchServiceDriver,
): Promise<Record<string, string>> {
  const stored = await states.store.find(driver.name)
  if (!stored || !readyValues(driver, await openState(states, stored)).ready) return {}
  return { [driver.name]: markOf(stored) }
}

/** Whether the settings of an enabled enrichment belong to a VIP account. */
function isVipAmong(enrichments: readonly EnrichmentDriver[], set: readonly IndexerDto[]): boolean {
  return enrichments.some((driver) =>
    set.some(({ name, enabled, settings }) => name === driver.name && enabled && driver.isVip(settings)),
  )
}
