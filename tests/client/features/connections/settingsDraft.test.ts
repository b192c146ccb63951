import { describe, expect, it } from 'vitest'
import type { SettingsDraft } from '#client/features/connections/settingsDraft'
import { changesOf, changesSchema, draftOf } from '#client/features/connections/settingsDraft'
import {
  aMyAnonamouse,
  anIndexer,
  MYANONAMOUSE_ENTRIES,
  PROWLARR_ENTRIES,
} from '#tests/client/support/indexerSamples'

function changes(typed: SettingsDraft) {
  const indexer = anIndexer()
  return changesOf(PROWLARR_ENTRIES, { ...draftOf(PROWLARR_ENTRIES, indexer), ...typed }, indexer)
}

describe('a settings form', () => {
  it('shows defaults like other values, and no secret', () => {
    expect(draftOf(PROWLARR_ENTRIES, anIndexer())).toEqual({
      prowlarr_base_url: 'http://prowlarr:9696',
      prowlarr_api_key: { kind: 'kept' },
      prowlarr_categories: '3030',
      prowlarr_indexers: '',
      prowlarr_source_ttl: '86400',
    })
  })

  it('shows a switch as its default until it is set', () => {
    const indexer = aMyAnonamouse({ settings: {} })
    expect(draftOf(MYANONAMOUSE_ENTRIES, indexer)).toMatchObject({ mam_ratio: '1.5', mam_vip: false })
  })
})

describe('the request', () => {
  it('is empty if nothing was changed', () => {
    expect(changes({})).toEqual({})
  })

  it('has each setting in its own type', () => {
    expect(changes({ prowlarr_categories: ' 3030, 3000 ', prowlarr_source_ttl: '60' })).toEqual({
      prowlarr_categories: '3030, 3000',
      prowlarr_source_ttl: 60,
    })
  })

  it('restores the default for an empty required setting', () => {
    expect(changes({ prowlarr_base_url: '' })).toEqual({ prowlarr_base_url: null })
    expect(changes({ prowlarr_source_ttl: '' })).toEqual({ prowlarr_source_ttl: null })
  })

  it('contains an empty text if that differs from the default', () => {
    expect(changes({ prowlarr_categories: '' })).toEqual({ prowlarr_categories: '' })
  })

  it('contains a secret only if it is replaced or cleared', () => {
    expect(changes({ prowlarr_api_key: { kind: 'replaced', text: '' } })).toEqual({})
    expect(changes({ prowlarr_api_key: { kind: 'replaced', text: 'new' } })).toEqual({
      prowlarr_api_key: 'new',
    })
    expect(changes({ prowlarr_api_key: { kind: 'cleared' } })).toEqual({ prowlarr_api_key: null })
  })

  it('is refused if a number is invalid', () => {
    const faults = (typed: SettingsDraft) =>
      changesSchema(() => PROWLARR_ENTRIES)
        .safeParse(changes(typed))
        .error?.issues.map(({ path, message }) => [path.join('.'), message])
    expect(faults({ prowlarr_source_ttl: 'soon' })).toEqual([['prowlarr_source_ttl', 'not_a_whole_number']])
    expect(faults({ prowlarr_source_ttl: '1.5' })).toEqual([['prowlarr_source_ttl', 'not_a_whole_number']])
    expect(faults({ prowlarr_source_ttl: '60' })).toBeUndefined()
  })

  it('may contain a fraction if the setting allows it', () => {
    const schema = changesSchema(() => MYANONAMOUSE_ENTRIES)
    expect(schema.safeParse({ mam_ratio: 0.5 }).success).toBe(true)
    expect(schema.safeParse({ mam_ratio: 'half' }).success).toBe(false)
  })
})
