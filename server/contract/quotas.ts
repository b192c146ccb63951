import { z } from 'zod'
import { line, timeSchema } from './common'
import { operation } from './operation'

/** A year: older requests do not count. */
export const MAX_QUOTA_DAYS = 365
const MAX_QUOTA_REQUESTS = 1000

/** How many audiobooks a person may request within a sliding window of days. */
const quotaSchema = z
  .strictObject({
    requests: z.number().int().min(1).max(MAX_QUOTA_REQUESTS),
    days: z.number().int().min(1).max(MAX_QUOTA_DAYS),
  })
  .meta({ id: 'Quota' })
export type Quota = z.infer<typeof quotaSchema>

/** One user's own quota. */
export const ownQuotaSchema = z
  .union([z.literal('unlimited'), quotaSchema])
  .nullable()
  .meta({ description: 'null: same as the role' })
export type OwnQuota = z.infer<typeof ownQuotaSchema>

/** The quotas of users without their own; administrators have no quota. */
export const roleQuotasSchema = z
  .strictObject({ untrusted: quotaSchema.nullable(), trusted: quotaSchema.nullable() })
  .meta({ id: 'RoleQuotas', description: 'null: unlimited' })
export type RoleQuotas = z.infer<typeof roleQuotasSchema>

export const quotaStandingSchema = z
  .object({
    quota: quotaSchema.nullable().meta({ description: 'null: unlimited' }),
    left: z.number().int().nullable().meta({ description: 'Number of requests left; null: unlimited' }),
    next_at: timeSchema.nullable().meta({
      description: 'When the next request becomes available; null if none is used, or unlimited',
    }),
  })
  .meta({ id: 'QuotaStanding' })
export type QuotaStandingDto = z.infer<typeof quotaStandingSchema>

export const getOwnQuota = operation({
  method: 'GET',
  path: '/api/requests/quota',
  summary: 'How many audiobooks the caller may still request',
  access: 'any',
  answers: { 200: { description: 'The caller’s quota and what is left of it', schema: quotaStandingSchema } },
})

export const getUserQuota = operation({
  method: 'GET',
  path: '/api/users/{username}/quota',
  summary: 'How many audiobooks a user may still request',
  access: 'admin',
  params: z.object({ username: line({ min: 1, max: 100 }) }),
  answers: {
    200: { description: 'The quota and what is left of it', schema: quotaStandingSchema },
    404: { description: 'No such user' },
  },
})
