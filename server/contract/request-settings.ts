import { z } from 'zod'
import { approvalSettingsSchema } from './approval'
import { operation } from './operation'
import { roleQuotasSchema } from './quotas'

/** The settings for requests. */
export const requestSettingsSchema = z
  .object({ quotas: roleQuotasSchema, approval: approvalSettingsSchema })
  .meta({ id: 'RequestSettings' })
export type RequestSettingsDto = z.infer<typeof requestSettingsSchema>

/** Any subset; omitted settings are unchanged. */
export const patchRequestSettingsBody = z
  .strictObject(requestSettingsSchema.shape)
  .partial()
  .meta({ id: 'PatchRequestSettings' })
export type PatchRequestSettingsBody = z.output<typeof patchRequestSettingsBody>

export const getRequestSettings = operation({
  method: 'GET',
  path: '/api/settings/requests',
  summary: 'How much people may request, and what is approved automatically',
  access: 'admin',
  answers: { 200: { description: 'The settings', schema: requestSettingsSchema } },
})

export const patchRequestSettings = operation({
  method: 'PATCH',
  path: '/api/settings/requests',
  summary: 'Change how much people may request, and what is approved automatically',
  access: 'admin',
  body: patchRequestSettingsBody,
  answers: { 204: { description: 'Changed' } },
})
