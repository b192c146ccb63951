import { fault, type Fault } from '#contract/issues'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type { IntegrationSettings, SettingEntry } from '#server/domain/integrations/integrations.types'
import { numbersOf } from '#server/domain/integrations/list-setting.rules'

/** A year, in seconds. */
const LONGEST_TTL = 31_536_000

/** The settings that can be changed. */
export const ENTRIES = [
  {
    name: 'prowlarr_base_url',
    default: null,
    required: true,
    type: 'str',
    secret: false,
    example: 'http://prowlarr:9696',
  },
  {
    name: 'prowlarr_api_key',
    default: null,
    required: true,
    type: 'str',
    secret: true,
  },
  {
    name: 'prowlarr_categories',
    default: '3030',
    required: false,
    type: 'str',
    secret: false,
  },
  {
    name: 'prowlarr_source_ttl',
    default: 86_400,
    required: false,
    type: 'int',
    secret: false,
    unit: 'seconds',
  },
  {
    name: 'prowlarr_indexers',
    default: '',
    required: false,
    type: 'str',
    secret: false,
    choice: 'searchable',
  },
] as const satisfies readonly SettingEntry[]

/** The settings in the form the driver uses; an empty list means all. */
export function readSettings(values: IntegrationSettings) {
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
      // The key is sent in a header, which allows nothing else.
      return /^[\x21-\x7e]+$/.test(String(value)) ? null : fault('not_a_key')
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
