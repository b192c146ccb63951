import { settingValues, type ConfigurationEntryDto, type ShownSettings } from '#contract/connection-settings'
import { issueCode, type IssueCode } from '#contract/issues'
import type { z } from 'zod'
import type { SecretDraft } from '#client/ui/forms/secretDraft'

/** A setting being edited. */
export type SettingDraft = string | boolean | SecretDraft
export type SettingsDraft = Record<string, SettingDraft>
/** New values by setting name. */
export type SettingChanges = z.input<typeof settingValues>

/** The settings of a connection as stored. */
export interface StoredSettings {
  settings: ShownSettings
}

/** @returns whether a secret is stored */
export function isSet({ settings }: StoredSettings, name: string): boolean {
  return typeof settings[name] === 'object' && settings[name] !== null
}

/** @returns whether all required settings are there, so that the service can be queried */
export function isComplete(entries: readonly ConfigurationEntryDto[], { settings }: StoredSettings): boolean {
  return entries.every(({ name, required }) => !required || Boolean(settings[name]))
}

/** @returns whether the changes complete the required settings: someone who saves those wants to use the service */
export function completes(
  entries: readonly ConfigurationEntryDto[],
  { settings }: StoredSettings,
  { enabled: _, ...changes }: SettingChanges,
): boolean {
  if (isComplete(entries, { settings })) return false
  return entries.every(
    ({ name, required }) => !required || Boolean(name in changes ? changes[name] : settings[name]),
  )
}

export function draftOf(
  entries: readonly ConfigurationEntryDto[],
  { settings }: StoredSettings,
): SettingsDraft {
  return Object.fromEntries(entries.map((entry) => [entry.name, settingDraft(entry, settings[entry.name])]))
}

function settingDraft(entry: ConfigurationEntryDto, stored: ShownSettings[string] | undefined) {
  if (entry.secret) return { kind: 'kept' } as const
  if (entry.type === 'bool') return (stored ?? entry.default) === true
  const value = stored ?? entry.default
  return value === null || typeof value === 'object' ? '' : String(value)
}

/** The body: only changes, so that two administrators do not undo each other's work. */
export function changesOf(
  entries: readonly ConfigurationEntryDto[],
  draft: SettingsDraft,
  stored: StoredSettings,
): SettingChanges {
  const before = draftOf(entries, stored)
  const changes = entries.flatMap((entry): [string, SettingChanges[string]][] => {
    const value = draft[entry.name]
    if (value === undefined || value === before[entry.name]) return []
    if (typeof value === 'boolean') return [[entry.name, value]]
    if (typeof value === 'string') return [[entry.name, typedValue(entry, value)]]
    if (value.kind === 'cleared') return [[entry.name, null]]
    return value.kind === 'replaced' && value.text !== '' ? [[entry.name, value.text]] : []
  })
  return Object.fromEntries(changes)
}

/**
 * A typed value in the setting's own type; text that should be a number stays text, to be rejected.
 * @returns null, which restores the default, for an empty field that requires a value
 */
function typedValue(entry: ConfigurationEntryDto, text: string): string | number | null {
  const { type, required, default: usual } = entry
  const trimmed = text.trim()
  if (trimmed === '') return type === 'str' && !required && usual !== null ? '' : null
  if (type !== 'int' && type !== 'float') return trimmed
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : trimmed
}

/**
 * The contract's schema with the types of these settings, which the contract does not know.
 * @param isNew whether nothing is stored yet, so that a required setting without a default must be filled in
 */
export function changesSchema(entries: () => readonly ConfigurationEntryDto[], isNew = false) {
  return settingValues.superRefine((changes, context) => {
    for (const { name, type, required, default: usual } of entries()) {
      const value = changes[name]
      if (value === undefined || value === null) {
        if (isNew && required && usual === null) complain(name, issueCode('required'))
        continue
      }
      if (type === 'int' && !Number.isInteger(value)) complain(name, issueCode('not_a_whole_number'))
      if (type === 'float' && typeof value !== 'number') complain(name, issueCode('not_a_number'))
    }
    function complain(name: string, message: IssueCode) {
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })
}
