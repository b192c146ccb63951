import { z } from 'zod'
import { line, timeSchema } from './common'
import { connectionStatusSchema } from './connection-status'
import { indexerTestSchema } from './connection-test'
import { fileCauseSchema } from './file-cause'
import { issueCode } from './issues'
import { operation } from './operation'

const SETTING_TYPES = ['str', 'int', 'float', 'bool'] as const
const settingTypeSchema = z.enum(SETTING_TYPES)

const settingValue = z.union([z.string(), z.number(), z.boolean()])

/** One setting of an indexer, for forms, files and programs. */
export const configurationEntrySchema = z
  .object({
    name: z.string(),
    description: z.string(),
    default: settingValue.nullable(),
    required: z.boolean(),
    type: settingTypeSchema,
    secret: z.boolean().meta({ description: 'Stored encrypted and never returned' }),
    unit: z
      .enum(['seconds'])
      .optional()
      .meta({ description: 'The unit of a number that is a length of time' }),
    example: z.string().optional().meta({ description: 'A typical value' }),
    choice: z
      .enum(['searchable'])
      .optional()
      .meta({ description: 'A comma-separated list of ids, as `/api/indexers/searchable` lists them' }),
  })
  .meta({ id: 'ConfigurationEntry' })
export type ConfigurationEntryDto = z.infer<typeof configurationEntrySchema>

export const indexerSchema = z
  .object({
    name: z.string(),
    enabled: z.boolean(),
    settings: z
      .record(z.string(), z.union([settingValue, z.object({ set: z.literal(true) }), z.null()]))
      .meta({ description: 'A secret that is set is { set: true }' }),
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

/** New values by setting name. Types are checked against the indexer's entries. */
export const indexerValues = z.record(z.string().min(1).max(100), z.union([settingValue, z.null()]))

/** Changed settings by name. Types are checked against the entries, which only the server knows. */
export const settingChanges = z.preprocess((value, context) => {
  // zod's record ignores this name, but unknown names have to be rejected.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    context.addIssue({ code: 'custom', path: ['__proto__'], message: issueCode('unknown_field') })
  }
  return value
}, indexerValues)
export const indexerChanges = settingChanges.meta({ id: 'IndexerChanges' })

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
  answers: { 200: { description: 'The result', schema: indexerTestSchema }, ...unknownIndexer },
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

const indexerFileSchema = z
  .object({
    path: z.string().nullable(),
    last_read: timeSchema.nullable(),
    last_error: z.string().nullable(),
    cause: fileCauseSchema.nullable(),
  })
  .meta({ id: 'IndexerFile' })
export type IndexerFileDto = z.infer<typeof indexerFileSchema>

export const getIndexerFile = operation({
  method: 'GET',
  path: '/api/settings/indexer-file',
  summary: 'The watched configuration file of the indexers',
  access: 'admin',
  answers: { 200: { description: 'Its path and state', schema: indexerFileSchema } },
})

const putIndexerFileBody = z
  .strictObject({
    path: line({ max: 4000 })
      .refine(
        (path) => path === '' || path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path),
        issueCode('not_an_absolute_path'),
      )
      .nullable()
      .transform((path) => (path === '' ? null : path)),
  })
  .meta({ id: 'PutIndexerFile' })

export const putIndexerFile = operation({
  method: 'PUT',
  path: '/api/settings/indexer-file',
  summary: 'Watch another configuration file, or none',
  access: 'admin',
  body: putIndexerFileBody,
  answers: { 200: { description: 'Its path and state', schema: indexerFileSchema } },
})
