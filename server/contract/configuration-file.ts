import { z } from 'zod'
import { line, timeSchema } from './common'
import { fileCauseSchema } from './file-cause'
import { issueCode } from './issues'
import { operation } from './operation'

const configurationFileSchema = z
  .object({
    path: z.string().nullable(),
    last_read: timeSchema.nullable(),
    last_error: z.string().nullable(),
    cause: fileCauseSchema.nullable(),
  })
  .meta({ id: 'IndexerFile' })
export type ConfigurationFileDto = z.infer<typeof configurationFileSchema>

export const getIndexerFile = operation({
  method: 'GET',
  path: '/api/settings/indexer-file',
  summary: 'The watched configuration file',
  access: 'admin',
  answers: { 200: { description: 'Its path and state', schema: configurationFileSchema } },
})

const putIndexerFileBody = z
  .strictObject({
    path: line({ max: 4000 })
      .refine(
        (path) => path === '' || path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path),
        issueCode('not_an_absolute_path'),
      )
      .meta({ pattern: String.raw`^$|^/|^[A-Za-z]:[\\/]` })
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
  answers: { 200: { description: 'Its path and state', schema: configurationFileSchema } },
})
