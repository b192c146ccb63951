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

/** The configuration file's section for one indexer. */
export interface FileSection {
  driver: Described
  changes: Readonly<Record<string, WantedValue>>
}

/** How long a file must stay unchanged before it is applied, in milliseconds. */
const SETTLED_AFTER = 300
/** How long an invalid file counts as possibly half-written, in milliseconds. */
const FAULTY_AFTER = 2500
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

/** @param lineAt returns the line of a member. */
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

/** Whether a text, ignoring typos, names an indexer as an indexer configuration file does, or is empty. */
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
 * The settings of a section to apply: those that are new in the file. If the section's address has moved to
 * another origin, its secrets are meant for that address and apply even if unchanged.
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

/** An invalid setting, as the reason for not applying the file. */
export function settingCause(
  code: 'setting' | 'settings_together',
  indexer: string,
  { path, code: issue, params }: IssueDto,
  line = 0,
): FileCause {
  return fileCause(code, { ...params, line, indexer, setting: shorten(path), issue })
}

/**
 * Whether to wait before applying a file, since one that is still being written will change again.
 * @param sameFor milliseconds since the file was first seen with this content.
 * @returns `wait` with the remaining milliseconds, or null to apply it now.
 */
export function timeToApply(sameFor: number): { wait: number } | null {
  return sameFor < SETTLED_AFTER ? { wait: SETTLED_AFTER - sameFor } : null
}

/** Whether to wait before rejecting a file as invalid, as in {@link timeToApply}. */
export function timeToReject(sameFor: number): { wait: number } | null {
  return sameFor < FAULTY_AFTER ? { wait: FAULTY_AFTER - sameFor } : null
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
