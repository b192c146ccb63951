import type { FileCause } from '#contract/file-cause'
import type {
  ConfigurationEntryDto,
  IndexerDto,
  IndexerFileDto,
  SearchableIndexerDto,
} from '#contract/indexers'
import { found, testAnswer, type IndexerTestDto } from '#contract/connection-test'

const configurationEntry: ConfigurationEntryDto = {
  name: 'prowlarr_api_key',
  description: 'From Settings → General in Prowlarr',
  default: null,
  required: true,
  type: 'str',
  secret: true,
}
const indexer: IndexerDto = {
  name: 'Prowlarr',
  enabled: true,
  settings: { prowlarr_base_url: 'http://prowlarr:9696', prowlarr_api_key: { set: true } },
  last_read: null,
  last_error: null,
  cause: null,
  status: {
    reachable: true,
    since: '2026-11-21T09:30:00.000Z',
    last_ok_at: '2026-11-21T11:05:00.000Z',
    last_failure_at: null,
    error: null,
    cause: null,
  },
}
const finding = found('indexers_asked', { server: 'Prowlarr 2.0.5', n: 3 })
const indexerTest: IndexerTestDto = testAnswer('ok', '2.0.5', finding)
const searchableIndexer: SearchableIndexerDto = {
  id: 1,
  name: 'Spoken Shelf',
  protocol: 'torrent',
  enabled: true,
  chosen: true,
}
const fileCause: FileCause = {
  code: 'comma_expected',
  params: { line: 4, column: 5, close: '}' },
}
const indexerFile: IndexerFileDto = {
  path: '/config/indexers.json',
  last_read: '2026-11-21T09:30:00.000Z',
  last_error: 'Line 4, column 5: a comma or } is expected.',
  cause: fileCause,
}

/** Examples of the indexers and their configuration file. */
export const indexerExamples: Readonly<Record<string, unknown>> = {
  ConfigurationEntry: configurationEntry,
  FileCause: fileCause,
  Indexer: indexer,
  IndexerChanges: { prowlarr_base_url: 'http://prowlarr:9696', enabled: true },
  IndexerFile: indexerFile,
  LocatedIndexer: { settings: { prowlarr_base_url: 'http://prowlarr:9696' } },
  IndexerTest: indexerTest,
  PutIndexerFile: { path: indexerFile.path },
  SearchableIndexer: searchableIndexer,
  TestFinding: finding,
}
