import type { ConfigurationEntryDto, ShownSettings } from '#contract/connection-settings'
import { settingHint } from '#contract/setting-words'
import { inEnglish } from '#contract/words/english'
import { issueAt } from '#contract/issue-words'
import { fault, type Fault, type IssueDto } from '#contract/issues'
import { originOf, losesSecret, isAllowedAt, type SecretOrigin } from '#server/upstream/secret-home.rules'
import type { ConnectionDriver, ConnectionSettings, SettingEntry } from './integrations.types'

/** A requested value; null restores the default. */
export type WantedValue = string | number | boolean | null
/** The stored differences from the defaults. */
export type StoredSettings = Readonly<Record<string, string | number | boolean>>

/** The state of one connection. */
export interface ConnectionState {
  enabled: boolean
  settings: StoredSettings
  /** The origins that secrets were entered for, by setting; for a missing one, the stored address applies. */
  homes: Readonly<Record<string, string>>
}

/** The state of what has not been set up. */
export const NOTHING_SET: ConnectionState = { enabled: false, settings: {}, homes: {} }

/** The declaration of a driver's settings, without its behaviour. */
export type Described = Pick<ConnectionDriver, 'name' | 'entries' | 'address' | 'issue'>

/** Maximum length of a setting, in UTF-16 code units: a tracker session has a few hundred. */
const MAX_TEXT = 8000
// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Every entry with its value: the stored one, otherwise the default. */
export function valuesOf(entries: readonly SettingEntry[], stored: StoredSettings): ConnectionSettings {
  return Object.fromEntries(entries.map(({ name, default: fallback }) => [name, stored[name] ?? fallback]))
}

/** The values without secrets that were entered for another address. */
export function valuesForOrigin(
  driver: Pick<ConnectionDriver, 'entries' | 'address'>,
  state: ConnectionState,
): ConnectionSettings {
  const values = valuesOf(driver.entries, state.settings)
  const address = addressOf(driver, state.settings)
  return Object.fromEntries(
    driver.entries.map(({ name, secret }) => {
      const value = values[name] ?? null
      return [name, secret && !isAllowedAt(originOfSecret(driver, state, name), address) ? null : value]
    }),
  )
}

/** The address of the service; empty if unset. */
export function addressOf(
  { entries, address }: Pick<ConnectionDriver, 'entries' | 'address'>,
  settings: StoredSettings,
): string {
  return String(valuesOf(entries, settings)[address] ?? '')
}

function originOfSecret(
  driver: Pick<ConnectionDriver, 'entries' | 'address'>,
  state: Pick<ConnectionState, 'settings' | 'homes'>,
  name: string,
): SecretOrigin {
  return state.homes[name] ?? originOf(addressOf(driver, state.settings))
}

/** Names of the required settings that have no value. */
export function missingSettings(entries: readonly SettingEntry[], values: ConnectionSettings): string[] {
  return entries
    .filter(({ name, required }) => required && (values[name] === null || values[name] === ''))
    .map(({ name }) => name)
}

/** A driver's entries with their descriptions, in English. */
export function describedEntries({
  name: service,
  entries,
}: Pick<ConnectionDriver, 'name' | 'entries'>): ConfigurationEntryDto[] {
  const names = entries.map(({ name }) => name)
  return entries.map(({ name, ...entry }) => {
    const description = settingHint(service, { name, ...entry }, names, inEnglish) ?? ''
    return { name, description, ...entry }
  })
}

/** The settings as shown to people. Of a secret, only whether it is set. */
export function shownSettings(entries: readonly SettingEntry[], values: ConnectionSettings): ShownSettings {
  const shown: ShownSettings = {}
  for (const { name, secret } of entries) {
    const value = values[name] ?? null
    const isSet = value !== null && value !== ''
    shown[name] = secret ? (isSet ? { set: true } : null) : value
  }
  return shown
}

/**
 * Applies changes to settings, all or none.
 * @returns the resulting state, or every issue.
 */
