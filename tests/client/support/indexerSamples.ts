import type { ConfigurationEntryDto } from '#contract/connection-settings'
import type { IndexerDto, SearchableIndexerDto } from '#contract/indexers'

export function anEntry(
  entry: Partial<ConfigurationEntryDto> & Pick<ConfigurationEntryDto, 'name'>,
): ConfigurationEntryDto {
  return {
    description: `What ${entry.name} is for.`,
    default: null,
    required: false,
    type: 'str',
    secret: false,
    ...entry,
  }
}

export const PROWLARR_ENTRIES: ConfigurationEntryDto[] = [
  anEntry({ name: 'prowlarr_base_url', required: true }),
  anEntry({ name: 'prowlarr_api_key', required: true, secret: true }),
  anEntry({ name: 'prowlarr_categories', default: '3030' }),
  anEntry({ name: 'prowlarr_indexers', default: '', choice: 'searchable' }),
  anEntry({ name: 'prowlarr_source_ttl', default: 86_400, type: 'int', unit: 'seconds' }),
]

export const MYANONAMOUSE_ENTRIES: ConfigurationEntryDto[] = [
  anEntry({ name: 'mam_session_id', required: true, secret: true }),
  anEntry({ name: 'mam_ratio', default: 1.5, type: 'float' }),
  anEntry({ name: 'mam_vip', default: false, type: 'bool' }),
]

export function anIndexer(indexer: Partial<IndexerDto> = {}): IndexerDto {
  return {
    name: 'Prowlarr',
    enabled: true,
    settings: {
      prowlarr_base_url: 'http://prowlarr:9696',
      prowlarr_api_key: { set: true },
      prowlarr_categories: '3030',
      prowlarr_indexers: '',
      prowlarr_source_ttl: 86_400,
    },
    last_read: null,
    last_error: null,
    cause: null,
    status: null,
    ...indexer,
  }
}

export function aMyAnonamouse(indexer: Partial<IndexerDto> = {}): IndexerDto {
  return anIndexer({
    name: 'MyAnonamouse',
    enabled: false,
    settings: { mam_session_id: null, mam_ratio: null, mam_vip: false },
    ...indexer,
  })
}

export const SEARCHABLE: SearchableIndexerDto[] = [
  { id: 3, name: 'Audio Bay', protocol: 'torrent', enabled: true, chosen: true },
  { id: 5, name: 'Book Cellar', protocol: 'usenet', enabled: true, chosen: true },
  { id: 8, name: 'Old Tracker', protocol: 'torrent', enabled: false, chosen: false },
]
