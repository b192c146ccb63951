import { z } from 'zod'
import { idParams, line, paging, timeSchema } from './common'
import { operation } from './operation'

/** Begins every API key. Makes one recognisable if it leaks into a log, and a token of a proxy distinguishable. */
export const API_KEY_PREFIX = 'earmark_'

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    created_at: timeSchema,
    last_used: timeSchema.nullable(),
    expires_at: timeSchema.nullable().meta({ description: 'When it stops working' }),
    read_only: z.boolean().meta({ description: 'Whether it is read-only' }),
  })
  .meta({ id: 'ApiKey' })
export type ApiKeyDto = z.infer<typeof apiKeySchema>

export const createApiKeyBody = z
  .strictObject({
    name: line({ min: 1, max: 100 }),
    expires_at: timeSchema
      .nullable()
      .optional()
      .default(null)
      .meta({ description: 'In the future; null: it never expires' }),
    read_only: z.boolean().optional().default(false),
  })
  .meta({ id: 'CreateApiKey' })
export type CreateApiKeyBody = z.output<typeof createApiKeyBody>
export const createdApiKey = z
  .object({ name: z.string(), key: z.string().meta({ description: 'Shown only once' }) })
  .meta({ id: 'CreatedApiKey' })

/** An API key as administrators see it. */
const userApiKeySchema = apiKeySchema
  .extend({ username: z.string().meta({ description: 'Whose it is' }) })
  .meta({ id: 'UserApiKey' })
export type UserApiKeyDto = z.infer<typeof userApiKeySchema>

export const userApiKeyListSchema = z
  .object({
    keys: z.array(userApiKeySchema),
    total: z.number().int().meta({ description: 'Number of matching keys, over all pages' }),
  })
  .meta({ id: 'UserApiKeyList' })
export type UserApiKeyListDto = z.infer<typeof userApiKeyListSchema>

const listUserApiKeysQuery = z.strictObject({
  q: line({ max: 100 }).optional().meta({ description: 'Part of a username or key name' }),
  ...paging(100),
})
export type ListUserApiKeysQuery = z.infer<typeof listUserApiKeysQuery>

export const listApiKeys = operation({
  method: 'GET',
  path: '/api/settings/account/api-keys',
  summary: 'Own API keys',
  access: 'any',
  answers: { 200: { description: 'The keys, without their values', schema: z.array(apiKeySchema) } },
})

export const createApiKey = operation({
  method: 'POST',
  path: '/api/settings/account/api-keys',
  summary: 'Create an API key',
  access: 'any',
  limit: 'api_key',
  body: createApiKeyBody,
  answers: {
    201: { description: 'The key, shown only once', schema: createdApiKey },
    403: { description: 'Requested with a key that expires earlier' },
    409: { description: 'The name is taken' },
  },
})

export const deleteApiKey = operation({
  method: 'DELETE',
  path: '/api/settings/account/api-keys/{id}',
  summary: 'Delete one of the caller’s API keys',
  access: 'any',
  params: idParams,
  answers: { 204: { description: 'Deleted' }, 404: { description: 'No such key' } },
})

export const toggleApiKey = operation({
  method: 'PATCH',
  path: '/api/settings/account/api-keys/{id}/toggle',
  summary: 'Enable or disable one of the caller’s API keys',
  access: 'any',
  params: idParams,
  answers: {
    204: { description: 'Toggled' },
    403: { description: 'Requested with a key that expires earlier' },
    404: { description: 'No such key' },
  },
})

export const listUserApiKeys = operation({
  method: 'GET',
  path: '/api/api-keys',
  summary: 'The API keys of all users, by username',
  access: 'admin',
  query: listUserApiKeysQuery,
  answers: {
    200: { description: 'A page of keys, without their values', schema: userApiKeyListSchema },
  },
})

export const revokeApiKey = operation({
  method: 'DELETE',
  path: '/api/api-keys/{id}',
  summary: 'Revoke an API key of any user',
  access: 'admin',
  params: idParams,
  answers: { 204: { description: 'Revoked' }, 404: { description: 'No such key' } },
})
