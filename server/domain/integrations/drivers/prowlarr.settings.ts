import { fault, type Fault } from '#contract/issues'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type { ConnectionSettings, SettingEntry } from '#server/domain/integrations/integrations.types'
import { numbersOf } from '#server/domain/integrations/list-setting.rules'
import { keyIssue, TEXT } from './service-settings'

/** A year, in seconds. */
const LONGEST_TTL = 31_536_000

/** The settings that can be changed. */
export const ENTRIES = [
  { ...TEXT, name: 'prowlarr_base_url', required: true, example: 'http://prowlarr:9696' },
  { ...TEXT, name: 'prowlarr_api_key', required: true, secret: true },
  { ...TEXT, name: 'prowlarr_categories', default: '3030' },
  { ...TEXT, name: 'prowlarr_source_ttl', default: 86_400, type: 'int', unit: 'seconds' },
  { ...TEXT, name: 'prowlarr_indexers', default: '', choice: 'searchable' },
] as const satisfies readonly SettingEntry[]

/** The settings in the form the driver uses; an empty list means all. */
export function readSettings(values: ConnectionSettings) {
  const text = (name: (typeof ENTRIES)[number]['name']) => String(values[name] ?? '')
  return {
    at: { baseUrl: text('prowlarr_base_url'), apiKey: text('prowlarr_api_key') },
    categories: numbersOf(text('prowlarr_categories')) ?? [],
    chosen: numbersOf(text('prowlarr_indexers')) ?? [],
  }
}

/** What is wrong with a setting, or null. */
export function issue(setting: string, value: string | number | boolean): Fault | null {
  switch (setting) {
    case 'prowlarr_base_url':
      return addressProblem(String(value))
    case 'prowlarr_api_key':
      return keyIssue(value)
    case 'prowlarr_categories':
    case 'prowlarr_indexers':
      return numbersOf(String(value)) === null ? fault('not_numbers') : null
    case 'prowlarr_source_ttl':
      return Number(value) >= 0 && Number(value) <= LONGEST_TTL
        ? null
        : fault('not_seconds', { minimum: 0, maximum: LONGEST_TTL })
    default:
      return null
  }
}
