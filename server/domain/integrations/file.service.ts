import { fileText, type FileCause } from '#contract/file-cause'
import type { ConfigurationFileDto } from '#contract/configuration-file'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import { auditNote } from '#contract/audit-note'
import { createListeners } from '#server/async/listeners'
import { yieldEvery } from '#server/async/yield'
import type { Database } from '#server/db/database'
import type { Logger } from '#server/platform/log'
import { bind } from '#server/domain/bind'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Actor } from '#server/domain/auth/auth.types'
import type { Settings } from '#server/domain/settings/settings.service'
import type { Announce } from '#server/domain/announce'
import { nameKey } from '#server/domain/name-key.rules'
import {
  changesToApply,
  COMPARE_EVERY,
  FAULTY_AFTER,
  readSections,
  SETTLED_AFTER,
  settingCause,
  type FileSection,
} from './file.rules'
import type { Apply, FileContent, FileReader, FileTarget, KeyedDigest } from './file.types'
import { applyChanges } from './settings.rules'
import { announceChange } from './state.service'

const TOPIC = 'configuration-file'

/** Thrown inside a transaction to roll it back: someone else was faster. */
class Overtaken extends Error {}

/** What this instance last saw at the path. */
interface Seen {
  path: string
  content: string
  /** Milliseconds on the clock. */
  since: number
  handled: boolean
}

interface FileServiceDependencies {
  indexers: FileTarget
  programs: FileTarget
  transaction: Database['write']
  settings: Pick<Settings, 'get' | 'set' | 'put'>
  audit: Pick<Audit, 'record'>
  digest: KeyedDigest
  reader: FileReader
  database: Pick<Database, 'signals'>
  announce: Announce
  clock: () => Date
  log: Logger
}

interface Context extends FileServiceDependencies {
  wake: () => void
  seen: Seen | null
}

/**
 * Applies the configuration file to connections of every kind. A setting is applied only if its value in the file
 * differs from the one last applied, so that changes made in the interface or by a tracker are not undone.
 */
export function createFileService(dependencies: FileServiceDependencies) {
  const { call: wake, add: onWake } = createListeners()
  dependencies.database.signals.subscribe(TOPIC, () => wake())
  const context: Context = { ...dependencies, wake, seen: null }
  return { ...bind(context, { state, watchPath, look, close }), onWake }
}

async function state({ settings }: Context): Promise<ConfigurationFileDto> {
  const [path, stored] = await Promise.all([settings.get('indexer_file'), settings.get('indexer_file_state')])
  const { last_read, cause } = stored?.path === path && stored ? stored : { last_read: null, cause: null }
  return { path, last_read, last_error: cause && fileText(cause), cause }
}

