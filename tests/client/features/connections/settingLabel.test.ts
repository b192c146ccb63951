import { describe, expect, it } from 'vitest'
import { settingLabel } from '#client/features/connections/settingLabel'

const NAMES = ['prowlarr_base_url', 'prowlarr_api_key', 'prowlarr_source_ttl']

describe('the label of a setting', () => {
  it('omits the word that all settings of the indexer begin with', () => {
    expect(NAMES.map((name) => settingLabel(name, NAMES))).toEqual(['Base URL', 'API key', 'Source TTL'])
  })

  it('keeps a first word that others do not share', () => {
    expect(settingLabel('base_url', ['base_url', 'passkey'])).toBe('Base URL')
  })

  it('keeps a name of one word, and the name of an only setting', () => {
    expect(settingLabel('passkey', ['passkey'])).toBe('Passkey')
    expect(settingLabel('session_id', ['session_id'])).toBe('Session ID')
  })
})
