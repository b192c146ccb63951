import { example } from './example'
import { configurationEntrySchema } from './connection-settings'
import { indexerSchema, listSearchableIndexers, locateIndexer, patchIndexer } from './indexers'

example(configurationEntrySchema, {
  name: 'prowlarr_api_key',
  description: 'From Settings → General in Prowlarr',
  required: true,
  secret: true,
})
const settings = { prowlarr_base_url: 'http://prowlarr:9696' }
example(indexerSchema, {
  name: 'Prowlarr',
  enabled: true,
  settings: { ...settings, prowlarr_api_key: { set: true } },
  status: { reachable: true, last_ok_at: '2026-11-21T11:05:00.000Z' },
})
example(patchIndexer.body, { ...settings, enabled: true })
example(locateIndexer.answers[200].schema, { settings })
example(listSearchableIndexers.answers[200].schema.element, {
  name: 'Spoken Shelf',
  enabled: true,
  chosen: true,
})
