import type { SearchIssueDto } from '#contract/books'
import type { IndexerTestDto } from '#contract/connection-test'
import type { ConfigurationEntryDto, IndexerDto } from '#contract/indexers'
import { oneAtATime } from '#server/async/one-at-a-time'
import { bind } from '#server/domain/bind'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Actor } from '#server/domain/auth/auth.types'
import type { SecretBox } from '#server/domain/settings/settings.types'
import { accepted, unknownIndexer } from './integrations.errors'
import { noteChange } from './change-note'
import { NOT_ASKED, outcomeOfTest, presentStatus, startsOver } from './connection-status.rules'
import type { ConnectionOutcome, ConnectionStatus } from './connections.types'
import { isAsStored, testDriver } from './driver-test'
import type { IntegrationsRepository } from './integrations.repository'
import type { IndexerAccess, IndexerDriver, IndexerSourceDriver } from './integrations.types'
import {
  applyChanges,
  changedNames,
  missingSettings,
  shownSettings,
  valuesAtHome,
  valuesOf,
  type IntegrationState,
  type WantedValue,
} from './settings.rules'
import type { Announce } from '#server/domain/announce'
import type { Logger } from '#server/log'
import { noteStatus } from './status-notes'
import { openSettings, sealSettings } from './stored-settings'

export type Changes = Readonly<Record<string, WantedValue>>
export interface IntegrationsServiceDependencies {
  drivers: readonly IndexerDriver[]
  repository: IntegrationsRepository
  secretBox: SecretBox
  audit: Pick<Audit, 'record'>
  /** Status of the configuration file. */
  fileState: () => Promise<Pick<IndexerDto, 'last_read' | 'last_error' | 'cause'>>
  announce: Announce
  clock: () => Date
  log: Logger
}

interface Context extends IntegrationsServiceDependencies {
  /** Indexers are called concurrently, but their statuses are stored one at a time. */
  inOrder: ReturnType<typeof oneAtATime>
}

/** The settings of the indexers, for administrators to change. Secrets are stored but never returned. */
export function createIntegrationsService(dependencies: IntegrationsServiceDependencies) {
  const context: Context = { ...dependencies, inOrder: oneAtATime() }
  return bind(context, { configurations, list, patch, test, locate, searchIssue, accessOf })
}

/** @throws AppError `unknown_indexer`. */
function driverOf({ drivers }: Context, name: string): IndexerDriver {
  const driver = drivers.find((candidate) => candidate.name === name)
  if (driver) return driver
  const known = drivers.map((candidate) => candidate.name).join(', ')
  throw unknownIndexer({ known })
}

/**
 * Changes an indexer's stored settings, and retries if others are faster.
 * @param decide returns the next state, or null to keep it.
 * @param by who makes the change, for the audit log; omitted if the service itself renewed a value.
 */
async function change(
  { repository, secretBox, audit, clock, announce }: Context,
  name: string,
  decide: (state: IntegrationState) => IntegrationState | null,
  by?: Actor,
): Promise<boolean> {
  for (;;) {
    const before = await repository.find(name)
    const opened = await openSettings(secretBox, before)
    const state = decide(opened)
    if (!state) return false
    const sealed = await sealSettings(secretBox, name, state, before?.fileDigests ?? {})
    // A value renewed by the service does not make it a different service.
    const after = { ...sealed, ...(by && startsOver(opened, state) && NOT_ASKED) }
    const names = changedNames(opened, state)
    const note =
      by && noteChange(audit, { indexer: name, names, actor: by.user.username, address: by.address })
    if (!(await repository.replace([{ before, after }], clock(), note))) continue
    announce({ topic: 'indexers' }, { admins: true, userIds: [] })
    return true
  }
}

