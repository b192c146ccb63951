import { fault, type Fault } from '#contract/issues'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type { ConnectionSettings, SettingEntry } from '#server/domain/integrations/integrations.types'
import { numbersOf } from '#server/domain/integrations/list-setting.rules'
import { keyIssue, TEXT } from './service-settings'

/** A year, in seconds. */
const LONGEST_TTL = 31_536_000

/** Seconds that one indexer may take; below the limit of fetch itself, which is 300 s for the headers. */
const SEARCH_TIMEOUT = { default: 60, minimum: 10, maximum: 240 }

/** The settings that can be changed. */
export const ENTRIES = [
  { ...TEXT, name: 'prowlarr_base_url', required: true, example: 'http://prowlarr:9696' },
  { ...TEXT, name: 'prowlarr_api_key', required: true, secret: true },
  { ...TEXT, name: 'prowlarr_categories', default: '3030' },
  { ...TEXT, name: 'prowlarr_source_ttl', default: 86_400, type: 'int', unit: 'seconds' },
  {
    ...TEXT,
    name: 'prowlarr_search_timeout',
    default: SEARCH_TIMEOUT.default,
    type: 'int',
    unit: 'seconds',
  },
  { ...TEXT, name: 'prowlarr_indexers', default: '', choice: 'searchable' },
] as const satisfies readonly SettingEntry[]

/** The settings in the form the driver uses; an empty list means all. */
export function readSettings(values: ConnectionSettings) {
  const text = (name: (typeof ENTRIES)[number]['name']) => String(values[name] ?? '')
  return {
    at: { baseUrl: text('prowlarr_base_url'), apiKey: text('prowlarr_api_key') },
    categories: numbersOf(text('prowlarr_categories')) ?? [],
    chosen: numbersOf(text('prowlarr_indexers')) ?? [],
    /** In milliseconds. */
    searchTimeout: Number(values['prowlarr_search_timeout'] ?? SEARCH_TIMEOUT.default) * 1000,
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
      return secondsIssue(value, { minimum: 0, maximum: LONGEST_TTL })
    case 'prowlarr_search_timeout':
      return secondsIssue(value, SEARCH_TIMEOUT)
    default:
      return null
  }
}

function secondsIssue(
  value: string | number | boolean,
  { minimum, maximum }: { minimum: number; maximum: number },
): Fault | null {
  return Number(value) >= minimum && Number(value) <= maximum
    ? null
    : fault('not_seconds', { minimum, maximum })
}
