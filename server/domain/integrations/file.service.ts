import { fileText, type FileCause } from '#contract/file-cause'
import type { IndexerFileDto } from '#contract/indexers'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import { auditNote } from '#contract/audit-note'
import type { Database, Signals } from '#server/db/database'
import type { Logger } from '#server/log'
import { bind } from '#server/domain/bind'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Actor } from '#server/domain/auth/auth.types'
import type { Settings } from '#server/domain/settings/settings.service'
import type { SecretBox } from '#server/domain/settings/settings.types'
import type { Announce } from '#server/domain/announce'
import { noteChange } from './change-note'
import { NOT_ASKED, startsOver } from './connection-status.rules'
import {
  changesToApply,
  COMPARE_EVERY,
  readSections,
  settingCause,
  timeToApply,
  timeToReject,
  type FileSection,
} from './file.rules'
import type { FileContent, FileReader, KeyedDigest } from './file.types'
import type { IntegrationsRepository, Replacement, StoredIntegration } from './integrations.repository'
import type { IndexerDriver } from './integrations.types'
import { applyChanges, changedNames } from './settings.rules'
import { openSettings, sealSettings } from './stored-settings'

const TOPIC = 'indexer-file'

/** A replacement, with the names of the settings that it changes. */
type NamedReplacement = Replacement & { names: string[] }

/** What this instance last saw at the path. */
interface Seen {
  path: string
  content: string
  /** Milliseconds on the clock. */
  since: number
  dealtWith: boolean
}

export interface IndexerFileDependencies {
  drivers: readonly IndexerDriver[]
  repository: IntegrationsRepository
  transaction: Database['write']
  settings: Pick<Settings, 'get' | 'set' | 'put'>
  audit: Pick<Audit, 'record'>
  secretBox: SecretBox
  digest: KeyedDigest
  reader: FileReader
  signals: Signals
  announce: Announce
  clock: () => Date
  log: Logger
}

interface Context extends IndexerFileDependencies {
  listeners: Set<() => void>
  wake: () => void
  seen: Seen | null
}

/**
 * Applies the configuration file to the indexers. A setting is applied only if its value in the file differs
 * from the one last applied, so that changes made in the interface or by a tracker are not undone.
 */
export function createIndexerFile(dependencies: IndexerFileDependencies) {
  const listeners = new Set<() => void>()
  const wake = () => {
    for (const listener of listeners) listener()
  }
  dependencies.signals.subscribe(TOPIC, wake)
  const context: Context = { ...dependencies, listeners, wake, seen: null }
  return bind(context, { state, watchPath, look, onWake, close })
}

async function state({ settings }: Context): Promise<IndexerFileDto> {
  const [path, stored] = await Promise.all([settings.get('indexer_file'), settings.get('indexer_file_state')])
  const { last_read, cause } = stored?.path === path && stored ? stored : { last_read: null, cause: null }
  return { path, last_read, last_error: cause && fileText(cause), cause }
}

async function record(context: Context, path: string, cause: FileCause | null): Promise<void> {
  const { clock, settings, announce } = context
  const before = await state(context)
  const last_read = cause === null ? clock().toISOString() : before.last_read
  await settings.set('indexer_file_state', { path, last_read, cause })
  announce({ topic: 'indexers' }, { admins: true, userIds: [] })
}

