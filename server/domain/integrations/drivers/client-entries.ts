import { fault, type Fault } from '#contract/issues'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type { IntegrationSettings, SettingEntry } from '#server/domain/integrations/integrations.types'

const text = { default: null, required: false, type: 'str', secret: false } as const satisfies Omit<
  SettingEntry,
  'name'
>

/** The settings that all download clients have. @param example a sample address. */
export function clientEntries(example: string) {
  return {
    address: { ...text, name: 'base_url', required: true, example },
    username: { ...text, name: 'username' },
    password: { ...text, name: 'password', secret: true },
    apiKey: { ...text, name: 'api_key', secret: true },
    category: { ...text, name: 'category', default: 'audiobooks' },
  } satisfies Record<string, SettingEntry>
}

/** What is wrong with a setting of a download client, or null. */
export function clientIssue(setting: string, value: string | number | boolean): Fault | null {
  switch (setting) {
    case 'base_url':
      return addressProblem(String(value))
    case 'api_key':
      // The key is sent in a header, which allows nothing else.
      return /^[\x21-\x7e]+$/.test(String(value)) ? null : fault('not_a_key')
    default:
      return null
  }
}

/** A setting as text; empty if it is not set. */
export const textOf = (values: IntegrationSettings) => (name: string) => String(values[name] ?? '')
