import { z } from 'zod'
import { line, timeSchema } from './common'
import { connectionStatusSchema } from './connection-status'
import { indexerTestSchema } from './connection-test'
import { fileCauseSchema } from './file-cause'
import { says } from './issues'
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
    secret: z.boolean().meta({ description: 'Stored encrypted and never answered' }),
    unit: z
      .enum(['seconds'])
      .optional()
      .meta({ description: 'What a number counts, where it is a length of time' }),
    example: z.string().optional().meta({ description: 'A value as it is often written' }),
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
const unknownIndexer = { 404: { description: 'No indexer of this name; case matters' } }

export const listIndexerConfigurations = operation({
  method: 'GET',
  path: '/api/indexers/configurations',
  summary: 'The settings every indexer has',
  access: 'admin',
  answers: {
    200: {
      description: 'Settings by name of the indexer, those that are off included',
      schema: z.record(z.string(), z.array(configurationEntrySchema)),
    },
  },
})

export const listIndexers = operation({
  method: 'GET',
  path: '/api/indexers',
  summary: 'The indexers with what is set',
  access: 'admin',
  answers: { 200: { description: 'The indexers', schema: z.array(indexerSchema) } },
})

/** New values by setting name. Types are checked against the indexer's entries. */
export const indexerValues = z.record(z.string().min(1).max(100), z.union([settingValue, z.null()]))

/** Types are checked against the entries, which only the server knows. */
export const settingChanges = z.preprocess((value, context) => {
  // A record ignores this name, but unknown names have to be rejected.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    context.addIssue({ code: 'custom', path: ['__proto__'], message: says('unknown_field') })
  }
  return value
}, indexerValues)
export const indexerChanges = settingChanges.meta({ id: 'IndexerChanges' })

export const patchIndexer = operation({
  method: 'PATCH',
  path: '/api/indexers/{indexer_name}',
  summary: 'Change settings of an indexer, or switch it on or off (enabled); null puts a default back',
  access: 'admin',
  params: indexerParams,
  body: indexerChanges,
  answers: { 204: { description: 'Changed' }, ...unknownIndexer },
})

export const testIndexer = operation({
  method: 'POST',
  path: '/api/indexers/{indexer_name}/test',
  summary: 'Try the connection, with settings that need not be stored; those left out are as stored',
  access: 'admin',
  params: indexerParams,
  body: indexerChanges,
  answers: { 200: { description: 'What was found', schema: indexerTestSchema }, ...unknownIndexer },
})

export const locateIndexer = operation({
  method: 'GET',
  path: '/api/indexers/{indexer_name}/address',
  summary: 'Where the service of an indexer answers, of the few places where it usually is',
  access: 'admin',
  params: indexerParams,
  answers: {
    200: {
      description: 'The setting of its address as it would be; empty where it was not found',
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
    chosen: z.boolean().meta({ description: 'Asked for releases' }),
  })
  .meta({ id: 'SearchableIndexer' })
export type SearchableIndexerDto = z.infer<typeof searchableIndexerSchema>

export const listSearchableIndexers = operation({
  method: 'GET',
  path: '/api/indexers/searchable',
  summary: 'The indexers that Prowlarr has',
  access: 'admin',
  answers: {
    200: { description: 'The indexers', schema: z.array(searchableIndexerSchema) },
    400: { description: 'Prowlarr is not configured' },
    502: { description: 'Prowlarr answered something else than its API, or refused the key' },
    503: { description: 'Prowlarr cannot be reached' },
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
        says('not_an_absolute_path'),
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