/** A driver's access to its settings, always as currently stored. */
function accessOf(
  context: Context,
  driver: Pick<IndexerDriver, 'name' | 'entries' | 'address'>,
): IndexerAccess {
  const { secretBox, repository, log } = context
  return {
    async settings() {
      const state = await openSettings(secretBox, await repository.find(driver.name))
      const values = valuesAtHome(driver, state)
      return { values, ready: state.enabled && missingSettings(driver.entries, values).length === 0 }
    },
    async renew({ setting, from, to }) {
      await change(context, driver.name, (state) =>
        state.settings[setting] === from
          ? { ...state, settings: { ...state.settings, [setting]: to } }
          : null,
      )
    },
    note: (outcome) =>
      note(context, driver, outcome).catch((error: unknown) =>
        log.warn('Could not store the status of {name}: {error}', { name: driver.name, error }),
      ),
  }
}

/** Records the outcome of a call in an indexer's status. */
function note(
  { repository, secretBox, announce, clock, inOrder }: Context,
  { name, entries }: Pick<IndexerDriver, 'name' | 'entries'>,
  outcome: ConnectionOutcome,
): Promise<void> {
  return inOrder(async () => {
    const before = await repository.find(name)
    if (!before) return
    const opened = () => openSettings(secretBox, before)
    const write = (status: ConnectionStatus) => repository.note(before, status)
    // Not the indexers topic: its listeners call the indexers again, and the response may cause another
    // announcement.
    const tell = () => announce({ topic: 'connections' }, { admins: true, userIds: [] })
    await noteStatus({ before, outcome, now: clock(), entries, opened, write, tell })
  })
}

/** The settings of every indexer, by name. */
function configurations({ drivers }: Context): Record<string, ConfigurationEntryDto[]> {
  return Object.fromEntries(drivers.map(({ name, entries }) => [name, [...entries]]))
}

/** The indexers with their settings. */
async function list({ repository, fileState, drivers, secretBox }: Context): Promise<IndexerDto[]> {
  const [stored, file] = await Promise.all([repository.findAll(), fileState()])
  return Promise.all(
    drivers.map(async ({ name, entries }) => {
      const row = stored.get(name) ?? null
      const { enabled, settings } = await openSettings(secretBox, row)
      const { last_read, last_error, cause } = file
      return {
        name,
        enabled,
        settings: shownSettings(entries, valuesOf(entries, settings)),
        last_read,
        last_error,
        cause,
        status: presentStatus(row ?? NOT_ASKED),
      }
    }),
  )
}

/**
 * Changes some settings of an indexer, all or none; the others keep their values.
 * @throws AppError `unknown_indexer`, `validation_failed`.
 */
async function patch(context: Context, name: string, changes: Changes, by: Actor): Promise<void> {
  const driver = driverOf(context, name)
  await change(context, name, (state) => accepted(applyChanges(driver, state, changes)), by)
}

/**
 * Tests an indexer with unsaved changes. Stores nothing but an audit entry for the test.
 * @throws AppError `unknown_indexer`, `validation_failed`.
 */
async function test(context: Context, name: string, changes: Changes, by: Actor): Promise<IndexerTestDto> {
  const { secretBox, repository, audit } = context
  const driver = driverOf(context, name)
  const state = await openSettings(secretBox, await repository.find(name))
  const tried = accepted(applyChanges(driver, state, { ...changes, enabled: false }))
  const { renew, note: keep } = accessOf(context, driver)
  const found = await testDriver(audit, { driver, subject: name, before: state, tried, renew, by })
  const outcome = outcomeOfTest(driver, found)
  if (outcome && isAsStored({ before: state, tried })) await keep(outcome)
  return found
}

/** A suggested address for an indexer's service, if it responds at one of its usual addresses. */
async function locate(context: Context, name: string): Promise<{ settings: Record<string, string> }> {
  const driver = driverOf(context, name)
  const address = driver.kind === 'indexer-source' ? await driver.locate() : null
  return { settings: address === null ? {} : { [driver.address]: address } }
}

/** Why no indexer can be searched, or null if one is ready. Calls no service. */
async function searchIssue(context: Context, driver: IndexerSourceDriver): Promise<SearchIssueDto | null> {
  const { secretBox, repository } = context
  const { enabled, settings } = await openSettings(secretBox, await repository.find(driver.name))
  return driver.searchIssue(enabled, missingSettings(driver.entries, valuesOf(driver.entries, settings)))
}