export function applyChanges(
  driver: Described,
  before: ConnectionState,
  changes: Readonly<Record<string, WantedValue>>,
): { state: ConnectionState } | { issues: IssueDto[] } {
  const issues: IssueDto[] = []
  const settings = new Map(Object.entries(before.settings))
  let { enabled } = before
  for (const [name, wanted] of Object.entries(changes)) {
    if (name === 'enabled') {
      const value = typed('bool', wanted)
      if (typeof value === 'boolean') enabled = value
      else issues.push(issueAt(name, fault('not_a_boolean')))
      continue
    }
    const entry = driver.entries.find((candidate) => candidate.name === name)
    const read = entry
      ? readValue(driver, entry, wanted)
      : { fault: fault('unknown_setting', { indexer: driver.name }) }
    if ('fault' in read) issues.push(issueAt(name, read.fault))
    else if (read.value === null || isDefault(read.value, entry)) settings.delete(name)
    else settings.set(name, read.value)
  }
  const moved = { before, settings: Object.fromEntries(settings), changes }
  const { homes, lost } = originsAfter(driver, moved)
  issues.push(...lost.map((path) => issueAt(path, fault('enter_again'))))
  const state = { enabled, settings: moved.settings, homes }
  if (enabled) {
    const wrong = new Set(issues.map(({ path }) => path))
    for (const path of missingSettings(driver.entries, valuesOf(driver.entries, state.settings))) {
      if (!wrong.has(path)) issues.push(issueAt(path, fault('required_while_on', { indexer: driver.name })))
    }
  }
  return issues.length > 0 ? { issues } : { state }
}

/**
 * The origins of secrets after a change: new secrets belong to the new address, kept ones to the previous
 * one.
 */
function originsAfter(
  driver: Pick<ConnectionDriver, 'entries' | 'address'>,
  change: {
    before: Pick<ConnectionState, 'settings' | 'homes'>
    settings: StoredSettings
    changes: Readonly<Record<string, WantedValue>>
  },
): { homes: Record<string, string>; lost: string[] } {
  const { before, settings, changes } = change
  const address = addressOf(driver, settings)
  const kept = driver.entries.filter(({ name, secret }) => secret && settings[name] !== undefined)
  const homes = kept.map(({ name }) => {
    const home = changes[name] === undefined ? originOfSecret(driver, before, name) : null
    return { name, home: home ?? originOf(address) }
  })
  return {
    homes: Object.fromEntries(homes.flatMap(({ name, home }) => (home === null ? [] : [[name, home]]))),
    lost: homes.filter(({ home }) => losesSecret(home, address)).map(({ name }) => name),
  }
}

/** An empty setting without a default counts as unset. */
function isDefault(value: string | number | boolean, entry: SettingEntry | undefined): boolean {
  return value === entry?.default || (value === '' && entry?.default === null)
}

/** Names of the settings that differ between two states, never their values, which may be secrets. */
export function changedNames(before: ConnectionState, after: ConnectionState): string[] {
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])
  const settings = [...names].filter((name) => before.settings[name] !== after.settings[name]).sort()
  return before.enabled === after.enabled ? settings : ['enabled', ...settings]
}

type Read = { value: string | number | boolean | null } | { fault: Fault }

function readValue(driver: Described, entry: SettingEntry, wanted: WantedValue): Read {
  if (wanted === null) return { value: null }
  const value = typed(entry.type, typeof wanted === 'string' ? wanted.trim() : wanted)
  const found = typeProblem(entry, value) ?? (value === '' ? null : driver.issue(entry.name, value))
  return found === null ? { value } : { fault: found }
}

/** Older clients send every setting as text: what a text says in the type of its setting. */
function typed<Value extends WantedValue>(
  type: SettingEntry['type'],
  value: Value,
): Value | boolean | number {
  if (typeof value !== 'string' || type === 'str') return value
  if (type !== 'bool') return /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? Number(value) : value
  if (value.toLowerCase() === 'true') return true
  return value.toLowerCase() === 'false' ? false : value
}

function typeProblem({ type }: SettingEntry, value: string | number | boolean): Fault | null {
  switch (type) {
    case 'str':
      if (typeof value !== 'string') return fault('not_text')
      if (value.length > MAX_TEXT) return fault('too_long', { maximum: MAX_TEXT })
      return CONTROL.test(value) || !value.isWellFormed() ? fault('not_one_line') : null
    case 'int':
      return Number.isSafeInteger(value) ? null : fault('not_a_whole_number')
    case 'float':
      return typeof value === 'number' ? null : fault('not_a_number')
    case 'bool':
      return typeof value === 'boolean' ? null : fault('not_a_boolean')
  }
}
