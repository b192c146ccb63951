import { z } from 'zod'
import type { AuditKind } from '#contract/audit'
import { auditNote, type AuditNote } from '#contract/audit-note'
import { createQueue, type Queue } from '#server/async/queue'
import type { Database, Transaction } from '#server/db/database'
import type { Actor } from '#server/domain/auth/auth.types'
import type { FeatureContext } from '#server/domain/feature-context'
import { NEVER_CALLED, startsOver, statusAfter, withoutSecrets } from './connection-status.rules'
import type { ConnectionOutcome, StateStore, StoredChange, StoredState } from './connections.types'
import type { NotingAccess, ConnectionDriver, Renew } from './integrations.types'
import { missingSettings, NOTHING_SET, valuesForOrigin, type ConnectionState } from './settings.rules'

export type StateDependencies = Pick<
  FeatureContext,
  'database' | 'transaction' | 'secretBox' | 'audit' | 'announce' | 'clock' | 'log'
>

/** Signal that a connection works again. */
export const WELL_AGAIN = 'connection works'

const settingsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const contentSchema = z.union([
  z.strictObject({ settings: settingsSchema, homes: z.record(z.string(), z.string()) }),
  // As stored by earlier versions, where secrets belong to the stored address.
  settingsSchema.transform((settings) => ({ settings, homes: {} })),
])

/** What every kind of connection is stored and changed with, whatever its table. */
export interface States<S extends StoredState> extends StateDependencies {
  store: StateStore<S>
  /** Connections are called concurrently, but their statuses are stored one at a time. */
  statusQueue: Queue
}

/** The parts of a driver that its settings are read with. */
type Described = Pick<ConnectionDriver, 'name' | 'entries' | 'address'>
/** Stores something else with a change. */
export type Also = (within: Transaction) => Promise<void>

/** Binds the connections of one table to what changes, records and announces them. */
export function createStates<S extends StoredState>(
  dependencies: StateDependencies,
  store: StateStore<S>,
): States<S> {
  return { ...dependencies, store, statusQueue: createQueue() }
}

/**
 * Tells open pages, and the workers of every instance, that settings have changed. Workers listen to the signals of the
 * table's name.
 */
export function announceChange({
  announce,
  database: { signals },
  store: { table },
}: Pick<StateDependencies, 'announce'> & {
  database: Pick<Database, 'signals'>
  store: Pick<StateStore<StoredState>, 'table'>
}): void {
  announce({ topic: table }, { admins: true, userIds: [] })
  signals.publish(table, '')
}

/** The context that the secret box binds an encrypted column to, so that it can be decrypted only in its own row. */
const placeOf = ({ table }: Pick<StateStore<StoredState>, 'table'>, id: string) => `${table}.${id}.settings`

/** Decrypts the settings of a connection; one without a row is disabled and has its defaults. */
export async function openState<S extends StoredState>(
  context: States<S>,
  stored: S | null,
): Promise<ConnectionState> {
  if (!stored) return NOTHING_SET
  const { enabled, sealedSettings, id } = stored
  const text = await context.secretBox.open(sealedSettings, placeOf(context.store, id))
  return { enabled, ...contentSchema.parse(JSON.parse(text)) }
}

/** Encrypts the settings of a connection; the text differs every time. */
async function sealState<S extends StoredState>(
  { secretBox, store }: States<S>,
  id: string,
  { enabled, settings, homes }: ConnectionState,
) {
  const sealedSettings = await secretBox.seal(JSON.stringify({ settings, homes }), placeOf(store, id))
  return { enabled, sealedSettings }
}

/** Characters at the end of an encrypted text that are never the same twice. */
const MARK_LENGTH = 20

/** A mark of a connection’s settings, which every change replaces. */
export const markOf = ({ sealedSettings }: Pick<StoredState, 'sealedSettings'>): string =>
  sealedSettings.slice(-MARK_LENGTH)

/**
 * Empties the settings of connections that cannot be decrypted with this key; everything else stored under their ids
 * stays.
 * @returns those connections.
 */
export async function forgetLostSettings<S extends StoredState>(
  context: States<S>,
  stored: readonly S[],
): Promise<S[]> {
  const { store, secretBox, transaction, clock } = context
  const lost: S[] = []
  for (const before of stored) {
    const { id, enabled, sealedSettings } = before
    if (await secretBox.opens(sealedSettings, placeOf(store, id))) continue
    const after = { ...(await sealState(context, id, { ...NOTHING_SET, enabled })), ...NEVER_CALLED }
    await transaction((within) => store.replace(within, { id, before, after }, clock()))
    lost.push(before)
  }
  return lost
}

/** What to store for a changed connection; its status starts over if it leads elsewhere now. */
export async function sealChange<S extends StoredState>(
  context: States<S>,
  id: string,
  before: ConnectionState,
  after: ConnectionState,
) {
  const sealed = await sealState(context, id, after)
  return { ...sealed, ...(startsOver(before, after) && NEVER_CALLED) }
}

