import type { AuditKind } from '#contract/audit'
import { auditNote } from '#contract/audit-note'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { Transaction } from '#server/db/database'
import { nameKey } from '#server/domain/name-key.rules'
import type { Settings } from '#server/domain/settings/settings.service'
import type { ConnectionsRepository } from './connections.repository'
import type { ConnectionsService } from './connections.service'
import type { Replacement, StoredConnection, StoredIndexer, StoredState } from './connections.types'
import { settingCause, type FileSection } from './file.rules'
import type { Apply, FileTarget } from './file.types'
import type { ProgramDriver, IndexerDriver } from './integrations.types'
import { changedNames, NOTHING_SET, type ConnectionState } from './settings.rules'
import { openState, recordOf, recordSettings, sealChange, type States } from './state.service'

/** Lets the file set up indexers; their rows keep the digests. */
export function indexerTarget(drivers: readonly IndexerDriver[], states: States<StoredIndexer>): FileTarget {
  return { drivers, find: ({ name }) => findIndexer(states, name) }
}

async function findIndexer(states: States<StoredIndexer>, name: string): ReturnType<FileTarget['find']> {
  const before = await states.store.find(name)
  return {
    id: name,
    state: await openState(states, before),
    digests: before?.fileDigests ?? {},
    plan: async (state, fileDigests) => ({
      id: name,
      apply: await planChange(states, { id: name, before, own: { fileDigests } }, state, {
        kind: 'indexer_changed',
        subject: name,
      }),
    }),
  }
}

/** Replaces what is stored, with an entry in the audit log. */
async function planChange<S extends StoredState>(
  states: States<S>,
  change: Omit<Replacement<S>, 'after'>,
  state: ConnectionState,
  entry: { kind: AuditKind; subject: string },
): Promise<Apply> {
  const opened = await openState(states, change.before)
  const after = await sealChange(states, change.id, opened, state)
  const record = recordSettings(states, { ...entry, names: changedNames(opened, state) }, null)
  return async (within) => {
    const replaced = await states.store.replace(within, { ...change, after }, states.clock())
    if (replaced) await record?.(within)
    return replaced
  }
}

interface ProgramContext {
  drivers: readonly ProgramDriver[]
  states: States<StoredConnection>
  repository: Pick<ConnectionsRepository, 'find' | 'findNamed'>
  planRow: ConnectionsService['planRow']
  settings: Pick<Settings, 'get' | 'lock' | 'put'>
}

/**
 * Lets the file set up download clients and libraries. The digests are kept by section, with the id of its connection,
 * so that one that was renamed is found, and one that was deleted does not come back.
 */
export function programTarget(context: ProgramContext): FileTarget {
  return { drivers: context.drivers, find: (section, names) => findConnection(context, section, names) }
}

async function findConnection(
  context: ProgramContext,
  section: FileSection,
  names: ReadonlySet<string>,
): ReturnType<FileTarget['find']> {
  const { states, repository, settings } = context
  const { name, driver, line } = section
  const sections = new Map(Object.entries((await settings.get('connection_file_sections')) ?? {}))
  const kept = sections.get(nameKey(name))
  const stored = kept ? await repository.find(kept.id) : null
  // A connection that has the name of another section by now belongs to that one.
  const isOthers =
    stored !== null && nameKey(stored.name) !== nameKey(name) && names.has(nameKey(stored.name))
  const known = isOthers ? undefined : kept
  const before = (isOthers ? null : stored) ?? (await repository.findNamed(name))
  const isOther = before !== null && before.driver !== driver.name
  return {
    id: before?.id ?? null,
    state: isOther ? NOTHING_SET : await openState(states, before),
    digests: known?.digests ?? {},
    async plan(state, digests, taken) {
      if (isOther) {
        const issue = issueAt('driver', fault('not_one_of', { options: before.driver }))
        return { fault: settingCause('setting', name, issue, line) }
      }
      const { id, apply } = before
        ? {
            id: before.id,
            apply: await planChange(states, { id: before.id, before }, state, entryFor(before)),
          }
        : await planNew(context, section, state, new Set([...taken, ...idsOfOthers(sections, name)]))
      return {
        id,
        async apply(within) {
          const done = await apply(within)
          if (done) await keepSection(context, within, name, { id, digests })
          return done
        },
      }
    },
  }
}

const entryFor = ({ name: subject }: StoredConnection) => ({ kind: 'connection_changed', subject }) as const

/** The connections that other sections set up, deleted ones included. */
function idsOfOthers(sections: ReadonlyMap<string, { id: string }>, name: string): string[] {
  return [...sections].flatMap(([key, { id }]) => (key === nameKey(name) ? [] : [id]))
}

/** @param taken ids that it must not get, although their connection was deleted. */
async function planNew(
  context: ProgramContext,
  { name, driver }: FileSection,
  state: ConnectionState,
  taken: ReadonlySet<string>,
) {
  const { id, add } = await context.planRow(driver, name, state, taken)
  const note = auditNote('program', { name: driver.name })
  const record = recordOf(context.states, { kind: 'connection_added', subject: name, note }, null)
  const apply: Apply = async (within) => {
    const added = await add(within)
    if (added) await record(within)
    return added
  }
  return { id, apply }
}

async function keepSection(
  { settings }: ProgramContext,
  within: Transaction,
  name: string,
  section: { id: string; digests: Record<string, string> },
): Promise<void> {
  const all = await settings.lock('connection_file_sections', within)
  await settings.put('connection_file_sections', { ...all, [nameKey(name)]: section }, within)
}
