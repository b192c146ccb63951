import { fault, type Fault } from '#contract/issues'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type { IntegrationSettings, SettingEntry } from '#server/domain/integrations/integrations.types'
import { listOf } from '#server/domain/integrations/list-setting.rules'

/** The settings of a media server. */
export interface LibrarySettings {
  baseUrl: string
  key: string
  /** Its public address, without a trailing slash. */
  openedAt: string
  /** Names or ids of libraries; empty for all. */
  chosen: readonly string[]
  scan: boolean
}

/** The settings of a media server that is accessed with a key. @param example a sample address. */
export function libraryEntries(example: string): readonly SettingEntry[] {
  const text = { default: '', required: false, type: 'str', secret: false } as const
  return [
    { ...text, name: 'base_url', default: null, required: true, example },
    { ...text, name: 'api_key', default: null, required: true, secret: true },
    { ...text, name: 'public_url' },
    { ...text, name: 'libraries' },
    { ...text, name: 'scan', default: true, type: 'bool' },
  ]
}

/** Reads the values of the settings from {@link libraryEntries}. */
export function librarySettingsOf(values: IntegrationSettings): LibrarySettings {
  const baseUrl = String(values['base_url'] ?? '')
  const openedAt = String(values['public_url'] ?? '') || baseUrl
  return {
    baseUrl,
    key: String(values['api_key'] ?? ''),
    openedAt: openedAt.replace(/\/+$/, ''),
    chosen: listOf(String(values['libraries'] ?? '')),
    scan: values['scan'] !== false,
  }
}

/** What is wrong with one of those settings, or null. */
export function librarySettingIssue(setting: string, value: string | number | boolean): Fault | null {
  switch (setting) {
    case 'base_url':
      return addressProblem(String(value))
    case 'public_url':
      return value === '' ? null : addressProblem(String(value))
    case 'api_key':
      // Sent in quotation marks in a header.
      return /^[\x21\x23-\x7e]+$/.test(String(value)) ? null : fault('not_a_key')
    default:
      return null
  }
}