/**
 * Changes what is stored of a connection, and retries if others are faster.
 * @param decide returns what shall differ, or null to keep everything.
 * @param by who makes the change; omitted if the server does.
 */
export async function changeState<S extends StoredState>(
  context: States<S>,
  id: string,
  decide: (
    stored: S | null,
    state: ConnectionState,
  ) => Promise<(StoredChange<S> & { also?: Also | undefined }) | null>,
  by?: Actor,
): Promise<void> {
  const { store, transaction, clock } = context
  for (;;) {
    const before = await store.find(id)
    const decided = await decide(before, await openState(context, before))
    if (!decided) return
    const { also, ...change } = decided
    const done = await transaction(async (within) => {
      await by?.stillEntitled(within)
      const replaced = await store.replace(within, { id, before, ...change }, clock())
      if (replaced) await also?.(within)
      return replaced
    })
    if (done) return announceChange(context)
  }
}

/** Stores a value renewed by the service, which does not make it a different service; see {@link Renew}. */
function renewSetting<S extends StoredState>(
  context: States<S>,
  id: string,
  { setting, from, to }: Parameters<Renew>[0],
): Promise<void> {
  return changeState(context, id, async (_stored, state) => {
    if (state.settings[setting] !== from) return null
    const settings = { ...state.settings, [setting]: to }
    return { after: await sealState(context, id, { ...state, settings }) }
  })
}

/**
 * Records the outcome of a call in a connection's status. An unchanged outcome is written at most once a
 * minute.
 * @param entriesOf returns the entries of its driver, of which a failure may repeat no secret.
 */
export function noteOutcome<S extends StoredState>(
  context: States<S>,
  id: string,
  entriesOf: (stored: S) => ConnectionDriver['entries'],
  outcome: ConnectionOutcome,
): Promise<void> {
  const { store, clock, announce, database, statusQueue } = context
  return statusQueue.run(async () => {
    const before = await store.find(id)
    if (!before) return
    const entries = entriesOf(before)
    const safe = 'ok' in outcome ? outcome : await withoutStoredSecrets(context, entries, before, outcome)
    const after = statusAfter(before, safe, clock())
    if (!after) return
    await store.note(before, after.status)
    // Not the indexers topic: its listeners call the indexers again, and the response may cause another announcement.
    if (after.hasChanged) announce({ topic: 'connections' }, { admins: true, userIds: [] })
    if (after.hasChanged && after.status.reachable === true) database.signals.publish(WELL_AGAIN, '')
  })
}

async function withoutStoredSecrets<S extends StoredState>(
  context: States<S>,
  entries: ConnectionDriver['entries'],
  stored: S,
  { cause }: Extract<ConnectionOutcome, { cause: unknown }>,
): Promise<ConnectionOutcome> {
  const { settings } = await openState(context, stored)
  const secrets = entries.filter(({ secret }) => secret).map(({ name }) => String(settings[name] ?? ''))
  return { cause: withoutSecrets(cause, secrets) }
}

/** The values of a driver's settings, and whether it is enabled and complete. */
export function readyValues(driver: Pick<Described, 'entries' | 'address'>, state: ConnectionState) {
  const values = valuesForOrigin(driver, state)
  return { values, ready: state.enabled && missingSettings(driver.entries, values).length === 0 }
}

/** A driver's access to its settings, always as currently stored. */
export function accessOf<S extends StoredState>(
  context: States<S>,
  driver: Described,
  id: string,
): NotingAccess {
  const { store, log } = context
  return {
    settings: async () => readyValues(driver, await openState(context, await store.find(id))),
    // What the service answered stays good, so a driver need not know.
    renew: (change) =>
      renewSetting(context, id, change).catch((error: unknown) =>
        log.error('Could not store the new session of {name}: {error}', { name: driver.name, error }),
      ),
    note: (outcome) =>
      noteOutcome(context, id, () => driver.entries, outcome).catch((error: unknown) =>
        log.warn('Could not store the status of {name}: {error}', { name: driver.name, error }),
      ),
  }
}

/** Who makes a change; null for the configuration file. */
type By = Actor | null

/** @returns a function that records a change in its transaction. */
export function recordOf(
  { audit }: Pick<StateDependencies, 'audit'>,
  change: { kind: AuditKind; subject: string; note: AuditNote },
  by: By,
): Also {
  const entry = { ...change, actor: by?.user.username ?? null, ...(by && { address: by.address }) }
  return (within) => audit.record(entry, within)
}

/** The same for settings, by their names and never their values; records nothing if none differ. */
export function recordSettings(
  dependencies: Pick<StateDependencies, 'audit'>,
  { kind, subject, names }: { kind: AuditKind; subject: string; names: readonly string[] },
  by: By,
): Also | undefined {
  if (names.length === 0) return undefined
  return recordOf(
    dependencies,
    { kind, subject, note: auditNote('settings', { names: names.join(', ') }) },
    by,
  )
}
