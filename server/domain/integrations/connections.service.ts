import type {
  ConnectionDriverDto,
  ConnectionDto,
  CreateConnectionBody,
  PatchConnectionBody,
  TestConnectionBody,
} from '#contract/connections'
import type { ConnectionTestDto, TestFinding } from '#contract/connection-test'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import { auditNote } from '#contract/audit-note'
import { bind } from '#server/domain/bind'
import type { Actor } from '#server/domain/auth/auth.types'
import { serverAt } from './addresses.rules'
import { watchingClient } from './category-fit'
import type { WatchingClient } from './category-fit.rules'
import { NEVER_CALLED } from './connection-status.rules'
import {
  placesOf,
  presentConnection,
  presentDriver,
  type OpenedConnection,
} from './connection-presentation.rules'
import type { ConnectionsRepository } from './connections.repository'
import type { ConnectionOutcome, StoredConnection } from './connections.types'
import { testDriver } from './driver-test'
import type { FormerConnectionsRepository } from './former-connections.repository'
import { accepted, takenName, invalidSettings, unknownConnection } from './integrations.errors'
import type { ConnectionSettings, DriverAccess, ProgramDriver } from './integrations.types'
import {
  applyChanges,
  changedNames,
  NOTHING_SET,
  type ConnectionState,
  type WantedValue,
} from './settings.rules'
import {
  accessOf,
  changeState,
  forgetLostSettings,
  noteOutcome,
  openState,
  recordOf,
  recordSettings,
  sealChange,
  announceChange,
  type Also,
  type States,
} from './state.service'

interface Context {
  drivers: readonly ProgramDriver[]
  repository: ConnectionsRepository
  former: FormerConnectionsRepository
  states: States<StoredConnection>
  /** What a test of a download client says about those who send releases there. */
  remarks: (watching: WatchingClient) => Promise<TestFinding[]>
}

/** Connections to programs, as set up by administrators. Secrets are stored but never returned. */
export function createConnectionsService(context: Context) {
  const operations = {
    list,
    drivers,
    create,
    change,
    remove,
    test,
    opened,
    openedAll,
    formerIds,
    access,
    note,
    planRow,
    forgetLost,
  }
  return bind(context, operations)
}

export type ConnectionsService = ReturnType<typeof createConnectionsService>

async function open(context: Context, stored: StoredConnection): Promise<OpenedConnection[]> {
  const driver = context.drivers.find(({ name }) => name === stored.driver)
  // An earlier version may have had a driver that no longer exists.
  return driver ? [{ stored, driver, state: await openState(context.states, stored) }] : []
}

/** All connections, sorted by priority. */
async function openedAll(context: Context): Promise<OpenedConnection[]> {
  const rows = await context.repository.list()
  return (await Promise.all(rows.map((stored) => open(context, stored)))).flat()
}

/** @returns null if there is no such connection. */
async function opened(context: Context, id: string): Promise<OpenedConnection | null> {
  const stored = await context.repository.find(id)
  const [connection = null] = stored ? await open(context, stored) : []
  return connection
}

/** @throws AppError `unknown_connection`. */
async function mustFind(context: Context, id: string): Promise<OpenedConnection> {
  const connection = await opened(context, id)
  if (!connection) throw unknownConnection()
  return connection
}

/** Empties settings that cannot be decrypted. @returns the names of their connections. */
async function forgetLost({ repository, states }: Context): Promise<string[]> {
  return (await forgetLostSettings(states, await repository.list())).map(({ name }) => name)
}

async function list(context: Context): Promise<ConnectionDto[]> {
  const all = await openedAll(context)
  const places = placesOf(all)
  return all.map((connection) => presentConnection(connection, places))
}

async function present(context: Context, id: string): Promise<ConnectionDto> {
  const shown = (await list(context)).find((connection) => connection.id === id)
  if (!shown) throw unknownConnection()
  return shown
}

/** The programs that can be connected. */
function drivers(context: Context): ConnectionDriverDto[] {
  return context.drivers.map(presentDriver)
}

/** @throws AppError `validation_failed` if there is no such program. */
function driverCalled(context: Context, name: string): ProgramDriver {
  const driver = context.drivers.find((candidate) => candidate.name === name)
  if (driver) return driver
  const options = context.drivers.map((candidate) => candidate.name).join(', ')
  throw invalidSettings([issueAt('driver', fault('not_one_of', { options }))])
}

/** The state after the changes. @throws AppError `validation_failed` with every issue. */
function decide(
  driver: ProgramDriver,
  before: ConnectionState,
  settings: Readonly<Record<string, WantedValue>>,
): ConnectionState {
  const { enabled, ...rest } = settings
  if (enabled !== undefined) {
    throw invalidSettings([issueAt('settings.enabled', fault('unknown_setting', { indexer: driver.name }))])
  }
  return accepted(applyChanges(driver, before, rest), 'settings.')
}

/** The address of a connection's server, or null if it has none. */
function serverOf({ address }: Pick<ProgramDriver, 'address'>, { settings }: ConnectionState): string | null {
  return serverAt(String(settings[address] ?? ''))
}

/** The ids of recently deleted connections. */
function formerIds({ former, states }: Context): Promise<string[]> {
  return former.listIds(states.clock())
}

/**
 * A new connection, with the lowest priority of its kind. If a connection to the same server was deleted recently, the
 * new one gets its id, and with it everything stored under that id.
 * @param taken ids that it must not get.
 * @returns its id, and a function that adds it in a transaction unless the name or the id has been taken.
 */
