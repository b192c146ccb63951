import { z } from 'zod'
import { idParams, line } from './common'
import { connectionStatusSchema } from './connection-status'
import { connectionTestSchema } from './connection-test'
import { configurationEntrySchema, settingChanges, shownSettingsSchema } from './connection-settings'
import { operation } from './operation'

const CONNECTION_KINDS = ['download_client', 'library'] as const
const connectionKindSchema = z.enum(CONNECTION_KINDS).meta({ id: 'ConnectionKind' })
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** A program that can be connected, with its settings. */
export const connectionDriverSchema = z
  .object({
    driver: z.string().meta({ description: 'Name of the program, such as qBittorrent' }),
    kind: connectionKindSchema,
    protocol: z
      .enum(['torrent', 'usenet'])
      .nullable()
      .meta({ description: 'The protocol that a download client handles; null for a library' }),
    address: z.string().meta({ description: 'The setting with the program’s address' }),
    entries: z.array(configurationEntrySchema),
  })
  .meta({ id: 'ConnectionDriver' })
export type ConnectionDriverDto = z.infer<typeof connectionDriverSchema>

export const connectionSchema = z
  .object({
    id: z.string(),
    kind: connectionKindSchema,
    driver: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    priority: z.number().int().meta({ description: 'Its position among those of its kind; 1 is used first' }),
    settings: shownSettingsSchema,
    status: connectionStatusSchema,
  })
  .meta({ id: 'Connection' })
export type ConnectionDto = z.infer<typeof connectionSchema>

export const connectionName = line({ min: 1, max: 100 })
const settings = settingChanges.meta({
  description: 'By setting name, with the types of the entries; null restores the default',
})

const taken = { 409: { description: 'The name is taken' } }
const missing = { 404: { description: 'No such connection' } }

export const listConnections = operation({
  method: 'GET',
  path: '/api/connections',
  summary: 'The download clients and libraries with their settings, in order of priority',
  access: 'admin',
  answers: { 200: { description: 'The connections', schema: z.array(connectionSchema) } },
})

export const listConnectionDrivers = operation({
  method: 'GET',
  path: '/api/connections/drivers',
  summary: 'The supported programs, with the settings of each',
  access: 'admin',
  answers: { 200: { description: 'The programs', schema: z.array(connectionDriverSchema) } },
})

const createConnectionBody = z
  .strictObject({
    driver: connectionName,
    name: connectionName,
    enabled: z.boolean().optional().default(true),
    settings,
  })
  .meta({ id: 'CreateConnection' })
export type CreateConnectionBody = z.infer<typeof createConnectionBody>

export const createConnection = operation({
  method: 'POST',
  path: '/api/connections',
  summary: 'Add a connection; it comes last among those of its kind',
  access: 'admin',
  body: createConnectionBody,
  answers: { 201: { description: 'The connection', schema: connectionSchema }, ...taken },
})

const patchConnectionBody = z
  .strictObject({
    name: connectionName.optional(),
    enabled: z.boolean().optional(),
    priority: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Moves it to that position among those of its kind' }),
    settings: settings.optional(),
  })
  .meta({ id: 'PatchConnection' })
export type PatchConnectionBody = z.infer<typeof patchConnectionBody>

export const patchConnection = operation({
  method: 'PATCH',
  path: '/api/connections/{id}',
  summary: 'Change a connection; omitted fields and settings stay as they are',
  access: 'admin',
  params: idParams,
  body: patchConnectionBody,
  answers: { 200: { description: 'The connection', schema: connectionSchema }, ...missing, ...taken },
})

export const deleteConnection = operation({
  method: 'DELETE',
  path: '/api/connections/{id}',
  summary: 'Remove a connection; nothing changes in the program itself',
  access: 'admin',
  params: idParams,
  answers: { 204: { description: 'Removed' }, ...missing },
})

const testConnectionBody = z
  .strictObject({
    driver: connectionName,
    settings,
    id: idParams.shape.id
      .optional()
      .meta({ description: 'Omitted settings are taken from this stored connection' }),
  })
  .meta({ id: 'TestConnection' })
export type TestConnectionBody = z.infer<typeof testConnectionBody>

export const testConnection = operation({
  method: 'POST',
  path: '/api/connections/test',
  summary: 'Test a connection, also with settings that are not stored',
  access: 'admin',
  body: testConnectionBody,
  answers: { 200: { description: 'The result', schema: connectionTestSchema }, ...missing },
})
