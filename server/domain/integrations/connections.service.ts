import type {
  ConnectionDriverDto,
  ConnectionDto,
  CreateConnectionBody,
  PatchConnectionBody,
  TestConnectionBody,
} from '#contract/connections'
import type { IndexerTestDto } from '#contract/connection-test'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { AuditKind } from '#contract/audit'
import { auditNote, type AuditNote } from '#contract/audit-note'
import type { Announce } from '#server/domain/announce'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Actor } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { SecretBox } from '#server/domain/settings/settings.types'
import { serverAt } from './addresses.rules'
import { NOT_ASKED, outcomeOfTest, startsOver } from './connection-status.rules'
import { kindOf, placesOf, presentConnection, presentDriver } from './connection-presentation.rules'
import type { ConnectionsRepository } from './connections.repository'
import type { ConnectionOutcome, StoredConnection } from './connections.types'
import { isAsStored, testDriver } from './driver-test'
import type { FormerConnectionsRepository } from './former-connections.repository'
import { accepted, takenName, unfit, unknownConnection } from './integrations.errors'
import type { ConnectionDriver, Renew } from './integrations.types'
import { applyChanges, changedNames, type IntegrationState, type WantedValue } from './settings.rules'
import { noteStatus } from './status-notes'
import { openState, sealState } from './stored-settings'

interface Context {
  drivers: readonly ConnectionDriver[]
  repository: ConnectionsRepository
  former: FormerConnectionsRepository
  secretBox: SecretBox
  audit: Pick<Audit, 'record'>
  announce: Announce
  clock: () => Date
}

/** A connection with its driver and its decrypted settings. */
export interface OpenedConnection {
  stored: StoredConnection
  driver: ConnectionDriver
  state: IntegrationState
}

const NOTHING: IntegrationState = { enabled: false, settings: {}, homes: {} }

/** Download clients and libraries, as set up by administrators. Secrets are stored but never returned. */
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
    renew,
    note,
  }
  return bind(context, operations)
}

/** The context that the secret box binds an encrypted column to. */
function placeOf(id: string): string {
  return `connections.${id}.settings`
}