async function planRow(
  context: Context,
  driver: Pick<ProgramDriver, 'name' | 'address'>,
  name: string,
  state: ConnectionState,
  taken: ReadonlySet<string> = new Set(),
) {
  const { repository, former, states } = context
  const server = serverOf(driver, state)
  const known = server && (await former.find({ driver: driver.name, server, name }, taken, states.clock()))
  const id = known ?? crypto.randomUUID()
  const sealed = await sealChange(states, id, NOTHING_SET, state)
  const row = { ...NEVER_CALLED, id, driver: driver.name, name, ...sealed }
  const add = async (within: Parameters<Also>[0]): Promise<boolean> => {
    const added = await repository.add(within, row, states.clock())
    if (added) await former.forget(within, id)
    return added
  }
  return { id, add }
}

/**
 * Adds a connection.
 * @throws AppError `validation_failed`, `connection_name_taken`, or `beyond_api_key` for a key that expires.
 */
async function create(context: Context, body: CreateConnectionBody, by: Actor): Promise<ConnectionDto> {
  const { repository, states } = context
  by.refuseOutlasting()
  const driver = driverCalled(context, body.driver)
  const { enabled, name } = body
  const state = decide(driver, { ...NOTHING_SET, enabled }, body.settings)
  const note = auditNote('program', { name: driver.name })
  const record = recordOf(states, { kind: 'connection_added', subject: name, note }, by)
  for (;;) {
    const { id, add } = await planRow(context, driver, name, state)
    const added = await states.transaction(async (within) => {
      await by.stillEntitled(within)
      const isNew = await add(within)
      if (isNew) await record(within)
      return isNew
    })
    // Someone else has just restored the same deleted connection.
    if (!added && (await repository.find(id))) continue
    if (!added) throw takenName(name)
    announceChange(states)
    return present(context, id)
  }
}

/** The ids of a kind after one connection has moved to a position, counted from 1; empty if it is there already. */
async function orderWith(
  context: Context,
  moved: StoredConnection,
  kind: ProgramDriver['kind'],
  place: number,
): Promise<string[]> {
  const all = (await openedAll(context)).filter(({ driver }) => driver.kind === kind)
  const before = all.map(({ stored }) => stored.id)
  const after = before.filter((id) => id !== moved.id).toSpliced(place - 1, 0, moved.id)
  return after.join() === before.join() ? [] : after
}

/**
 * Changes a connection; omitted settings keep their values.
 * @throws AppError `validation_failed`, `unknown_connection`, `connection_name_taken`, or `beyond_api_key` for a key
 *   that expires.
 */
async function change(
  context: Context,
  id: string,
  body: PatchConnectionBody,
  by: Actor,
): Promise<ConnectionDto> {
  const { repository, states } = context
  by.refuseOutlasting()
  await changeState(
    states,
    id,
    async (stored, before) => {
      const driver = stored && context.drivers.find((candidate) => candidate.name === stored.driver)
      if (!driver) throw unknownConnection()
      const { name = stored.name, enabled = stored.enabled, priority, settings = {} } = body
      const state = decide(driver, { ...before, enabled }, settings)
      const names = changedNames(before, state)
      if (name !== stored.name) names.unshift('name')
      const order = priority === undefined ? [] : await orderWith(context, stored, driver.kind, priority)
      if (order.length > 0) names.push('priority')
      const record = recordSettings(states, { kind: 'connection_changed', subject: name, names }, by)
      return {
        after: await sealChange(states, id, before, state),
        own: { name },
        async also(within) {
          await repository.putInOrder(within, order)
          await record?.(within)
        },
      }
    },
    by,
  )
  return present(context, id)
}

/** Deletes a connection, but nothing in the service itself. @throws AppError `unknown_connection`. */
async function remove(context: Context, id: string, by: Actor): Promise<void> {
  const { repository, former, states } = context
  const { stored, driver, state } = await mustFind(context, id)
  const { name } = stored
  const server = serverOf(driver, state)
  const note = auditNote('program', { name: driver.name })
  const record = recordOf(states, { kind: 'connection_removed', subject: name, note }, by)
  const removed = await states.transaction(async (within) => {
    await by.stillEntitled(within)
    const isGone = await repository.remove(within, id)
    if (isGone && server !== null) {
      await former.keep(within, { id, driver: driver.name, name, server }, states.clock())
    }
    if (isGone) await record(within)
    return isGone
  })
  if (!removed) throw unknownConnection()
  announceChange(states)
}

/**
 * Tests a connection with unsaved settings. Stores nothing but an audit entry for the test.
 * @throws AppError `validation_failed`, `unknown_connection`.
 */
async function test(context: Context, body: TestConnectionBody, by: Actor): Promise<ConnectionTestDto> {
  const { id = null } = body
  const stored = id === null ? null : await mustFind(context, id)
  const driver = driverCalled(context, body.driver)
  if (stored && stored.driver !== driver) {
    throw invalidSettings([issueAt('driver', fault('not_one_of', { options: stored.driver.name }))])
  }
  const before = stored?.state ?? NOTHING_SET
  const tested = decide(driver, { ...before, enabled: false }, body.settings)
  const subject = stored?.stored.name ?? driver.name
  const remarks = async (values: ConnectionSettings) =>
    driver.kind === 'download_client' ? context.remarks(watchingClient(subject, driver, values)) : []
  return testDriver(context.states, { driver, id, subject, before, tested, by, remarks })
}

/** A driver's access to its settings. */
function access({ states }: Context, driver: ProgramDriver, id: string): DriverAccess {
  return accessOf(states, driver, id)
}

/** Records the outcome of a call in a connection's status. */
function note({ drivers, states }: Context, id: string, outcome: ConnectionOutcome): Promise<void> {
  const entriesOf = (stored: StoredConnection) =>
    drivers.find(({ name }) => name === stored.driver)?.entries ?? []
  return noteOutcome(states, id, entriesOf, outcome)
}
