import { connectionName } from '#contract/connections'
import { settingChanges } from '#contract/connection-settings'
import { fileCause, type FileCause } from '#contract/file-cause'
import { issueAt } from '#contract/issue-words'
import { fault, type IssueDto } from '#contract/issues'
import { findDeepNesting } from '#contract/json-nesting'
import { nameKey } from '#server/domain/name-key.rules'
import { originOf } from '#server/upstream/secret-home.rules'
import { readJson, readMembersOf, type Member } from '#server/domain/json-fault.rules'
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

type Read = { sections: FileSection[] } | { fault: FileCause }

/** A section as it is in the file. */
interface RawSection {
  name: string
  line: number
  /** Lists and objects, which no setting is, are empty. Undefined if the section is no object. */
  settings: Record<string, unknown> | undefined
  /** The lines of its settings by name, those of duplicates included. */
  lines: ReadonlyMap<string, number>
  /** A setting that is there twice. */
  duplicate: string | undefined
}

/**
 * Parses a configuration file. Whoever sets its path must not learn the contents of other files from error
 * messages: a file with another structure is not described at all, and one with this structure only by lines
 * and known names.
 * @param pause called all the time; lets others run if it is due.
 * @returns its sections, or what is wrong and where.
 */
export async function readSections(
  text: string,
  drivers: FileDrivers,
  pause: () => Promise<void>,
): Promise<Read> {
  const json = text.replace(/^\uFEFF/, '')
  if (json.trim() === '') return { fault: fileCause('empty') }
  const known = namesOf(drivers)
  if (!(await looksLikeOurs(json, known, pause))) {
    return { fault: fileCause('not_of_indexers', { known: known.join(', ') }) }
  }
  const deep = findDeepNesting(json)
  if (deep >= 0)
    return { fault: fileCause('nested_too_deeply', { line: json.slice(0, deep).split('\n').length }) }
  const broken = await withPauses(readJson(json), pause)
  if (broken) return { fault: broken }
  if (!json.trimStart().startsWith('{')) return { fault: fileCause('not_an_object') }
  const sections: FileSection[] = []
  const names = new Set<string>()
  for (const member of await withPauses(readMembersOf(json), pause)) {
    await pause()
    const read = readSection(await rawSection(json, member, pause), drivers, names)
    if ('fault' in read) return read
    sections.push(read)
  }
  return { sections }
}

/** How many steps of a reading go without asking whether to pause: a step takes less than asking. */
const STEPS = 64

async function withPauses<T>(reading: Generator<void, T, void>, pause: () => Promise<void>): Promise<T> {
  for (let count = 1; ; count += 1) {
    const step = reading.next()
    if (step.done === true) return step.value
    if (count % STEPS === 0) await pause()
  }
}

const namesOf = ({ indexers, programs }: FileDrivers) => [...indexers, ...programs].map(({ name }) => name)

async function rawSection(
  json: string,
  { name, line, value }: Member,
  pause: () => Promise<void>,
): Promise<RawSection> {
  const members = await withPauses(readMembersOf(json, value, line), pause)
  const lines = new Map<string, number>()
  let duplicate: string | undefined
  const entries: [string, unknown][] = []
  for (const member of members) {
    await pause()
    if (lines.has(member.name)) duplicate ??= member.name
    lines.set(member.name, member.line)
    const isScalar = !'[{'.includes(json[member.value] ?? '')
    entries.push([member.name, isScalar ? JSON.parse(json.slice(member.value, member.end)) : []])
  }
  const settings = json[value] === '{' ? Object.fromEntries(entries) : undefined
  return { name, line, settings, lines, duplicate }
}

/** @param names the keys of the sections before. */
function readSection(
  { name, line, settings: raw, lines, duplicate }: RawSection,
  drivers: FileDrivers,
  names: Set<string>,
): FileSection | { fault: FileCause } {
  const lineAt = (setting: string) => lines.get(setting) ?? line
  const found = driverOf(name, raw, drivers)
  if (!found) {
    const known = namesOf(drivers).join(', ')
    return { fault: fileCause('unknown_indexer', { line: lineAt('driver'), known }) }
  }
  const { driver, settings } = found
  if (settings === undefined) {
    return { fault: fileCause('not_settings', { line, indexer: driver.name }) }
  }
  const misnamed = nameIssue(name, names)
  if (misnamed) return { fault: settingCause('setting', driver.name, misnamed, line) }
  const section = settingChanges.safeParse(settings)
  const refused = (issue: IssueDto) => ({ fault: causeOfIssue(driver, issue, lineAt(issue.path)) })
  if (duplicate !== undefined) return refused(issueAt(duplicate, fault('listed_twice')))
  if (!section.success) return refused(noScalar(section.error))
  const issue = findIssue(driver, section.data)
  return issue ? refused(issue) : { name, driver, changes: section.data, line }
}

/** The driver of a section: the indexer of its name, or the program it names, else the one of its own name. */
function driverOf(
  name: string,
  value: Record<string, unknown> | undefined,
  { indexers, programs }: FileDrivers,
): { driver: Described; settings: Record<string, unknown> | undefined } | null {
  const indexer = indexers.find((candidate) => candidate.name === name)
  if (indexer) return { driver: indexer, settings: value }
  const { driver: wanted = name, ...settings } = value ?? {}
  const program = programs.find((candidate) => candidate.name === wanted)
  return program ? { driver: program, settings: value && settings } : null
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
async function looksLikeOurs(
  json: string,
  known: readonly string[],
  pause: () => Promise<void>,
): Promise<boolean> {
  const names = new Set(known.map((name) => name.toLowerCase()))
  if (/^\s*\{\s*\}\s*$/.test(json)) return true
  for (const [, name] of json.matchAll(/["']([A-Za-z]{1,40})["']/g)) {
    if (names.has((name ?? '').toLowerCase())) return true
    await pause()
  }
  return false
}

/** The cause for an issue. The name of an unknown setting is not repeated. */
function causeOfIssue(driver: Described, issue: IssueDto, line: number): FileCause {
  const known = issue.code === 'listed_twice' ? ['driver', ...settingsOf(driver)] : settingsOf(driver)
  const isKnown = known.includes(issue.path)
  const { name: indexer } = driver
  return isKnown
    ? settingCause('setting', indexer, issue, line)
    : fileCause('unknown_setting', { line, indexer, known: settingsOf(driver).join(', ') })
}

/** What a section for a driver may contain, the program's name aside. */
const settingsOf = ({ entries }: Described) => ['enabled', ...entries.map(({ name }) => name)]

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

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
