import type { ConfigurationEntryDto } from '#contract/indexers'
import { fault, type Fault } from '#contract/issues'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type { IntegrationSettings } from '#server/domain/integrations/integrations.types'

/** The settings that all download clients have. @param example a sample address. */
export function clientEntries(service: string, example: string) {
  const entry = (
    name: string,
    description: string,
    more: Partial<ConfigurationEntryDto> = {},
  ): ConfigurationEntryDto => ({
    name,
    description,
    default: null,
    required: false,
    type: 'str',
    secret: false,
    ...more,
  })
  return {
    address: entry(
      'base_url',
      `Address of ${service}, including its path if it has one, such as ${example}`,
      {
        required: true,
        example,
      },
    ),
    username: entry('username', `Username in ${service}; leave empty if it requires none`),
    password: entry('password', `Password in ${service}`, { secret: true }),
    category: entry(
      'category',
      `Category of audiobooks in ${service}: enter the one that Prowlarr assigns there. Earmark assigns it too and looks only at downloads that have it; leave empty to look at all of them and assign none`,
      { default: 'audiobooks' },
    ),
  }
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
