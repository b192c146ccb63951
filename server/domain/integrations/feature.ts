import type { NoticeDto } from '#contract/system'
import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Settings } from '#server/domain/settings/settings.service'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { Announce } from '#server/domain/announce'
import { createConfigurationFile } from './drivers/configuration-file'
import { createKeyedDigest } from './drivers/keyed-digest'
import { createEnrichment } from './enrichment'
import { createIndexerFile } from './file.service'
import { createIndexersRepository } from './integrations.repository'
import { createIndexerSettings } from './integrations.service'
import type { IndexerDriver, SearchService } from './integrations.types'
import { createDrivers } from './registry'
import { describeSearchIssue } from './settings.rules'

/** What this feature is made of; the composition root calls it once. */
export interface IndexersFeatureDependencies {
  database: Database
  settings: Pick<Settings, 'get' | 'set' | 'put'>
  audit: Pick<Audit, 'record'>
  secretBox: SecretBox
  /** Makes the digests of what a configuration file says. */
  secretKey: string
  fetch: typeof globalThis.fetch
  announce: Announce
  clock: () => Date
  log: Logger
  version: string
}

/** Builds everything about where releases come from. */
export function createIndexers(dependencies: IndexersFeatureDependencies) {
  const { database, settings, audit, secretBox, announce, clock, log, version } = dependencies
  const drivers = createDrivers({ fetch: dependencies.fetch, clock, log, userAgent: `Earmark/${version}` })
  const repository = createIndexersRepository({ database })
  const file = createIndexerFile({
    drivers,
    repository,
    transaction: (work) => database.write(work),
    settings,
    audit,
    secretBox,
    digest: createKeyedDigest(dependencies.secretKey),
    reader: createConfigurationFile({ log }),
    signals: database.signals,
    announce,
    clock,
    log,
  })
  const service = createIndexerSettings({
    drivers,
    repository,
    secretBox,
    audit,
    fileState: file.state,
    announce,
    clock,
  })
  const { searching, source } = searchServiceOf(drivers, service.accessOf)
  const searchIssue = () => service.searchIssue(searching)

  return {
    list: service.list,
    configurations: service.configurations,
    patch: service.patch,
    test: service.test,
    searchable: source.searchable,
    file,
    /** Searches for releases and hands them over. */
    source,
    searchIssue,
    /** What administrators are told when nothing can be searched. */
    async notices(): Promise<NoticeDto[]> {
      const issue = await searchIssue()
      return issue ? [{ ...issue, text: describeSearchIssue(issue) }] : []
    },
    /** Adds what trackers know about releases. */
    enrichment: createEnrichment(
      drivers.flatMap((driver) => driver.enrich?.(service.accessOf(driver)) ?? []),
    ),
  }
}

export type Indexers = ReturnType<typeof createIndexers>

function searchServiceOf(
  drivers: readonly IndexerDriver[],
  accessOf: ReturnType<typeof createIndexerSettings>['accessOf'],
): { searching: IndexerDriver; source: SearchService } {
  for (const driver of drivers) {
    if (driver.search) return { searching: driver, source: driver.search(accessOf(driver)) }
  }
  throw new Error('No driver of the registry searches')
}