async function open(context: Context, stored: StoredConnection): Promise<OpenedConnection[]> {
  const driver = context.drivers.find(({ name }) => name === stored.driver)
  // An earlier version may have had a driver that no longer exists.
  if (!driver) return []
  return [{ stored, driver, state: await openState(context.secretBox, stored, placeOf(stored.id)) }]
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
async function demand(context: Context, id: string): Promise<OpenedConnection> {
  const connection = await opened(context, id)
  if (!connection) throw unknownConnection()
  return connection
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
function driverCalled(context: Context, name: string): ConnectionDriver {
  const driver = context.drivers.find((candidate) => candidate.name === name)
  if (driver) return driver
  const options = context.drivers.map((candidate) => candidate.name).join(', ')
  throw unfit([issueAt('driver', fault('not_one_of', { options }))])
}

/** The state after the changes. @throws AppError `validation_failed` with every issue. */
function decide(
  driver: ConnectionDriver,
  before: IntegrationState,
  settings: Readonly<Record<string, WantedValue>>,
): IntegrationState {
  const { enabled, ...rest } = settings
  if (enabled !== undefined) {
    throw unfit([issueAt('settings.enabled', fault('unknown_setting', { indexer: driver.name }))])
  }
  return accepted(applyChanges(driver, before, rest), 'settings.')
}

function recorded({ audit }: Context, kind: AuditKind, subject: string, note: AuditNote, by: Actor) {
  const entry = { kind, actor: by.user.username, subject, note, address: by.address }
  return (within: Parameters<Audit['record']>[1]) => audit.record(entry, within)
}

function tell({ announce }: Context): void {
  announce({ topic: 'connections' }, { admins: true, userIds: [] })
}

/** The address of a connection's server, or null if it has none. */
function serverOf({ address }: ConnectionDriver, { settings }: IntegrationState): string | null {
  return serverAt(String(settings[address] ?? ''))
}

/** The ids of recently deleted connections. */
function formerIds({ former, clock }: Context): Promise<string[]> {
  return former.listIds(clock())
}

/**
 * Adds a connection with the lowest priority of its kind. If a connection to the same server was deleted
 * recently, the new one gets its id, and with it everything stored under that id.
 * @throws AppError `validation_failed`, `connection_name_taken`.
 */
async function create(context: Context, body: CreateConnectionBody, by: Actor): Promise<ConnectionDto> {
  const { repository, former, secretBox, clock } = context
  const driver = driverCalled(context, body.driver)
  const { enabled, name } = body
  const state = decide(driver, { ...NOTHING, enabled }, body.settings)
  const server = serverOf(driver, state)
  const record = recorded(context, 'connection_added', name, auditNote('program', { name: driver.name }), by)
  for (;;) {
    const known = server && (await former.find({ driver: driver.name, server, name }, clock()))
    const id = known ?? crypto.randomUUID()
    const sealedSettings = await sealState(secretBox, state, placeOf(id))
    const row = { id, driver: driver.name, name, enabled, sealedSettings, ...NOT_ASKED }
    const added = await repository.add(row, clock(), async (within) => {
      await former.forget(within, id)
      await record(within)
    })
    // Someone else has just restored the same deleted connection.
    if (!added && (await repository.find(id))) continue
    if (!added) throw takenName(name)
    tell(context)
    return present(context, id)
  }
}

/** The ids of a kind after one connection has moved to the given position, counted from 1. */
async function orderWith(context: Context, moved: OpenedConnection, place: number): Promise<string[]> {
  const others = (await openedAll(context))
    .filter(({ stored, driver }) => kindOf(driver) === kindOf(moved.driver) && stored.id !== moved.stored.id)
    .map(({ stored }) => stored.id)
  return others.toSpliced(place - 1, 0, moved.stored.id)
}

/**
 * Changes a connection; omitted settings keep their values.
 * @throws AppError `validation_failed`, `unknown_connection`, `connection_name_taken`.
 */
async function change(
  context: Context,
  id: string,
  body: PatchConnectionBody,
  by: Actor,
): Promise<ConnectionDto> {
  const { repository, secretBox, clock } = context
  for (;;) {
    const before = await demand(context, id)
    const { stored, driver } = before
    const { name = stored.name, enabled = stored.enabled, priority, settings = {} } = body
    const state = decide(driver, { ...before.state, enabled }, settings)
    const names = changedNames(before.state, state)
    if (name !== stored.name) names.unshift('name')
    if (priority !== undefined) names.push('priority')
    const after = {
      name,
      enabled,
      sealedSettings: await sealState(secretBox, state, placeOf(id)),
      ...(startsOver(before.state, state) && NOT_ASKED),
    }
    const order = priority === undefined ? null : await orderWith(context, before, priority)
    const also = recorded(
      context,
      'connection_changed',
      name,
      auditNote('settings', { names: names.join(', ') }),
      by,
    )
    const outcome = await repository.replace({ before: stored, after, order }, clock(), also)
    if (outcome === 'name_taken') throw takenName(name)
    // Someone else was faster, so read the stored state again.
    if (outcome === 'changed') continue
    tell(context)
    return present(context, id)
  }
}

/** Deletes a connection, but nothing in the service itself. @throws AppError `unknown_connection`. */
async function remove(context: Context, id: string, by: Actor): Promise<void> {
  const { former, clock } = context
  const { stored, driver, state } = await demand(context, id)
  const server = serverOf(driver, state)
  const record = recorded(
    context,
    'connection_removed',
    stored.name,
    auditNote('program', { name: stored.driver }),
    by,
  )
  const removed = await context.repository.remove(id, async (within) => {
    const { name } = stored
    if (server !== null) await former.keep(within, { id, driver: driver.name, name, server }, clock())
    await record(within)
  })
  if (!removed) throw unknownConnection()
  tell(context)
}

/**
 * Tests a connection with unsaved settings. Stores nothing but an audit entry for the test.
 * @throws AppError `validation_failed`, `unknown_connection`.
 */
async function test(context: Context, body: TestConnectionBody, by: Actor): Promise<IndexerTestDto> {
  const { id } = body
  const before = id === undefined ? null : await demand(context, id)
  const driver = driverCalled(context, body.driver)
  if (before && before.driver !== driver) {
    throw unfit([issueAt('driver', fault('not_one_of', { options: before.driver.name }))])
  }
  const state = before?.state ?? NOTHING
  const tried = decide(driver, { ...state, enabled: false }, body.settings)
  const keeps: Renew = (given) => (id === undefined ? Promise.resolve() : renew(context, id, given))
  const subject = before?.stored.name ?? driver.name
  const found = await testDriver(context.audit, {
    driver,
    subject,
    before: state,
    tried,
    renew: keeps,
    by,
  })
  const outcome = outcomeOfTest(driver, found)
  if (before && outcome && isAsStored({ before: state, tried })) await noteOf(context, before.stored, outcome)
  return found
}

/** Stores a value that the service has replaced; see {@link Renew}. */
async function renew(context: Context, id: string, change: Parameters<Renew>[0]): Promise<void> {
  const { repository, secretBox, clock } = context
  for (;;) {
    const before = await opened(context, id)
    if (before?.state.settings[change.setting] !== change.from) return
    const { stored, state } = before
    const settings = { ...state.settings, [change.setting]: change.to }
    const sealedSettings = await sealState(secretBox, { ...state, settings }, placeOf(id))
    const after = { name: stored.name, enabled: stored.enabled, sealedSettings }
    const nothingElse = () => Promise.resolve()
    const outcome = await repository.replace({ before: stored, after, order: null }, clock(), nothingElse)
    if (outcome !== 'changed') return
  }
}

function noteOf(context: Context, stored: StoredConnection, outcome: ConnectionOutcome): Promise<void> {
  const { drivers, repository, secretBox, clock } = context
  return noteStatus({
    before: stored,
    outcome,
    now: clock(),
    entries: drivers.find(({ name }) => name === stored.driver)?.entries ?? [],
    opened: () => openState(secretBox, stored, placeOf(stored.id)),
    write: (status) => repository.note(stored, status),
    tell: () => tell(context),
  })
}

/** Records the outcome of a call in a connection's status. */
async function note(context: Context, id: string, outcome: ConnectionOutcome): Promise<void> {
  const stored = await context.repository.find(id)
  if (stored) await noteOf(context, stored, outcome)
}
