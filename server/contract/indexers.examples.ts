import { example } from './example'
import { fileCause, fileText } from './file-cause'
import {
  configurationEntrySchema,
  getIndexerFile,
  indexerChanges,
  indexerSchema,
  listSearchableIndexers,
  locateIndexer,
  putIndexerFile,
} from './indexers'

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
example(indexerChanges, { ...settings, enabled: true })
example(locateIndexer.answers[200].schema, { settings })
example(listSearchableIndexers.answers[200].schema.element, {
  name: 'Spoken Shelf',
  enabled: true,
  chosen: true,
})

const cause = fileCause('comma_expected', { line: 4, column: 5, close: '}' })
const path = '/config/indexers.json'
example(getIndexerFile.answers[200].schema, {
  path,
  last_read: '2026-11-21T09:30:00.000Z',
  last_error: fileText(cause),
  cause,
})
example(putIndexerFile.body, { path })
