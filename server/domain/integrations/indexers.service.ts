import type { SearchIssueDto } from '#contract/books'
import type { ConnectionTestDto, TestFinding } from '#contract/connection-test'
import type { ConfigurationEntryDto } from '#contract/connection-settings'
import type { IndexerDto } from '#contract/indexers'
import { bind } from '#server/domain/bind'
import type { Actor } from '#server/domain/auth/auth.types'
import { accepted, unknownIndexer } from './integrations.errors'
import { NEVER_CALLED, presentStatus } from './connection-status.rules'
import type { StoredIndexer } from './connections.types'
import { testDriver } from './driver-test'
import type { IndexersRepository } from './indexers.repository'
import type {
  ConnectionSettings,
  IndexerDriver,
  NotingAccess,
  SearchServiceDriver,
} from './integrations.types'
import {
  applyChanges,
  changedNames,
  describedEntries,
  missingSettings,
  shownSettings,
  valuesOf,
  type WantedValue,
} from './settings.rules'
import {
  accessOf,
  changeState,
  forgetLostSettings,
  openState,
  recordSettings,
  sealChange,
  type States,
} from './state.service'

export type Changes = Readonly<Record<string, WantedValue>>

interface Context {
  drivers: readonly IndexerDriver[]
  repository: Pick<IndexersRepository, 'findAll'>
  states: States<StoredIndexer>
  /** What a test of the search service says about the connections to its download clients. */
  remarks: (values: ConnectionSettings) => Promise<TestFinding[]>
  /** Status of the configuration file. */
  fileState: () => Promise<Pick<IndexerDto, 'last_read' | 'last_error' | 'cause'>>
}

/** The settings of the indexers, for administrators to change. Secrets are stored but never returned. */
export function createIndexersService(context: Context) {
  return bind(context, { configurations, list, patch, test, locate, searchIssue, access, forgetLost })
}

/** @throws AppError `unknown_indexer`. */
function driverOf({ drivers }: Context, name: string): IndexerDriver {
  const driver = drivers.find((candidate) => candidate.name === name)
  if (driver) return driver
  const known = drivers.map((candidate) => candidate.name).join(', ')
  throw unknownIndexer({ known })
}

async function stateOf({ states }: Context, name: string) {
  return openState(states, await states.store.find(name))
}

/** A driver's access to its settings. */
function access({ states }: Context, driver: IndexerDriver): NotingAccess {
  return accessOf(states, driver, driver.name)
}

/** Empties settings that cannot be decrypted. @returns the names of their indexers. */
async function forgetLost({ repository, states }: Context): Promise<string[]> {
  const stored = await repository.findAll()
  return (await forgetLostSettings(states, [...stored.values()])).map(({ id }) => id)
}

/** The settings of every indexer, by name. */
function configurations({ drivers }: Context): Record<string, ConfigurationEntryDto[]> {
  return Object.fromEntries(drivers.map((driver) => [driver.name, describedEntries(driver)]))
}

/** The indexers with their settings. */
async function list({ repository, fileState, drivers, states }: Context): Promise<IndexerDto[]> {
  const [stored, file] = await Promise.all([repository.findAll(), fileState()])
  const { last_read, last_error, cause } = file
  return Promise.all(
    drivers.map(async ({ name, entries }) => {
      const row = stored.get(name) ?? null
      const { enabled, settings } = await openState(states, row)
      return {
        name,
        enabled,
        settings: shownSettings(entries, valuesOf(entries, settings)),
        last_read,
        last_error,
        cause,
        status: presentStatus(row ?? NEVER_CALLED),
      }
    }),
  )
}

/**
 * Changes some settings of an indexer, all or none; the others keep their values.
 * @throws AppError `unknown_indexer`, `validation_failed`, or `beyond_api_key` for a key that expires.
 */
async function patch(context: Context, name: string, changes: Changes, by: Actor): Promise<void> {
  const { states } = context
  by.refuseOutlasting()
  const driver = driverOf(context, name)
  await changeState(
    states,
    name,
    async (_stored, before) => {
      const state = accepted(applyChanges(driver, before, changes))
      const names = changedNames(before, state)
      const also = recordSettings(states, { kind: 'indexer_changed', subject: name, names }, by)
      return { after: await sealChange(states, name, before, state), also }
    },
    by,
  )
}

/**
 * Tests an indexer with unsaved changes. Stores nothing but an audit entry for the test.
 * @throws AppError `unknown_indexer`, `validation_failed`.
 */
async function test(context: Context, name: string, changes: Changes, by: Actor): Promise<ConnectionTestDto> {
  const driver = driverOf(context, name)
  const before = await stateOf(context, name)
  const tested = accepted(applyChanges(driver, before, { ...changes, enabled: false }))
  const remarks = async (values: ConnectionSettings) =>
    driver.kind === 'search_service' ? context.remarks(values) : []
  return testDriver(context.states, { driver, id: name, subject: name, before, tested, by, remarks })
}

/** A suggested address for an indexer's service, if it responds at one of its usual addresses. */
async function locate(context: Context, name: string): Promise<{ settings: Record<string, string> }> {
  const driver = driverOf(context, name)
  const address = driver.kind === 'search_service' ? await driver.locate() : null
  return { settings: address === null ? {} : { [driver.address]: address } }
}

/** Why no indexer can be searched, or null if one is ready. Calls no service. */
async function searchIssue(context: Context, driver: SearchServiceDriver): Promise<SearchIssueDto | null> {
  const { enabled, settings } = await stateOf(context, driver.name)
  return driver.searchIssue(enabled, missingSettings(driver.entries, valuesOf(driver.entries, settings)))
}
