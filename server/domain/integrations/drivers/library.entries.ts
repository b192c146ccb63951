import type { ConfigurationEntryDto } from '#contract/indexers'
import { fault, type Fault } from '#contract/issues'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type { IntegrationSettings } from '#server/domain/integrations/integrations.types'
import { listOf } from '#server/domain/integrations/list-setting.rules'

/** Descriptions of a media server's settings. */
export interface LibraryEntryTexts {
  service: string
  /** A sample address. */
  example: string
  /** What the key is, and where to find it. */
  key: string
  /** Which libraries are read if none are named. */
  all: string
}

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

/** The settings of a media server that is accessed with a key. */
export function libraryEntries({
  service,
  example,
  key,
  all,
}: LibraryEntryTexts): readonly ConfigurationEntryDto[] {
  return [
    {
      name: 'base_url',
      description: `Address of ${service}, including its path if it has one, such as ${example}`,
      default: null,
      required: true,
      type: 'str',
      secret: false,
      example,
    },
    { name: 'api_key', description: key, default: null, required: true, type: 'str', secret: true },
    {
      name: 'public_url',
      description: `Address where people open ${service}, if it is different`,
      default: '',
      required: false,
      type: 'str',
      secret: false,
    },
    {
      name: 'libraries',
      description: `Names of the libraries to read, separated by commas; leave empty to read ${all}`,
      default: '',
      required: false,
      type: 'str',
      secret: false,
    },
    {
      name: 'scan',
      description: `Have ${service} scan for new files when a download is complete`,
      default: true,
      required: false,
      type: 'bool',
      secret: false,
    },
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
