import { z } from 'zod'
import { line, timeSchema } from './common'
import { configurationEntrySchema, settingChanges, shownSettingsSchema } from './connection-settings'
import { connectionStatusSchema } from './connection-status'
import { connectionTestSchema } from './connection-test'
import { fileCauseSchema } from './file-cause'
import { operation } from './operation'

export const indexerSchema = z
  .object({
    name: z.string(),
    enabled: z.boolean(),
    settings: shownSettingsSchema,
    last_read: timeSchema.nullable().meta({ description: 'When the configuration file was last applied' }),
    last_error: z.string().nullable().meta({ description: 'Why the configuration file was not applied' }),
    cause: fileCauseSchema.nullable(),
    status: connectionStatusSchema,
  })
  .meta({ id: 'Indexer' })
export type IndexerDto = z.infer<typeof indexerSchema>

const indexerParams = z.object({ indexer_name: line({ min: 1, max: 100 }) })
const unknownIndexer = { 404: { description: 'No indexer with this name; case matters' } }

export const listIndexerConfigurations = operation({
  method: 'GET',
  path: '/api/indexers/configurations',
  summary: 'The settings every indexer has',
  access: 'admin',
  answers: {
    200: {
      description: 'Settings by indexer name, including disabled indexers',
      schema: z.record(z.string(), z.array(configurationEntrySchema)),
    },
  },
})

export const listIndexers = operation({
  method: 'GET',
  path: '/api/indexers',
  summary: 'The indexers with their settings',
  access: 'admin',
  answers: { 200: { description: 'The indexers', schema: z.array(indexerSchema) } },
})

const indexerChanges = settingChanges.meta({ id: 'IndexerChanges' })

export const patchIndexer = operation({
  method: 'PATCH',
  path: '/api/indexers/{indexer_name}',
  summary: 'Change an indexer’s settings, or turn it on or off (enabled); null restores a default',
  access: 'admin',
  params: indexerParams,
  body: indexerChanges,
  answers: { 204: { description: 'Changed' }, ...unknownIndexer },
})

export const testIndexer = operation({
  method: 'POST',
  path: '/api/indexers/{indexer_name}/test',
  summary:
    'Test the connection, also with settings that are not stored; omitted ones are taken from the stored settings',
  access: 'admin',
  params: indexerParams,
  body: indexerChanges,
  answers: { 200: { description: 'The result', schema: connectionTestSchema }, ...unknownIndexer },
})

export const locateIndexer = operation({
  method: 'GET',
  path: '/api/indexers/{indexer_name}/address',
  summary: 'The first of an indexer’s usual addresses that answers',
  access: 'admin',
  params: indexerParams,
  answers: {
    200: {
      description: 'The address setting to use; empty if it was not found',
      schema: z.object({ settings: z.record(z.string(), z.string()) }).meta({ id: 'LocatedIndexer' }),
    },
    ...unknownIndexer,
  },
})

/** The indexers behind the search service, for selecting and ordering them. */
const searchableIndexerSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    protocol: z.enum(['torrent', 'usenet', 'unknown']),
    enabled: z.boolean(),
    chosen: z.boolean().meta({ description: 'Searched for releases' }),
  })
  .meta({ id: 'SearchableIndexer' })
export type SearchableIndexerDto = z.infer<typeof searchableIndexerSchema>

export const listSearchableIndexers = operation({
  method: 'GET',
  path: '/api/indexers/searchable',
  summary: 'The indexers of the search service',
  access: 'admin',
  answers: {
    200: { description: 'The indexers', schema: z.array(searchableIndexerSchema) },
    400: { description: 'The search service is not configured' },
    502: { description: 'Something other than the search service answered, or it refused the key' },
    503: { description: 'The search service cannot be reached' },
  },
})
