import { connectionName } from '#contract/connections'
import { settingChanges } from '#contract/connection-settings'
import { fileCause, type FileCause } from '#contract/file-cause'
import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import { findDeepNesting } from '#contract/json-nesting'
import { nameKey } from '#server/domain/name-key.rules'
import { originOf } from '#server/upstream/secret-home.rules'
import { findJsonFault, lineOf, linesOfMembers } from '#server/domain/json-fault.rules'
import {
  addressOf,
  applyChanges,
  type Described,
  type ConnectionState,
  type WantedValue,
} from './settings.rules'

/** The configuration file's section for one connection. */
export interface FileSection {
  /** The name of the indexer, or of the connection to a program. */
  name: string
  driver: Described
  changes: Readonly<Record<string, WantedValue>>
  /** Where it begins. */
  line: number
}

/** What a configuration file can set up: one connection to each indexer, any number to each program. */
interface FileDrivers {
  indexers: readonly Described[]
  programs: readonly Described[]
}

/** How long a file must stay unchanged before it is applied, in milliseconds. */
export const SETTLED_AFTER = 300
/** How long an invalid file counts as possibly half-written, in milliseconds. */
export const FAULTY_AFTER = 2500
/** Milliseconds between comparisons with the last content read, because some mounts report no changes. */
export const COMPARE_EVERY = 10_000

/**
 * Parses a configuration file. Whoever sets its path must not learn the contents of other files from error
 * messages: a file with another structure is not described at all, and one with this structure only by lines
 * and known names.
 * @returns its sections, or what is wrong and where.
 */
export function readSections(
  text: string,
  drivers: FileDrivers,
): { sections: FileSection[] } | { fault: FileCause } {
  const json = text.replace(/^\uFEFF/, '')
  if (json.trim() === '') return { fault: fileCause('empty') }
  const known = namesOf(drivers)
  if (!looksLikeOurs(json, known)) return { fault: fileCause('not_of_indexers', { known: known.join(', ') }) }
  const deep = findDeepNesting(json)
  if (deep >= 0)
    return { fault: fileCause('nested_too_deeply', { line: json.slice(0, deep).split('\n').length }) }
  const broken = findJsonFault(json)
  if (broken) return { fault: broken }
  const content: unknown = JSON.parse(json)
  if (!isObject(content)) return { fault: fileCause('not_an_object') }
  const lines = linesOfMembers(json)
  return readObject(content, drivers, (name, ...path) =>
    path.length === 0 ? (lines.get(name) ?? 1) : lineOf(json, [name, ...path]),
  )
}

const namesOf = ({ indexers, programs }: FileDrivers) => [...indexers, ...programs].map(({ name }) => name)

/** @param lineAt returns the line of a member. */
function readObject(
  content: Record<string, unknown>,
  drivers: FileDrivers,
  lineAt: (name: string, ...path: string[]) => number,
): { sections: FileSection[] } | { fault: FileCause } {
  const sections: FileSection[] = []
  const names = new Set<string>()
  for (const [name, value] of Object.entries(content)) {
    const found = driverOf(name, value, drivers)
    if (!found) {
      const known = namesOf(drivers).join(', ')
      return { fault: fileCause('unknown_indexer', { line: lineAt(name, 'driver'), known }) }
    }
    const { driver, settings } = found
    if (!isObject(settings)) {
      return { fault: fileCause('not_settings', { line: lineAt(name), indexer: driver.name }) }
    }
    const misnamed = nameIssue(name, names)
    if (misnamed) return { fault: settingCause('setting', driver.name, misnamed, lineAt(name)) }
    const section = settingChanges.safeParse(settings)
    const issue = section.success ? findIssue(driver, section.data) : noScalar(section.error)
    if (issue) return { fault: causeOfIssue(driver, issue, lineAt(name, issue.path)) }
    if (section.success) sections.push({ name, driver, changes: section.data, line: lineAt(name) })
  }
  return { sections }
}

/** The driver of a section: the indexer of its name, or the program it names, else the one of its own name. */
function driverOf(
  name: string,
  value: unknown,
  { indexers, programs }: FileDrivers,
): { driver: Described; settings: unknown } | null {
  const indexer = indexers.find((candidate) => candidate.name === name)
  if (indexer) return { driver: indexer, settings: value }
  const { driver: wanted = name, ...settings } = isObject(value) ? value : {}
  const program = programs.find((candidate) => candidate.name === wanted)
  return program ? { driver: program, settings: isObject(value) ? settings : value } : null
}

/** @param names the keys of those before. */
function nameIssue(name: string, names: Set<string>): IssueDto | null {
  if (connectionName.safeParse(name).data !== name) return issueAt('name', fault('not_one_line'))
  const key = nameKey(name)
  if (names.has(key)) return issueAt('name', fault('taken'))
  // A name that no object can have as a member of its own.
  if (key === '__proto__') return issueAt('name', fault('invalid'))
  names.add(key)
  return null
}

function noScalar(error: { issues: readonly { path: readonly PropertyKey[] }[] }): IssueDto {
  const path = String(error.issues[0]?.path[0] ?? '')
  return issueAt(path, fault('not_a_value'))
}

/** Whether a text, ignoring typos, names an indexer or a program as a configuration file does, or is empty. */
function looksLikeOurs(json: string, known: readonly string[]): boolean {
  const names = new Set(known.map((name) => name.toLowerCase()))
  if (/^\s*\{\s*\}\s*$/.test(json)) return true
  return [...json.matchAll(/["']([A-Za-z]{1,40})["']/g)].some(([, name]) =>
    names.has((name ?? '').toLowerCase()),
  )
}

/** The cause for an issue. The name of an unknown setting is not repeated. */
function causeOfIssue(driver: Described, issue: IssueDto, line: number): FileCause {
  const isKnown = issue.path === 'enabled' || driver.entries.some(({ name }) => name === issue.path)
  const { name: indexer } = driver
  return isKnown
    ? settingCause('setting', indexer, issue, line)
    : fileCause('unknown_setting', { line, indexer })
}

/**
 * The settings of a section to apply: those that are new in the file. Secrets are meant for the section's address:
 * if that has moved to another origin, they apply even if unchanged; if the address in use was changed elsewhere, they
 * do not apply, because they would be sent to it.
 * @param fresh names of the settings that are new in the file.
 */
export function changesToApply(
  { driver, changes }: FileSection,
  state: ConnectionState,
  fresh: ReadonlySet<string>,
): Record<string, WantedValue> {
  const address = changes[driver.address]
  const isElsewhere =
    typeof address === 'string' && originOf(address) !== originOf(addressOf(driver, state.settings))
  const secrets = new Set(driver.entries.filter(({ secret }) => secret).map(({ name }) => name))
  const applies = (name: string) =>
    isElsewhere && secrets.has(name) ? fresh.has(driver.address) : fresh.has(name)
  return Object.fromEntries(Object.entries(changes).filter(([name]) => applies(name)))
}

/** An invalid setting, as the reason for not applying the file. */
export function settingCause(
  code: 'setting' | 'settings_together',
  indexer: string,
  { path, code: issue, params }: IssueDto,
  line = 0,
): FileCause {
  return fileCause(code, { ...params, line, indexer, setting: shorten(path), issue })
}

/** Checks all values, applied or not. Completeness is checked when they are applied. */
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
