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
  /** State of the configuration file. */
  fileState: () => Promise<Pick<IndexerDto, 'last_read' | 'last_error' | 'cause'>>
  announce: Announce
  clock: () => Date
  log: Logger
}

interface Context extends IntegrationsServiceDependencies {
  /** Indexers are asked side by side, and what becomes of that shall be written down once. */
  inOrder: ReturnType<typeof oneAtATime>
}

/** What is set for the indexers, as administrators change it. Secrets come in and never go out. */
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
 * Changes what is stored for one indexer until nobody else was quicker.
 * @param decide returns the next state, or null to leave it as it is.
 * @param by who wants it, which is written down; left out where an indexer renews something by itself.
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
    // What a service renews by itself makes it no other one.
    const after = { ...sealed, ...(by && startsOver(opened, state) && NOT_ASKED) }
    const names = changedNames(opened, state)
    const note =
      by && noteChange(audit, { indexer: name, names, actor: by.user.username, address: by.address })
    if (!(await repository.replace([{ before, after }], clock(), note))) continue
    announce({ topic: 'indexers' }, { admins: true, userIds: [] })
    return true
  }
}

/** What a driver works with: always as it is stored now. */
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

/** Keeps what became of a call to an indexer, for its status. */
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
    // Not the topic of the indexers: whoever hears that asks them again, and their answer may be news once more.
    const tell = () => announce({ topic: 'connections' }, { admins: true, userIds: [] })
    await noteStatus({ before, outcome, now: clock(), entries, opened, write, tell })
  })
}

/** The settings that every indexer has, by its name. */
function configurations({ drivers }: Context): Record<string, ConfigurationEntryDto[]> {
  return Object.fromEntries(drivers.map(({ name, entries }) => [name, [...entries]]))
}

/** The indexers with what is set. */
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
 * Changes some settings of an indexer, all of them or none; the others stay as they are.
 * @throws AppError `unknown_indexer`, `validation_failed`.
 */
async function patch(context: Context, name: string, changes: Changes, by: Actor): Promise<void> {
  const driver = driverOf(context, name)
  await change(context, name, (state) => accepted(applyChanges(driver, state, changes)), by)
}

/**
 * Tries an indexer as it would be with some changes, which are not stored, but that they were tried is.
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

/** The setting of the address of an indexer's service, where that answers at one of the places it usually is at. */
async function locate(context: Context, name: string): Promise<{ settings: Record<string, string> }> {
  const driver = driverOf(context, name)
  const address = driver.kind === 'indexer-source' ? await driver.locate() : null
  return { settings: address === null ? {} : { [driver.address]: address } }
}

/** Why nothing can be searched by an indexer; null where it is ready. Asks nobody. */
async function searchIssue(context: Context, driver: IndexerSourceDriver): Promise<SearchIssueDto | null> {
  const { secretBox, repository } = context
  const { enabled, settings } = await openSettings(secretBox, await repository.find(driver.name))
  return driver.searchIssue(enabled, missingSettings(driver.entries, valuesOf(driver.entries, settings)))
}