async function record(context: Context, path: string, cause: FileCause | null): Promise<void> {
  const { clock, settings } = context
  const before = await state(context)
  const last_read = cause === null ? clock().toISOString() : before.last_read
  await settings.set('indexer_file_state', { path, last_read, cause })
  for (const table of ['indexers', 'connections'] as const) announceChange({ ...context, store: { table } })
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

/**
 * Adds to `taken` what the section is about.
 * @returns how to apply a section, null if nothing in it is new, or what is wrong.
 */
async function planOf(
  context: Context,
  path: string,
  { section, names, taken }: { section: FileSection; names: ReadonlySet<string>; taken: Set<string> },
): Promise<Apply | null | { fault: FileCause }> {
  const { driver, name } = section
  const target = context.indexers.drivers.includes(driver) ? context.indexers : context.programs
  const { id, state, digests: before, plan } = await target.find(section, names)
  // Two sections for one connection would undo each other.
  if (id !== null && taken.has(id)) {
    return { fault: settingCause('setting', name, issueAt('name', fault('taken')), section.line) }
  }
  if (id !== null) taken.add(id)
  const digests = await digestsOf(context, path, section)
  const settings = Object.keys(section.changes)
  const changed = settings.filter((setting) => before[setting] !== digests[setting])
  if (changed.length === 0) return null
  // What has been deleted since is set up again as a whole.
  const fresh = new Set(id === null ? settings : changed)
  const outcome = applyChanges(driver, state, changesToApply(section, state, fresh))
  if ('issues' in outcome) {
    const issue = outcome.issues[0] ?? issueAt('', fault('invalid'))
    return { fault: settingCause('settings_together', name, issue) }
  }
  const planned = await plan(outcome.state, { ...before, ...digests }, taken)
  if ('fault' in planned) return planned
  taken.add(planned.id)
  return planned.apply
}

/** Applies a whole file or none of it. @returns what is wrong with it. */
async function apply(context: Context, path: string, text: string): Promise<FileCause | null> {
  const { indexers, programs } = context
  const drivers = { indexers: indexers.drivers, programs: programs.drivers }
  const read = await readSections(text, drivers, yieldEvery())
  if ('fault' in read) return read.fault
  const names = new Set(read.sections.map(({ name }) => nameKey(name)))
  for (;;) {
    const plans: Apply[] = []
    const taken = new Set<string>()
    for (const section of read.sections) {
      const plan = await planOf(context, path, { section, names, taken })
      if (plan && 'fault' in plan) return plan.fault
      if (plan) plans.push(plan)
    }
    if (await applyAll(context, plans)) return null
  }
}

/** @returns false if someone else, or another instance, was faster. */
async function applyAll({ transaction }: Context, plans: readonly Apply[]): Promise<boolean> {
  try {
    await transaction(async (within) => {
      for (const plan of plans) if (!(await plan(within))) throw new Overtaken()
    })
    return true
  } catch (error) {
    if (error instanceof Overtaken) return false
    throw error
  }
}

async function outcomeOf(context: Context, path: string, content: FileContent): Promise<FileCause | null> {
  return content.kind === 'text' ? apply(context, path, content.text) : content.cause
}

/** Remembers the content at the path, and since when it is there. */
function remember(context: Context, path: string, content: string): Seen {
  const { clock } = context
  if (context.seen?.path !== path || context.seen.content !== content) {
    context.seen = { path, content, since: clock().getTime(), handled: false }
  }
  return context.seen
}

/**
 * Watches another file from now on, or none if null. Settings from the previous file are kept.
 * @throws AppError `beyond_api_key` for a key that expires.
 */
async function watchPath(context: Context, path: string | null, by: Actor): Promise<ConfigurationFileDto> {
  const { transaction, settings, audit, database, announce } = context
  by.refuseOutlasting()
  await transaction(async (within) => {
    await by.stillEntitled(within)
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
  // What cannot be read is said at once; whatever can is applied, or refused, by the job.
  const content = path === null ? null : await context.reader.read(path)
  if (path !== null && content?.kind === 'unreadable') await record(context, path, content.cause)
  database.signals.publish(TOPIC, '')
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
  const isFirst = context.seen?.path !== path
  const content = await reader.read(path)
  const current = remember(context, path, JSON.stringify(content))
  if (current.handled) return again(COMPARE_EVERY)
  const sameFor = clock().getTime() - current.since
  // A file that was there may be replaced at this moment; one that never was has just been named.
  const isMissing = isFirst && content.kind === 'unreadable'
  if (sameFor < SETTLED_AFTER && !isMissing) return again(SETTLED_AFTER - sameFor)
  const fault = await outcomeOf(context, path, content)
  if (fault !== null && sameFor < FAULTY_AFTER && !isMissing) return again(FAULTY_AFTER - sameFor)
  await record(context, path, fault)
  current.handled = true
  if (fault === null) log.info('Applied the configuration file {path}', { path })
  else log.warn('Rejected the configuration file {path}: {reason}', { path, reason: fileText(fault) })
  return again(COMPARE_EVERY)
}

/** Stops watching. */
function close({ reader, wake }: Context) {
  return reader.watch(null, wake)
}
