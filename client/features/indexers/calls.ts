import type {
  getIndexerFile,
  indexerValues,
  listIndexerConfigurations,
  listIndexers,
  listSearchableIndexers,
  patchIndexer,
  putIndexerFile,
  testIndexer,
} from '#contract/indexers'
import type { z } from 'zod'
import type { Http } from '#client/app/http'

export type IndexerChanges = z.input<typeof indexerValues>

/** Calls about the indexers, what is set for them, and the file that may set it. */
export function indexersApi(http: Http) {
  return {
    list: (signal: AbortSignal) =>
      http.call<typeof listIndexers>({ method: 'GET', path: '/api/indexers', signal }),
    configurations: (signal: AbortSignal) =>
      http.call<typeof listIndexerConfigurations>({
        method: 'GET',
        path: '/api/indexers/configurations',
        signal,
      }),
    /** Asks Prowlarr. */
    searchable: (signal: AbortSignal) =>
      http.call<typeof listSearchableIndexers>({ method: 'GET', path: '/api/indexers/searchable', signal }),
    change: (name: string, body: IndexerChanges) =>
      http.callForNothing<typeof patchIndexer>({
        method: 'PATCH',
        path: '/api/indexers/{indexer_name}',
        params: { indexer_name: name },
        body,
      }),
    /** Asks the service behind the indexer, which may take some seconds. */
    test: (name: string, body: IndexerChanges) =>
      http.call<typeof testIndexer>({
        method: 'POST',
        path: '/api/indexers/{indexer_name}/test',
        params: { indexer_name: name },
        body,
      }),
    file: (signal: AbortSignal) =>
      http.call<typeof getIndexerFile>({ method: 'GET', path: '/api/settings/indexer-file', signal }),
    watchFile: (body: z.input<typeof putIndexerFile.body>) =>
      http.call<typeof putIndexerFile>({ method: 'PUT', path: '/api/settings/indexer-file', body }),
  }
}
