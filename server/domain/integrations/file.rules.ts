import { indexerChanges } from '#contract/indexers'
import { fileCause, type FileCause } from '#contract/file-cause'
import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import { findDeepNesting } from '#contract/json-nesting'
import { homeOf } from '#server/upstream/secret-home.rules'
import { findJsonFault, lineOf } from './json-fault.rules'
import {
  addressOf,
  applyChanges,
  type Described,
  type IntegrationState,
  type WantedValue,
} from './settings.rules'

/** What the configuration file says of one indexer. */
export interface FileSection {
  driver: Described
  changes: Readonly<Record<string, WantedValue>>
}

/** How long a file must stay as it is before it is applied, in milliseconds. */
const SETTLED_AFTER = 300
/** How long a file that cannot be applied may be half-written, in milliseconds. */
const FAULTY_AFTER = 2500
/** How often the file is compared with what was last read, in milliseconds: some mounts tell of no change. */
export const COMPARE_EVERY = 10_000

/**
 * Reads the text of a configuration file. Whoever may name a file must not read others by what is said of it: of
 * a file that is not of this form nothing is told, and of one that is only lines and names that are known anyway.
 * @returns its sections, or what is wrong with it and where.
 */
export function readSections(
  text: string,
  drivers: readonly Described[],
): { sections: FileSection[] } | { fault: FileCause } {
  const json = text.replace(/^\uFEFF/, '')
  if (json.trim() === '') return { fault: fileCause('empty') }
  const known = drivers.map(({ name }) => name)
  if (!looksLikeOurs(json, known)) {
    return { fault: fileCause('not_of_indexers', { known: known.join(' or ') }) }
  }
  const deep = findDeepNesting(json)
  if (deep >= 0)
    return { fault: fileCause('nested_too_deeply', { line: json.slice(0, deep).split('\n').length }) }
  const broken = findJsonFault(json)
  if (broken) return { fault: broken }
  const content: unknown = JSON.parse(json)
  if (!isObject(content)) return { fault: fileCause('not_an_object') }
  return readObject(content, drivers, (...path) => lineOf(json, path))
}

/** @param lineAt the line of a member. */
function readObject(
  content: Record<string, unknown>,
  drivers: readonly Described[],
  lineAt: (...path: string[]) => number,
): { sections: FileSection[] } | { fault: FileCause } {
  const sections: FileSection[] = []
  for (const [name, value] of Object.entries(content)) {
    const driver = drivers.find((candidate) => candidate.name === name)
    if (!driver) {
      const known = drivers.map((candidate) => candidate.name).join(', ')
      return { fault: fileCause('unknown_indexer', { line: lineAt(name), known }) }
    }
    if (!isObject(value)) {
      return { fault: fileCause('not_settings', { line: lineAt(name), indexer: name }) }
    }
    const section = indexerChanges.safeParse(value)
    const issue = section.success ? findIssue(driver, section.data) : noScalar(section.error)
    if (issue) return { fault: causeOfIssue(driver, issue, lineAt(name, issue.path)) }
    if (section.success) sections.push({ driver, changes: section.data })
  }
  return { sections }
}

function noScalar(error: { issues: readonly { path: readonly PropertyKey[] }[] }): IssueDto {
  const path = String(error.issues[0]?.path[0] ?? '')
  return issueAt(path, fault('not_a_value'))
}

/** Whether a text names an indexer as a file of indexers does, or says nothing; slips in it do not matter. */
function looksLikeOurs(json: string, known: readonly string[]): boolean {
  const names = new Set(known.map((name) => name.toLowerCase()))
  if (/^\s*\{\s*\}\s*$/.test(json)) return true
  return [...json.matchAll(/["']([A-Za-z]{1,40})["']/g)].some(([, name]) =>
    names.has((name ?? '').toLowerCase()),
  )
}

/** A name that is no setting is not repeated. */
function causeOfIssue(driver: Described, issue: IssueDto, line: number): FileCause {
  const isKnown = issue.path === 'enabled' || driver.entries.some(({ name }) => name === issue.path)
  const { name: indexer } = driver
  return isKnown
    ? settingCause('setting', indexer, issue, line)
    : fileCause('unknown_setting', { line, indexer })
}

/**
 * What of a section is applied: the settings that are new in the file. Where its address leads to another origin,
 * its secrets are those for that address, also when they stand there as before.
 * @param fresh names of the settings that are new in the file.
 */
export function changesToApply(
  { driver, changes }: FileSection,
  state: IntegrationState,
  fresh: ReadonlySet<string>,
): Record<string, WantedValue> {
  const address = changes[driver.address]
  const moves =
    typeof address === 'string' &&
    fresh.has(driver.address) &&
    homeOf(address) !== homeOf(addressOf(driver, state.settings))
  const secrets = new Set(driver.entries.filter(({ secret }) => secret).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => fresh.has(name) || (moves && secrets.has(name))),
  )
}

/** What is wrong with a setting of an indexer, as why the file is not applied. */
export function settingCause(
  code: 'setting' | 'settings_together',
  indexer: string,
  { path, code: issue, params }: IssueDto,
  line = 0,
): FileCause {
  return fileCause(code, { ...params, line, indexer, setting: shorten(path), issue })
}

/**
 * When a file is dealt with that has been the same for a while: a file that is being written changes again.
 * @param sameFor milliseconds since it was first seen like this.
 * @returns `wait` with the milliseconds until then.
 */
export function timeToApply(sameFor: number): { wait: number } | null {
  return sameFor < SETTLED_AFTER ? { wait: SETTLED_AFTER - sameFor } : null
}

/** The same for declaring it faulty. */
export function timeToReject(sameFor: number): { wait: number } | null {
  return sameFor < FAULTY_AFTER ? { wait: FAULTY_AFTER - sameFor } : null
}

/** Values are checked whether or not they are applied; what is missing is looked at when they are. */
function findIssue(
  driver: Described,
  { enabled = false, ...settings }: FileSection['changes'],
): IssueDto | null {
  if (typeof enabled !== 'boolean') return issueAt('enabled', fault('not_a_boolean'))
  const outcome = applyChanges(driver, { enabled: false, settings: {}, homes: {} }, settings)
  return 'issues' in outcome ? (outcome.issues[0] ?? null) : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