/** Digests of the file's values, by setting. A different file starts without any, whatever it contains. */
async function digestsOf(
  { digest }: Context,
  path: string,
  { driver, changes }: FileSection,
): Promise<Record<string, string>> {
  const entries = Object.entries(changes).map(async ([name, value]) => {
    return [name, await digest(JSON.stringify([path, driver.name, name, value]))] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** @returns the replacement, null if nothing is new, or what is wrong. */
async function replacementOf(
  context: Context,
  path: string,
  section: FileSection,
  before: StoredIntegration | null,
): Promise<NamedReplacement | null | { fault: FileCause }> {
  const { secretBox } = context
  const { driver } = section
  const digests = await digestsOf(context, path, section)
  const names = Object.keys(section.changes)
  const fresh = new Set(names.filter((name) => before?.fileDigests[name] !== digests[name]))
  if (fresh.size === 0) return null
  const opened = await openSettings(secretBox, before)
  const outcome = applyChanges(driver, opened, changesToApply(section, opened, fresh))
  if ('issues' in outcome) {
    const issue = outcome.issues[0] ?? issueAt('', fault('invalid'))
    return { fault: settingCause('settings_together', driver.name, issue) }
  }
  const fileDigests = { ...before?.fileDigests, ...digests }
  const sealed = await sealSettings(secretBox, driver.name, outcome.state, fileDigests)
  const after = { ...sealed, ...(startsOver(opened, outcome.state) && NOT_ASKED) }
  return { before, after, names: changedNames(opened, outcome.state) }
}

/** Applies a whole file or none of it. @returns what is wrong with it. */
async function apply(context: Context, path: string, text: string): Promise<FileCause | null> {
  const { drivers, repository, clock, audit } = context
  const read = readSections(text, drivers)
  if ('fault' in read) return read.fault
  for (;;) {
    const stored = await repository.findAll()
    const changes: NamedReplacement[] = []
    for (const section of read.sections) {
      const change = await replacementOf(context, path, section, stored.get(section.driver.name) ?? null)
      if (change && 'fault' in change) return change.fault
      if (change) changes.push(change)
    }
    const replaced = await repository.replace(changes, clock(), async (within) => {
      for (const { after, names } of changes) {
        await noteChange(audit, { indexer: after.name, names, actor: null })(within)
      }
    })
    if (replaced) return null
  }
}

async function outcomeOf(context: Context, path: string, content: FileContent): Promise<FileCause | null> {
  return content.kind === 'text' ? apply(context, path, content.text) : content.cause
}

/** Remembers the content at the path, and since when it is there. */
function remember(context: Context, path: string, content: string): Seen {
  const { clock } = context
  if (context.seen?.path !== path || context.seen.content !== content) {
    context.seen = { path, content, since: clock().getTime(), dealtWith: false }
  }
  return context.seen
}

/** Watches another file from now on, or none if null. Settings from the previous file are kept. */
async function watchPath(context: Context, path: string | null, by: Actor): Promise<IndexerFileDto> {
  const { transaction, settings, audit, signals, announce } = context
  await transaction(async (within) => {
    await settings.put('indexer_file', path, within)
    const { user, address } = by
    await audit.record(
      {
        kind: 'indexer_file_changed',
        actor: user.username,
        address,
        ...(path !== null && { note: auditNote('path', { path }) }),
      },
      within,
    )
  })
  signals.publish(TOPIC, '')
  announce({ topic: 'indexers' }, { admins: true, userIds: [] })
  return state(context)
}

/**
 * Checks the file and applies a change once the file has settled.
 * @returns the latest time for the next check.
 */
async function look(context: Context): Promise<Date> {
  const { clock, settings, reader, wake, log } = context
  const again = (wait: number) => new Date(clock().getTime() + wait)
  const path = await settings.get('indexer_file')
  await reader.watch(path, wake)
  if (path === null) {
    context.seen = null
    return again(COMPARE_EVERY)
  }
  const content = await reader.read(path)
  const current = remember(context, path, JSON.stringify(content))
  if (current.dealtWith) return again(COMPARE_EVERY)
  const sameFor = clock().getTime() - current.since
  const unsettled = timeToApply(sameFor)
  if (unsettled) return again(unsettled.wait)
  const fault = await outcomeOf(context, path, content)
  const halfWritten = fault === null ? null : timeToReject(sameFor)
  if (halfWritten) return again(halfWritten.wait)
  await record(context, path, fault)
  current.dealtWith = true
  if (fault === null) log.info('Applied the indexer configuration file {path}', { path })
  else
    log.warn('Rejected the indexer configuration file {path}: {reason}', {
      path,
      reason: fileText(fault),
    })
  return again(COMPARE_EVERY)
}

/** @returns a function that unsubscribes. */
function onWake({ listeners }: Context, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stops watching. */
function close({ reader, wake }: Context) {
  return reader.watch(null, wake)
}
